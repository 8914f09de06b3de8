import { sql } from "kysely";
import { BackupElsewhereError, isAhead, type LastBackup, noteBackup, readLastBackup } from "../last-backup.ts";
import { appliedMigrations } from "../migrate.ts";
import { connected, readPostgres } from "../transfer/postgres-ends.ts";
import { sumTables } from "../transfer/copy-rows.ts";
import type { TableChecksums } from "../transfer/tables.ts";
import { createPostgresEngine } from "./engine.ts";
import { ifFree } from "./locks.ts";

/** A snapshot of the store. */
interface HeldStore {
  /** The exported snapshot's id (https://www.postgresql.org/docs/15/functions-admin.html). */
  snapshot: string;
  /** The schema of the tables. */
  schema: string;
  migrations: string[];
  /** The number of inquiries accepted until then, including erased ones. */
  accepted: number;
  sums(): Promise<TableChecksums>;
}

/** A program's turn to make a backup. */
export interface BackupTurn {
  /** The server's major version. */
  serverVersion: number;
  hold<T>(run: (store: HeldStore) => Promise<T>): Promise<T>;
  note(made: LastBackup): Promise<void>;
}

/**
 * Takes the turn to make a backup; only one program on the database has it. `after` is the last backup that the caller
 * knows: the call fails if there is a later one, unless that is of a clock that was ahead.
 * @throws BackupElsewhereError
 */
export async function takeBackupTurn<T>(
  url: string,
  { after, now }: { after: number | undefined; now: number },
  run: (turn: BackupTurn) => Promise<T>,
): Promise<T> {
  return connected(url, 3, async (db) => {
    const turn = await ifFree(db, "backup", async (holder) => {
      const { rows } = await sql<{ version: string }>`select
        current_setting('server_version_num') as version`.execute(holder);
      const last = await readLastBackup(holder);
      if (after !== undefined && last !== null && last.madeAt > after && !isAhead(last.madeAt, now))
        throw new BackupElsewhereError("another program has just made one");
      return run({
        serverVersion: Math.floor(Number(rows[0]?.version) / 10_000),
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
    });
    if (turn === null) throw new BackupElsewhereError("another backup is being made");
    return turn.value;
  });
}
