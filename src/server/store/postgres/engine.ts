import { type Kysely, sql } from "kysely";
import type { Database, OutboxTable } from "../database.ts";
import type { Engine } from "../engine.ts";
import * as frontDesk from "./migrations/0005-front-desk.ts";
import { forgetReplaced } from "./replaced-schemas.ts";
import { postgresSearch } from "./search.ts";
import { lock, locks, TurnTakingKysely } from "./transactions.ts";

/** Whoever has claimed a message and says nothing of it for so long has ended: it is due again. Longer than any try takes. */
const claimMs = 120_000;

/** Runs something on a connection of its own, which waits as long as it takes. */
export type Patiently = <T>(run: (db: Kysely<Database>) => Promise<T>) => Promise<T>;

/** PostgreSQL: many connections, of several programs at once. */
export function createPostgresEngine(patiently: Patiently): Engine {
  const vacuum = joined(() => patiently(vacuumErased));
  return {
    name: "postgresql",
    migrations: { "0005-front-desk": frontDesk },

    async hasTable(db, name) {
      const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db);
      return rows[0]?.found === true;
    },

    migrated: () => Promise.resolve(),

    groupsAtOnce: 2,
    partsGroups: true,
    transact(db, isAlone, run) {
      const begun = !isAlone && db instanceof TurnTakingKysely ? db.beside() : db.transaction();
      return begun.execute(run);
    },
    enterOrder: (transaction) => lock(transaction, locks.order),
    rowsAtOnce: 500,

    async tryWriting(transaction) {
      // A standby refuses the first; the second is written to the log and synced, and means nothing.
      await transaction
        .deleteFrom("used_ticket")
        .where(sql<boolean>`false`)
        .execute();
      await sql`select pg_logical_emit_message(true, 'front-desk', 'is there room?')`.execute(transaction);
    },

    listed,
    // Its planner knows how many rows a value has.
    unindexed: (column) => sql.ref(column),
    search: postgresSearch,

    /** A claim is a time at which the message is due again. */
    async claimDue(db, { channel, now, most, except }) {
      const claimed = await db
        .updateTable("outbox")
        .set({ next_at: now + claimMs })
        .where("id", "in", (e) =>
          e
            .selectFrom("outbox")
            .select("id")
            .where("channel", "=", channel)
            .where("state", "=", "waiting")
            .where("next_at", "<=", now)
            .where("id", "not in", listed.texts(except))
            .orderBy("next_at")
            .orderBy("created_at")
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute();
      return claimed.sort((a: OutboxTable, b: OutboxTable) => a.created_at - b.created_at);
    },

    async release(db, ids, now) {
      await db
        .updateTable("outbox")
        .set({ next_at: now })
        .where("id", "in", listed.texts(ids))
        .where("state", "=", "waiting")
        .execute();
    },

    onlyHere: (run) =>
      patiently((db) =>
        // The connection holds the lock, and lets go of it however it ends.
        db.connection().execute(async (connection) => {
          const { rows } = await sql<{ isOurs: boolean }>`
            select pg_try_advisory_lock(${sql.lit(locks.ours)}, ${sql.lit(locks.tidying)}) as "isOurs"`.execute(
            connection,
          );
          if (rows[0]?.isOurs !== true) return false;
          await run();
          return true;
        }),
      ),

    forgetReplaced,
    async forgetErased() {
      await vacuum();
      return true;
    },
  };
}

const listed: Engine["listed"] = {
  texts: (values) => sql`(select unnest(${values}::text[]))`,
  numbers: (values) => sql`(select unnest(${values}::bigint[]))`,
};

/** What was erased stays in the tables as rows that nobody sees, until this has been there. */
async function vacuumErased(db: Kysely<Database>): Promise<void> {
  // The indexes as well, however few rows it was; what somebody else is vacuuming is in good hands.
  await sql`vacuum (index_cleanup on, skip_locked)
    inquiry, inquiry_gram, inquiry_note, inquiry_event, outbox`.execute(db);
}

/** One run at a time; all who ask meanwhile share the next. */
function joined(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = run();
    return running;
  };
  return () => (next ??= running.then(begin, begin));
}
