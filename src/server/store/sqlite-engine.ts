import { sql } from "kysely";
import { makeSums } from "./content-sums.ts";
import type { Engine } from "./engine.ts";
import * as frontDesk from "./migrations/0001-front-desk.ts";
import * as inbox from "./migrations/0002-inbox.ts";
import * as channels from "./migrations/0003-channels.ts";
import * as keeping from "./migrations/0004-keeping.ts";
import * as sums from "./migrations/0005-sums.ts";
import { emptyLog } from "./sqlite.ts";
import { sqliteSearch } from "./sqlite-search.ts";

const listed = <T>(values: readonly T[]) => sql<T>`(select value from json_each(${JSON.stringify(values)}))`;

/** The embedded engine: one connection that writes, one transaction after the other. */
export const sqliteEngine: Engine = {
  name: "sqlite",
  migrations: {
    "0001-front-desk": frontDesk,
    "0002-inbox": inbox,
    "0003-channels": channels,
    "0004-keeping": keeping,
    "0005-sums": sums,
  },

  async hasTable(db, name) {
    const { rows } = await sql`select name from sqlite_master where name = ${name}`.execute(db);
    return rows.length > 0;
  },

  // A kill between the two would leave a store whose rows fit no sum.
  migrated: makeSums,

  groupsAtOnce: Infinity,
  partsGroups: false,
  transact: (db, _isAlone, run) => db.transaction().execute(run),
  enterOrder: () => Promise.resolve(),
  rowsAtOnce: 1,

  async tryWriting(transaction) {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(transaction);
    // Written, and synced, though it stays the same.
    await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(transaction);
  },

  listed: { texts: listed<string>, numbers: listed<number> },
  unindexed: (column) => sql`+${sql.ref(column)}`,
  search: sqliteSearch,

  // Who sends what is known in memory alone: one process serves one store.
  claimDue: (db, { channel, now, most, except }) =>
    db
      .selectFrom("outbox")
      .selectAll()
      .where("channel", "=", channel)
      .where("state", "=", "waiting")
      .where("next_at", "<=", now)
      .where("id", "not in", listed<string>(except))
      .orderBy("next_at")
      .orderBy("created_at")
      .limit(most)
      .execute(),
  release: () => Promise.resolve(),

  // Two programs on one store find their writes apart, and do what is left.
  onlyHere: async (run) => {
    await run();
    return true;
  },

  // It puts files aside, in the folder.
  forgetReplaced: () => Promise.resolve([]),
  forgetErased: emptyLog,
};
