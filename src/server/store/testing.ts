import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";
import { newReference } from "#domain/reference.ts";
import type { NewInquiry } from "./inquiries.ts";
import { migrate } from "./migrate.ts";
import { openReader } from "./reader.ts";
import { openSqlite } from "./sqlite.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import { createStore } from "./store.ts";

/** Every row of every table, by the table's name. */
export type Dump = Record<string, unknown[]>;

/** For tests: a real store, in memory unless `file` says where, with its database and a look at everything it holds. */
export async function openTestStore(file = ":memory:") {
  const db = openSqlite(file);
  await migrate(db, sqliteEngine);
  return {
    store: file === ":memory:" ? createStore(db, sqliteEngine) : createStore(db, sqliteEngine, openReader(file, db)),
    db,
    engine: sqliteEngine,
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
