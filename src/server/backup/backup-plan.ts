import { isDeepStrictEqual } from "node:util";
import { say, type ServerText } from "#copy/server/say.ts";
import type { S3Place } from "../lib/s3/s3-place.ts";
import type { BackupConfig, BackupPlace } from "./backup-config.ts";

/**
 * Backups as chosen by owners in the admin area. `endpoint` is empty without a bucket; secrets are empty if unreadable.
 */
export interface ChosenBackups extends S3Place {
  folder: string;
  everyHours: number;
  keep: number;
  keepInBucket: number;
  passphrase: string;
}

/** The backups that are to be made. `problem` says why none can be, although they were set up. */
export interface PresentBackups extends BackupConfig {
  isChosen: boolean;
  /** Set until it is known what owners have chosen, as while their settings cannot be trusted. */
  isUnknown?: true;
  problem?: ServerText;
}

export type BackupPlan = ReturnType<typeof createBackupPlan>;

/**
 * The backups as they are to be made now: those of the environment if it names a folder, else those that owners have
 * chosen. `places` are the folders that owners may choose from.
 */
export function createBackupPlan(deps: {
  server: BackupConfig;
  places: readonly string[];
  privateHosts: ReadonlySet<string>;
}) {
  const { server, places, privateHosts } = deps;
  let chosen: ChosenBackups | null | undefined;
  let present = presentOf();
  let changed = (): void => undefined;

  function presentOf(): PresentBackups {
    if (server.folder !== undefined || chosen === null) return { ...server, isChosen: false };
    if (chosen === undefined) return { ...server, isChosen: false, isUnknown: true };
    const { folder, everyHours, keep, passphrase } = chosen;
    const problem = !places.includes(folder)
      ? say("backup.place-not-named", { path: folder })
      : passphrase === ""
        ? say("backup.no-passphrase")
        : chosen.endpoint !== "" && chosen.secretAccessKey === ""
          ? say("backup.no-bucket-key")
          : undefined;
    return {
      ...server,
      isChosen: true,
      folder,
      everyHours,
      keep,
      key: passphrase === "" ? undefined : { kind: "passphrase", passphrase },
      offsite: bucketOf(chosen, privateHosts),
      ...(problem !== undefined && { problem }),
    };
  }

  return {
    server,
    places,
    privateHosts,

    /** Whether the environment decides. */
    isFixed: server.folder !== undefined,

    present: () => present,

    /** Calls `listener` after each change. */
    onChange(listener: () => void): void {
      changed = listener;
    },

    /** Puts what owners have chosen in effect; null if they have chosen none. */
    use(next: ChosenBackups | null): void {
      if (isDeepStrictEqual(next, chosen)) return;
      chosen = next;
      present = presentOf();
      changed();
    },
  };
}

/** The bucket that owners have chosen: its host may be internal only if the operator names it. */
export function bucketOf(
  { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, keepInBucket }: ChosenBackups,
  privateHosts: ReadonlySet<string>,
): BackupPlace | undefined {
  if (endpoint === "") return undefined;
  return {
    endpoint,
    region,
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
    keep: keepInBucket,
    guard: { privateHosts: [...privateHosts] },
  };
}
