import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Inquiry, newReference } from "#domain/inquiries/inquiry.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createFileFolder, filesFolder } from "./files/file-folder.ts";
import type { FileStore, MarkedFiles } from "./files/file-store.ts";
import type { NewInquiry } from "../inquiries/inquiry-queries.ts";
import { migrate } from "./migrate.ts";
import { openQueryThread, type OpenSlowQueries } from "../query-thread/slow-queries.ts";
import { openSqlite } from "./sqlite/open.ts";
import { sqliteEngine } from "./sqlite/engine.ts";
import { createStore, type Store } from "../open-store.ts";

/** Every row of every table, by table name. */
export type Dump = Record<string, unknown[]>;

export interface OpenedForTest {
  store: Store;
  db: Kysely<Database>;
  engine: Engine;
  /** Place of the contents of its files; null for the database. */
  files: (FileStore & MarkedFiles) | null;
}

/** The name of a store that is not shared. */
export const inMemory = ":memory:";

/** The engine of this test run. */
let engineName: Engine["name"] = "sqlite";
export const isOnSqlite = (): boolean => engineName === "sqlite";

/** Replaced when tests run on PostgreSQL (`postgres/testing-setup.ts`). */
let open: (file: string) => Promise<OpenedForTest> = async (file) => {
  if (file === inMemory) {
    const db = await openMigrated();
    return withFiles(db, temporaryFolder());
  }
  const db = openSqlite(file);
  await migrate(db, sqliteEngine);
  return withFiles(db, filesFolder(dirname(file)), openQueryThread(file, db));
};

function withFiles(db: Kysely<Database>, folder: string, slowQueries?: OpenSlowQueries): OpenedForTest {
  const files = createFileFolder(folder);
  const store = createStore(db, sqliteEngine, slowQueries, undefined, undefined, undefined, files);
  return { store, db, engine: sqliteEngine, files };
}

let folders: string | undefined;

/** Returns a folder for the files of a store in memory, which is deleted when the process ends. */
function temporaryFolder(): string {
  if (folders === undefined) {
    const made = mkdtempSync(join(tmpdir(), "front-desk-files-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    folders = made;
  }
  return join(folders, randomUUID());
}

/** An empty store, serialized: the migrations run once for each test file. */
let migrated: Uint8Array | undefined;

async function openMigrated(): Promise<Kysely<Database>> {
  if (migrated !== undefined) return openSqlite(inMemory, { contents: migrated });
  const db = openSqlite(inMemory, { committed: (database) => (migrated ??= database.serialize()) });
  await migrate(db, sqliteEngine);
  return db;
}

/** Makes tests open their stores on PostgreSQL; any name except `inMemory` means a shared store. */
export function openTestStoresBy(openOnPostgres: typeof open): void {
  engineName = "postgresql";
  open = openOnPostgres;
}

/**
 * Opens a real store for a test, a separate one unless `file` names it. Returns it with its database and a dump
 * function.
 */
export async function openTestStore(file = inMemory) {
  const { store, db, engine, files } = await open(file);
  let names: string[] | undefined;
  return {
    store,
    db,
    engine,
    files,
    dump: async (): Promise<Dump> => {
      if (names === undefined) {
        const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
        // The index has no readable rows; the tables beneath it have its contents.
        names = tables.map(({ name }) => name).filter((name) => name !== "inquiry_gram");
      }
      const rows = names.map(async (name) => {
        const { rows: found } = await sql`select * from ${sql.table(name)} order by 1`.execute(db);
        return [name, found] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

/** An inquiry as passed to the store, with unique ids. */
export function newInquiry(fields: Inquiry, change: Partial<NewInquiry> = {}): NewInquiry {
  return {
    id: randomUUID(),
    reference: newReference(randomBytes),
    receiptHash: randomUUID(),
    status: "new",
    phoneKey: null,
    kind: "message",
    reported: "",
    fields,
    ...change,
  };
}
