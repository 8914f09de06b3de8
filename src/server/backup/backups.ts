import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Store } from "../open-store.ts";
import { createBackupScheduler } from "./scheduler.ts";

/** Creates the scheduler of backups and integrity checks, which records them in the audit log. */
export function createBackups(deps: {
  store: Pick<Store, "lastBackup" | "forgetReplaced">;
  config: Pick<Config, "dataDir" | "backup" | "signingKeyFile" | "database">;
  audit: Pick<Audit, "record">;
  now: () => number;
}) {
  const { store, audit, now } = deps;
  const { dataDir, backup, signingKeyFile, database } = deps.config;
  return createBackupScheduler({
    dataDir,
    config: backup,
    keyFile: signingKeyFile,
    record: ({ kind, ...about }) => audit.record({ kind, by: null, about }),
    now,
    ...(database !== undefined && {
      shared: { database, lastBackup: store.lastBackup, purgeReplaced: store.forgetReplaced },
    }),
  });
}
