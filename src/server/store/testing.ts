import { sql } from "kysely";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./sqlite.ts";
import { createStore } from "./store.ts";

/** Every row of every table, by the table's name. */
export type Dump = Record<string, unknown[]>;

/** For tests: a real store, in memory unless `file` says where, with its database and a look at everything it holds. */
export async function openTestStore(file = ":memory:") {
  const db = openSqlite(file);
  await migrate(db);
  return {
    store: createStore(db),
    db,
    dump: async (): Promise<Dump> => {
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
      const rows = tables.map(async ({ name }) => {
        const { rows: found } = await sql`select * from ${sql.table(name)} order by 1`.execute(db);
        return [name, found] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}
