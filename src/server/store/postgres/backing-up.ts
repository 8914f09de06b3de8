import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { FilesPlace } from "../files/files-place.ts";
import { openSharedFiles } from "../files/shared-files.ts";
import { namedFiles, type NamedFiles } from "../restored.ts";
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
  /** The files outside of the database. */
  files(): Promise<NamedFiles>;
}

/** A program's turn to make a backup. */
export interface BackupTurn {
  /** The server's major version. */
  serverVersion: number;
  hold<T>(run: (store: HeldStore) => Promise<T>): Promise<T>;
  /** The place of the store's files; null if they are in the database. */
  files: FileStore | null;
  /** Returns the names among these that are still in the store: other files were erased since. */
  stillNamed: (names: readonly string[]) => Promise<Set<string>>;
  note(made: LastBackup): Promise<void>;
}

/**
 * Takes the turn to make a backup; only one program on the database has it. `after` is the last backup that the caller
 * knows: the call fails if there is a later one, unless that is of a clock that was ahead.
 * @throws BackupElsewhereError
 */
export async function takeBackupTurn<T>(
  url: string,
  { files: place, after, now }: { files?: FilesPlace | undefined; after: number | undefined; now: number },
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
            const found = await sql<{ schema: string }>`select current_schema() as schema`.execute(store.db);
            return use({
              snapshot: store.snapshot,
              schema: found.rows[0]?.schema ?? "",
              migrations: (
                await appliedMigrations(
                  store.db,
                  createPostgresEngine((inside) => inside(store.db)),
                )
              ).sort(),
              accepted: await store.lastNumber("inquiry", "number"),
              sums: () => sumTables(store),
              files: () => filesNamedIn(store.db),
            });
          }),
        files: place === undefined ? null : openSharedFiles(db, place, () => Promise.resolve(false)),
        async stillNamed(names) {
          const found = await sql<{ name: string }>`select stored_as as name from attachment
            where stored_as in (select unnest(${names}::text[]))`.execute(db);
          return new Set(found.rows.map(({ name }) => name));
        },
        note: (made) => noteBackup(db, made),
      });
    });
    if (turn === null) throw new BackupElsewhereError("another backup is being made");
    return turn.value;
  });
}

async function filesNamedIn(db: Kysely<Database>): Promise<NamedFiles> {
  const rows = await db
    .selectFrom("attachment")
    .leftJoin("inquiry", "inquiry.id", "attachment.inquiry_id")
    .select(["stored_as as storedAs", "content_hash as hash", "size", "reference"])
    .where("stored_as", "is not", null)
    .orderBy("inquiry.number")
    .execute();
  return namedFiles(rows);
}
