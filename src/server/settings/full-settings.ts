import type { SecretName, Settings } from "#contract/settings.ts";
import type { PlainSettings } from "#domain/settings.ts";
import type { ChosenBackups } from "../backup/backup-plan.ts";
import type { LeftCopies } from "./left-copies.ts";
import type { SettingsAlarm } from "./signed-settings.ts";

/** The settings with their secrets. Each secret leaves the server only towards its own service. */
export interface FullSettings extends PlainSettings {
  version: number;
  mail: (Omit<NonNullable<Settings["mail"]>, "hasPassword"> & { password: string }) | null;
  webhook: { url: string; secret: string } | null;
  telegram: { chatId: string; token: string } | null;
  /** `password` is that of a mailbox, `secret` authenticates pushed emails; each is empty for the other way. */
  incoming:
    | (Omit<NonNullable<Settings["incoming"]>, "authservId" | "hasPassword" | "hasSecret"> & {
        /** Versions before 0.3 saved none. */
        authservId?: string;
        password: string;
        secret: string;
      })
    | null;
  /** The address that visitors use, unless `PUBLIC_URL` is set. */
  publicAddress: { url: string } | null;
  /** The backups that owners have chosen, unless the environment names a folder. */
  backups: ChosenBackups | null;
  /** Buckets that are no longer used, with expired ones. */
  leftCopies: readonly LeftCopies[];
  /** The day of the last change to what the privacy page says about the settings. */
  changedOn: string | null;
}

/**
 * The settings in effect. `unreadable` lists secrets that cannot be decrypted; `isStrict` means no good settings are
 * known.
 */
export interface KnownSettings extends FullSettings {
  unreadable: readonly SecretName[];
  alarm: (SettingsAlarm & { isStrict: boolean }) | null;
}
