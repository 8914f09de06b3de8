import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Kysely, type Logger, sql } from "kysely";
import { ConfigError } from "../lib/errors.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createFileFolder, filesFolder } from "./files/file-folder.ts";
import type { FileStore } from "./files/file-store.ts";
import type { FilesPlace } from "./files/files-place.ts";
import { openSharedFiles, type SharedFiles } from "./files/shared-files.ts";
import { createCommitCounter } from "./integrity/commit-counter.ts";
import { inspectStore } from "./integrity/inspect-store.ts";
import { keepChecksums, makeChecksums } from "./integrity/table-checksums.ts";
import { migrate } from "./migrate.ts";
import { noPubSub, type PubSub } from "./pub-sub.ts";
import type { Replica } from "./replica.ts";
import { type FolderLock, shareFolder } from "./sqlite/folder-lock.ts";
import { emptyLog, openSqlite } from "./sqlite/open.ts";
import { sqliteEngine } from "./sqlite/engine.ts";
import { createWriteTurns, type WriteTurns } from "./sqlite/write-turns.ts";

/** An open database with this version's schema. */
export interface OpenDatabase {
  db: Kysely<Database>;
  engine: Engine;
  /** The embedded store: its file, and who writes to it; null with PostgreSQL. */
  embedded: { file: string; turns: ReturnType<typeof createWriteTurns> } | null;
  /** Place of the contents of files; null for the database. */
  files: FileStore | SharedFiles | null;
  pubSub: PubSub;
  /** Replica for reads that may be a little old; null without one. */
  replica: Replica | null;
  /** Whether this program has migrated a shared database. */
  wasUpgraded: boolean;
  close: () => Promise<void>;
}

/** Address of a PostgreSQL database, and how to connect. */
export interface DatabasePlace {
  url: string;
  /** A replica of it. */
  readUrl?: string | undefined;
  connections: number;
}

/**
 * Opens the PostgreSQL `database` or, without one, the embedded one in the folder `dataDir`, which is created if
 * missing, and migrates it. `files` is where the programs on a PostgreSQL database keep the contents of files; without
 * one, they are in the database. With `acceptDamage` a damaged embedded store is accepted as it is; with `mustExist` no
 * store is created. `log` gets each statement.
 * @throws ConfigError if it must exist and does not, StoreDamagedError, FolderInUseError, StoreTooNewError, what
 * `openPostgres` throws, or the system's error if the folder cannot be written.
 */
export async function openDatabase({
  dataDir,
  database,
  files,
  acceptDamage = false,
  mustExist = false,
  log,
}: {
  dataDir: string;
  database?: DatabasePlace | undefined;
  files?: FilesPlace | undefined;
  acceptDamage?: boolean;
  mustExist?: boolean;
  log?: Logger | undefined;
}): Promise<OpenDatabase> {
  if (database !== undefined) return openOnServer({ ...database, files, mustExist, log });
  if (mustExist && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR: there is no store in ${resolve(dataDir)}; set DATA_DIR to the folder of the server's store, or ` +
        "DATABASE_URL to its database",
    );
  const lock = shareFolder(dataDir);
  try {
    return await openEmbedded(dataDir, { acceptDamage, lock, log });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens a PostgreSQL database; `isMigrated` if it has the schema, and no other instance may connect yet. With
 * `mustExist` no schema is created. @throws what `openPostgres` throws
 */
export async function openOnServer(
  database: DatabasePlace & {
    files?: FilesPlace | undefined;
    isMigrated?: boolean;
    mustExist?: boolean;
    log?: Logger | undefined;
  },
): Promise<OpenDatabase> {
  // Loads the PostgreSQL driver only if needed.
  const { openPostgres } = await import("./postgres/open.ts");
  const { files: place, ...rest } = database;
  const { hasOthers, ...opened } = await openPostgres({ ...rest, readsFiles: place !== undefined });
  const files = place === undefined ? null : openSharedFiles(opened.db, place, hasOthers);
  const close = async () => {
    await opened.replica?.close();
    await opened.db.destroy();
  };
  return { ...opened, embedded: null, files, close };
}

async function openEmbedded(
  dataDir: string,
  { acceptDamage, lock, log }: { acceptDamage: boolean; lock: FolderLock; log: Logger | undefined },
): Promise<OpenDatabase> {
  const file = sqliteFile(dataDir);
  if (!acceptDamage) inspectStore(dataDir, file);
  // SQLite's temporary files hold rows, too. Set before the query thread is there, which reads the environment.
  process.env["SQLITE_TMPDIR"] ??= resolve(dataDir);
  const count = createCommitCounter(dataDir, file);
  const turns = createWriteTurns();
  const db = openSqlite(file, { committed: (database) => count.write(database), log, turns });
  try {
    const isOther = await migrate(db, sqliteEngine);
    // The new sums may have other counts.
    if (isOther || acceptDamage) count.delete();
    if (acceptDamage) {
      // Indexes can be rebuilt from the rows.
      await sql`reindex`.execute(db);
      await db.transaction().execute((transaction) => makeChecksums(transaction));
    }
    // Done after the migrations, whose new indexes need more memory.
    await prepareToWrite(db);
    await emptyLog(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const close = async () => {
    await db.destroy();
    count.close();
    lock.release();
  };
  const files = createFileFolder(filesFolder(dataDir));
  const embedded = { file, turns };
  return { db, engine: sqliteEngine, embedded, files, pubSub: noPubSub, replica: null, wasUpgraded: false, close };
}

/** Sets up a connection that writes to the embedded store. */
async function prepareToWrite(db: Kysely<Database>): Promise<void> {
  // A statement that erases or indexes many keeps the pages as they were: in memory, no copy of them in a file. Before
  // the triggers, which this setting removes.
  await sql`pragma temp_store = memory`.execute(db);
  await keepChecksums(db);
}

/** Opens a second connection that writes to the embedded store, for a thread, which makes its own checkpoints. */
export async function openSecond(dataDir: string, turns: WriteTurns) {
  const file = sqliteFile(dataDir);
  const count = createCommitCounter(dataDir, file);
  const db = openSqlite(file, { committed: (database) => count.write(database), turns, isFirst: false });
  await prepareToWrite(db);
  await sql`pragma wal_autocheckpoint = 0`.execute(db);
  async function close(): Promise<void> {
    await db.destroy();
    count.close();
  }
  return { db, files: createFileFolder(filesFolder(dataDir)), close };
}

export const sqliteName = "front-desk.sqlite";

/** The path of the store in its folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, sqliteName);
}
