import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";
import { newReference } from "#domain/reference.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import type { NewInquiry } from "./inquiries.ts";
import { migrate } from "./migrate.ts";
import { openReader } from "./reader.ts";
import { openSqlite } from "./sqlite.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import { createStore, type Store } from "./store.ts";

/** Every row of every table, by the table's name. */
export type Dump = Record<string, unknown[]>;

export interface OpenedForTest {
  store: Store;
  db: Kysely<Database>;
  engine: Engine;
}

/** The name of a store that nobody else opens. */
export const inMemory = ":memory:";

/** The engine that the tests of this run have. */
let engineName: Engine["name"] = "sqlite";
export const isOnSqlite = (): boolean => engineName === "sqlite";

/** Replaced where the tests run on PostgreSQL (`postgres/testing-setup.ts`). */
let open: (file: string) => Promise<OpenedForTest> = async (file) => {
  const db = openSqlite(file);
  await migrate(db, sqliteEngine);
  const isInMemory = file === inMemory;
  const store = isInMemory ? createStore(db, sqliteEngine) : createStore(db, sqliteEngine, openReader(file, db));
  return { store, db, engine: sqliteEngine };
};

/** Has the test stores opened on PostgreSQL from here on; whatever it is given but `inMemory` names a store that is to be shared. */
export function openTestStoresBy(openOnPostgres: typeof open): void {
  engineName = "postgresql";
  open = openOnPostgres;
}

/** For tests: a real store, of its own unless `file` says which, with its database and a look at everything it holds. */
export async function openTestStore(file = inMemory) {
  const { store, db, engine } = await open(file);
  return {
    store,
    db,
    engine,
    dump: async (): Promise<Dump> => {
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
      // The index by itself has no rows to read; what it holds stands in the tables beneath it.
      const readable = tables.filter(({ name }) => name !== "inquiry_gram");
      const rows = readable.map(async ({ name }) => {
        const { rows: found } = await sql`select * from ${sql.table(name)} order by 1`.execute(db);
        return [name, found] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

/** An inquiry as the service hands it to the store, with names of its own. */
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
