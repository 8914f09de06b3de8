import type { TrustChanges } from "#contract/trust.ts";
import { settingsPaths, pathWithId } from "#contract/team-api-paths.ts";
import type { BackupState, NewPassphrase } from "#contract/backup.ts";
import type { DeliveryHealth, DeliveryPage } from "#contract/delivery.ts";
import type { Done } from "#contract/done.ts";
import type { IncomingMailState } from "#contract/inquiries/incoming-mail.ts";
import type { Settings, SettingsInput, SettingsSaved, TestOutcome } from "#contract/settings.ts";
import type { SetupState } from "#contract/setup.ts";
import type { FigureName, SiteFields } from "#contract/site/site.ts";
import type { SiteProposed, SiteView } from "#contract/site/site-settings.ts";
import type { DeliveryChannel, DeliveryState } from "#domain/delivery.ts";
import { call } from "./api-client.ts";
import { ifMatch } from "./team-call.ts";

/** The settings calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. */
export const settingsApi = {
  settings: () => call<Settings>("GET", settingsPaths.settings),
  /** Responds 412, with the present settings in `current`, if they are no longer at `version`. */
  save: (version: number, settings: SettingsInput) =>
    call<SettingsSaved>("PUT", settingsPaths.settings, settings, { headers: ifMatch(version) }),
  /** Ends an alarm: restores the last good settings. */
  restore: () => call<Settings>("POST", settingsPaths.restore),
  setup: () => call<SetupState>("GET", settingsPaths.setup),
  testSupport: () => call<TestOutcome>("POST", settingsPaths.supportTest),
  supportArrived: (code: string) => call<SetupState>("POST", settingsPaths.supportArrived, { code }),
  site: () => call<SiteView>("GET", settingsPaths.site),
  /** Publishes the whole site, or lets a sensitive change wait. Responds 412 if it is no longer at `version`. */
  saveSite: (version: number, values: SiteFields) =>
    call<SiteView | SiteProposed>("PUT", settingsPaths.site, { values }, { headers: ifMatch(version) }),
  /** Saves the draft; null discards it. */
  saveSiteDraft: (version: number, values: SiteFields | null) =>
    call<SiteView>("PUT", settingsPaths.siteDraft, { values }, { headers: ifMatch(version) }),
  /** Confirms a figure, changes it, or takes it off. Responds 412 if the site is no longer at `version`. */
  decideFigure: (version: number, name: FigureName, value: string) =>
    call<SiteView | SiteProposed>(
      "PUT",
      settingsPaths.siteFigure.replace(":id", name),
      { value },
      { headers: ifMatch(version) },
    ),
  takeNoticeDown: (text: string) => call<SiteView>("POST", settingsPaths.siteNoticeRemoval, { text }),
  undoSite: (number: number) => call<SiteView | SiteProposed>("POST", pathWithId(settingsPaths.siteUndo, number)),
  /** Each responds 412 if another change waits. */
  approveSite: (id: string) => call<SiteView>("POST", pathWithId(settingsPaths.siteApproval, id)),
  withdrawSite: (id: string) => call<SiteView>("DELETE", pathWithId(settingsPaths.siteProposal, id)),

  test: (channel: DeliveryChannel) => call<TestOutcome>("POST", settingsPaths.test, { channel }),

  deliveries: (state: DeliveryState | undefined, after: string | null) => {
    const query = new URLSearchParams({
      ...(state === undefined ? {} : { state }),
      ...(after === null ? {} : { after }),
    });
    return call<DeliveryPage>("GET", `${settingsPaths.deliveries}?${query.toString()}`);
  },
  sendAgain: (id: string) => call<Done>("POST", pathWithId(settingsPaths.retry, id)),
  sendAllAgain: () => call<Done>("POST", settingsPaths.retryAll),
  health: () => call<DeliveryHealth>("GET", settingsPaths.deliveryHealth),
  incomingMail: () => call<IncomingMailState>("GET", settingsPaths.incomingMail),
  trustChanges: () => call<TrustChanges>("GET", settingsPaths.trustChanges),
  approveTrustChange: (id: string) => call<Done>("POST", pathWithId(settingsPaths.trustApproval, id)),
  stopTrustChange: (id: string) => call<Done>("DELETE", pathWithId(settingsPaths.trustChange, id)),
  markTrustChangeSeen: (id: string) => call<Done>("PUT", pathWithId(settingsPaths.trustSeen, id)),
  backups: () => call<BackupState>("GET", settingsPaths.backups),
  makeBackupPassphrase: () => call<NewPassphrase>("POST", settingsPaths.backupPassphrase),
};
