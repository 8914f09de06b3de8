import type { BackupState } from "#contract/backup.ts";
import type { DeliveryHealth, DeliveryPage } from "#contract/delivery.ts";
import type { Done } from "#contract/done.ts";
import type { Settings, SettingsInput, SettingsSaved, TestOutcome } from "#contract/settings.ts";
import type { DeliveryChannel, DeliveryState } from "#domain/delivery.ts";
import { call } from "./api-client.ts";

/** The settings calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. */
export const settingsApi = {
  settings: () => call<Settings>("GET", "settings"),
  /** Responds 412, with the present settings in `current`, if they are no longer at `version`. */
  save: (version: number, settings: SettingsInput) =>
    call<SettingsSaved>("PUT", "settings", settings, { headers: { "if-match": `"${version}"` } }),
  /** Ends an alarm: restores the last good settings. */
  restore: () => call<Settings>("POST", "settings/restore"),
  test: (channel: DeliveryChannel) => call<TestOutcome>("POST", "settings/test", { channel }),

  deliveries: (state: DeliveryState | undefined, after: string | null) => {
    const query = new URLSearchParams({
      ...(state === undefined ? {} : { state }),
      ...(after === null ? {} : { after }),
    });
    return call<DeliveryPage>("GET", `deliveries?${query.toString()}`);
  },
  sendAgain: (id: string) => call<Done>("POST", `deliveries/${encodeURIComponent(id)}/retry`),
  sendAllAgain: () => call<Done>("POST", "deliveries/retry"),
  health: () => call<DeliveryHealth>("GET", "deliveries/health"),
  backups: () => call<BackupState>("GET", "backups"),
};
