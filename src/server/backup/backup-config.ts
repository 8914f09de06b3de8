import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "../environment.ts";
import { ConfigError } from "../lib/errors.ts";
import { readS3Place, type S3Place } from "../lib/s3/s3-place.ts";
import type { BackupKey, BackupSecrets } from "./encryption.ts";

export interface BackupConfig {
  /** Folder for backups; undefined if none are made. */
  folder: string | undefined;
  /** 0: no scheduled backups. */
  everyHours: number;
  keep: number;
  /** `legal.backupDays`, as stated on the privacy page. */
  days: number;
  /** Key that encrypts backups; undefined if not set. */
  key: BackupKey | undefined;
  /** Secrets that decrypt backups. */
  secrets: BackupSecrets;
  /** Bucket that each backup is copied to; undefined if none. */
  offsite: BackupPlace | undefined;
  /** The program that runs after each backup. */
  hook: Hook | undefined;
}

export interface Hook {
  program: string;
  minutes: number;
  /** Whether it also copies the files that backups share: without that, each backup has its files inside. */
  copiesFiles: boolean;
  /** Its environment: the variables that are no settings, which may hold secrets. */
  env: Record<string, string>;
}

/** A bucket that backups are copied to. */
export interface BackupPlace extends S3Place {
  /** Max number of backups there. */
  keep: number;
  /** Set if owners have chosen it: only these hosts may be internal. Texts then name fields, not variables. */
  guard?: { privateHosts: string[] };
}

/** `foreign` are the variables that are no settings. @throws ConfigError */
export function readBackupConfig(env: Environment, days: number, foreign: Record<string, string>): BackupConfig {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT, BACKUP_IDENTITY_FILE } = env;
  const ways = { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT };
  const set = Object.entries(ways).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (set.length > 1) throw new ConfigError(`${set.join(" and ")} cannot be set together`);
  if (set.length === 1 && env.BACKUP_UNENCRYPTED === "true") {
    throw new ConfigError(`BACKUP_UNENCRYPTED cannot be true together with ${set.join()}`);
  }
  const identities = readIdentities(BACKUP_IDENTITY_FILE);
  const folder = env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR);
  const config = {
    folder,
    everyHours: env.BACKUP_EVERY_HOURS,
    keep: env.BACKUP_KEEP,
    days,
    key: keyOf(passphrase, BACKUP_RECIPIENT, env.BACKUP_UNENCRYPTED === "true"),
    secrets: { passphrase, previous: env.BACKUP_PASSPHRASE_PREVIOUS, identities },
    offsite: readBackupPlace(env),
    hook:
      env.BACKUP_HOOK === undefined
        ? undefined
        : {
            program: resolve(env.BACKUP_HOOK),
            minutes: env.BACKUP_HOOK_MINUTES,
            copiesFiles: env.BACKUP_HOOK_FILES === "true",
            env: foreign,
          },
  };
  // Report an impossible schedule at the start, not when the first backup is due.
  if (config.everyHours > 0) orderable(config, "BACKUP_EVERY_HOURS");
  return config;
}

/** The settings required to make a backup. @throws ConfigError with what is missing */
export function orderable(
  config: BackupConfig,
  what = "npm run backup",
): { folder: string; key: BackupKey; keep: number; days: number; hasOwnFiles: boolean } {
  const { folder, key, keep, days, hook } = config;
  if (folder === undefined) throw new ConfigError(`${what} needs BACKUP_DIR, the folder that backups go to`);
  if (key === undefined) {
    throw new ConfigError(
      `${what} needs BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE or BACKUP_RECIPIENT (or BACKUP_UNENCRYPTED=true ` +
        "where the folder itself is encrypted)",
    );
  }
  if (days === 0) {
    throw new ConfigError(
      "SITE_CONFIG: legal.backupDays is 0, with which the privacy page says that there are no backups",
    );
  }
  return { folder, key, keep, days, hasOwnFiles: hook !== undefined && !hook.copiesFiles };
}

function readBackupPlace(env: Environment): BackupPlace | undefined {
  const place = readS3Place(env, "BACKUP_S3");
  if (place === undefined) return undefined;
  if (env.BACKUP_UNENCRYPTED === "true")
    throw new ConfigError(
      "BACKUP_UNENCRYPTED cannot be true together with BACKUP_S3_BUCKET: only encrypted backups leave this machine",
    );
  return { ...place, keep: env.BACKUP_S3_KEEP };
}

function keyOf(passphrase: string | undefined, recipient: string | undefined, isPlain: boolean): BackupKey | undefined {
  if (passphrase !== undefined) return { kind: "passphrase", passphrase };
  if (recipient !== undefined) return { kind: "recipient", recipient };
  return isPlain ? { kind: "none" } : undefined;
}

/** The key lines of an identity file: `age-keygen` adds comments. */
function readIdentities(path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  const lines = readFileOf("BACKUP_IDENTITY_FILE", path).split(/\r?\n/);
  const identities = lines.filter((line) => /^AGE-SECRET-KEY-(PQ-)?1[A-Z\d]+$/.test(line));
  if (identities.length > 0) return identities;
  throw new ConfigError(`BACKUP_IDENTITY_FILE: the file ${path} holds no key such as AGE-SECRET-KEY-1...`);
}

/** The text of the file that the setting `name` names. @throws ConfigError */
export function readFileOf(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${name}: the file ${path} cannot be read`, { cause: error });
  }
}
