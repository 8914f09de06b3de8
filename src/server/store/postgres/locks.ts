import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import { isDuplicate, isLocked } from "./pool.ts";

/**
 * Our locks, by the number of the advisory lock that 0.2.x takes. Any role of the database can hold an advisory lock,
 * so the lock itself is one of an empty table, which needs a right to that table.
 */
const numbers = { migrating: 1, turn: 2, order: 3, cleanUp: 4, backup: 5, retention: 6 } as const;
export type LockName = keyof typeof numbers;

export const lockTables: Record<LockName, string> = {
  migrating: "lock_migrating",
  turn: "lock_turn",
  order: "lock_order",
  cleanUp: "lock_clean_up",
  backup: "lock_backup",
  retention: "lock_retention",
};

/** The two numbers of a lock's advisory lock, as arguments. */
export const advisory = (name: LockName) => `1717855603, ${numbers[name]}`;

/** The longest wait (ms) for one of 0.2.x before we look again who holds the lock: a stranger may have got it. */
const maxWaitMs = 1000;

/** Takes a lock, which is held until the transaction ends. */
export async function lock(transaction: Transaction<Database>, name: LockName): Promise<void> {
  if (!(await take(transaction, name, ""))) await waitForEarlierVersion(transaction, name);
}

/** `lock` before the first migration has made the tables, too. */
export async function lockMigrating(transaction: Transaction<Database>): Promise<void> {
  if (!(await hasLockTables(transaction))) {
    await sql`savepoint creating`.execute(transaction);
    try {
      // Waits for another program that is creating it.
      await sql`create table ${sql.ref(lockTables.migrating)} (unused integer)`.execute(transaction);
      await sql`release savepoint creating`.execute(transaction);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await sql`rollback to savepoint creating`.execute(transaction);
    }
  }
  await lock(transaction, "migrating");
}

export async function hasLockTables(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass(${lockTables.migrating}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/** Takes only the lock that this version knows: for a connection beside one that holds the other one. */
export async function lockTable(transaction: Transaction<Database>, name: LockName): Promise<void> {
  await sql`lock table ${sql.ref(lockTables[name])} in share update exclusive mode`.execute(transaction);
}

/** Runs something in a transaction that holds the lock; null, without running it, if another one holds it. */
export async function ifFree<T>(
  db: Kysely<Database>,
  name: LockName,
  run: (transaction: Transaction<Database>) => Promise<T>,
): Promise<{ value: T } | null> {
  let isFree = false;
  return holding(db, async (transaction) => {
    isFree = (await take(transaction, name, "nowait")) || (await holderOf(transaction, name)) === "a stranger";
    return isFree ? { value: await run(transaction) } : null;
  }).catch((error: unknown) => {
    if (!isFree && isLocked(error)) return null;
    throw error;
  });
}

/**
 * Runs something in a transaction that holds locks, for as long as it takes. What has run counts, even if the
 * connection with the locks has ended meanwhile.
 */
export async function holding<T>(
  db: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const done: { value?: T } = {};
  const transaction = db.transaction().execute(async (holder) => {
    await keepOpen(holder);
    return (done.value = await run(holder));
  });
  return transaction.catch((error: unknown) => {
    if (done.value === undefined) throw error;
    return done.value;
  });
}

/** Lets a transaction wait for other connections as long as it must, whatever the server's limits are. */
async function keepOpen(transaction: Transaction<Database>): Promise<void> {
  await sql`select set_config(name, '0', true) from pg_settings
    where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(transaction);
}

/**
 * Takes the table's lock, then tries for the advisory one, in one round trip. The mode is the weakest that excludes
 * itself: it leaves the server's fast locks of other tables alone.
 */
async function take(transaction: Transaction<Database>, name: LockName, wait: "" | "nowait"): Promise<boolean> {
  const { rows } = await sql
    .raw<{ isTaken: boolean }>(
      `lock table ${lockTables[name]} in share update exclusive mode ${wait};
       select pg_try_advisory_xact_lock(${advisory(name)}) as "isTaken"`,
    )
    .execute(transaction);
  return rows[0]?.isTaken === true;
}

/** Returns who holds the lock. One of us has the right to lock the table; a stranger holds the advisory lock alone. */
async function holderOf(
  transaction: Transaction<Database>,
  name: LockName,
): Promise<"nobody" | "one of us" | "a stranger"> {
  // Within a transaction, `pg_stat_activity` stays as it was first read.
  const { rows } = await sql
    .raw<{ isOurs: boolean }>(
      `select pg_stat_clear_snapshot();
       select coalesce(has_table_privilege(usesysid, to_regclass('${lockTables[name]}'), 'update'),
         usename = session_user, false) as "isOurs"
       from pg_locks left join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint, objid::bigint) = (${advisory(name)})`,
    )
    .execute(transaction);
  if (rows.length === 0) return "nobody";
  return rows.some(({ isOurs }) => isOurs) ? "one of us" : "a stranger";
}

/**
 * Waits while an instance of 0.2.x, which knows only the advisory lock, holds it; goes on without it while a stranger
 * does. It is also all that there is for a store of 0.2.x, and for a restore, which moves the tables.
 */
export async function waitForEarlierVersion(transaction: Transaction<Database>, name: LockName): Promise<void> {
  const { rows } = await sql<{ max: number }>`
    select setting::integer as max from pg_settings where name = 'lock_timeout'`.execute(transaction);
  const max = rows[0]?.max ?? 0;
  const began = performance.now();
  for (;;) {
    if ((await holderOf(transaction, name)) === "a stranger") return;
    const left = max === 0 ? maxWaitMs : began + max - performance.now();
    const wait = Math.max(1, Math.ceil(Math.min(left, maxWaitMs)));
    await sql.raw(`savepoint waiting; set local lock_timeout = ${wait}`).execute(transaction);
    try {
      await sql.raw(`select pg_advisory_xact_lock(${advisory(name)})`).execute(transaction);
      await sql.raw(`set local lock_timeout = ${max}; release savepoint waiting`).execute(transaction);
      return;
    } catch (error) {
      if (!isLocked(error) || (max !== 0 && left <= maxWaitMs)) throw error;
      await sql`rollback to savepoint waiting`.execute(transaction);
    }
  }
}
