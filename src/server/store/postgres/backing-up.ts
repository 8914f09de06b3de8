import { sql } from "kysely";
import { BackupElsewhereError, type LastBackup, noteBackup, readLastBackup } from "../last-backup.ts";
import { appliedMigrations } from "../migrate.ts";
import { connected, readPostgres } from "../moving/postgres-ends.ts";
import { sumTables } from "../moving/copy-rows.ts";
import type { TableSums } from "../moving/row-sum.ts";
import { createPostgresEngine } from "./engine.ts";
import { locks } from "./transactions.ts";

/** The store as of one moment. */
export interface HeldStore {
  /** Names the moment to other connections (https://www.postgresql.org/docs/15/functions-admin.html). */
  snapshot: string;
  /** The schema that the tables are in. */
  schema: string;
  migrations: string[];
  /** How many inquiries were accepted until then, erased ones included. */
  accepted: number;
  sums(): Promise<TableSums>;
}

/** A program's turn to make a backup. */
export interface BackupTurn {
  /** The server's major version. */
  serverVersion: number;
  hold<T>(run: (store: HeldStore) => Promise<T>): Promise<T>;
  note(made: LastBackup): Promise<void>;
}

/**
 * Takes the turn to make a backup: of all programs on the database one has it. `after` is the last backup that the caller knows of, where
 * it wants one only if there is no later one.
 * @throws BackupElsewhereError
 */
export async function takeBackupTurn<T>(
  url: string,
  after: number | undefined,
  run: (turn: BackupTurn) => Promise<T>,
): Promise<T> {
  return connected(url, 3, (db) =>
    db.connection().execute(async (holder) => {
      const { rows } = await sql<{ isOurs: boolean; version: string }>`select
        pg_try_advisory_lock(${locks.ours}, ${locks.backup}) as "isOurs",
        current_setting('server_version_num') as version`.execute(holder);
      if (rows[0]?.isOurs !== true) throw new BackupElsewhereError("another backup is being made");
      const last = await readLastBackup(holder);
      if (after !== undefined && last !== null && last.madeAt > after)
        throw new BackupElsewhereError("another program has just made one");
      return run({
        serverVersion: Math.floor(Number(rows[0].version) / 10_000),
        hold: (use) =>
          readPostgres(db, async (store) => {
            const place = await sql<{ schema: string }>`select current_schema() as schema`.execute(store.db);
            return use({
              snapshot: store.snapshot,
              schema: place.rows[0]?.schema ?? "",
              migrations: (
                await appliedMigrations(
                  store.db,
                  createPostgresEngine((inside) => inside(store.db)),
                )
              ).sort(),
              accepted: await store.lastNumber("inquiry", "number"),
              sums: () => sumTables(store),
            });
          }),
        note: (made) => noteBackup(db, made),
      });
    }),
  );
}
