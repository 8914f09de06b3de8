import { AsyncResource } from "node:async_hooks";
import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";

/**
 * A write may run twice, each time in a separate transaction, so it must change nothing but the store. What it passes
 * to `end` runs after the group's writes.
 */
type Write<T> = (transaction: Transaction<Database>, end: GroupEnd) => Promise<T>;

interface Waiting {
  write: Write<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** A write of the group failed: run the others again, separately. */
class WriteFailedError extends Error {}

/**
 * A group is complete after this many turns of the event loop without a new write: twice the turns between two requests
 * (`fair-scheduler.ts`).
 */
const quietTurns = 8;
/** Max wait for a group, in milliseconds. */
const maxWaitMs = 8;

/**
 * Runs concurrent writes in one transaction, so that they share its sync. A failing write does not affect the others.
 * Promises resolve after the commit.
 */
export function createGroupCommit(
  db: Kysely<Database>,
  engine: Engine,
  deliveries: () => SetUpDeliveries = () => none,
): GroupCommit {
  const alone = createGroups(db, engine, deliveries, true);
  const beside = engine.partsGroups ? createGroups(db, engine, deliveries, false) : alone;
  return (run, options) => (options?.readsNothing === true ? beside(run) : alone(run));
}

/** `readsNothing`: the write does not depend on anything it has read, so it needs no exclusive transaction. */
export type GroupCommit = <T>(run: Write<T>, options?: { readsNothing: true }) => Promise<T>;

function createGroups(db: Kysely<Database>, engine: Engine, deliveries: () => SetUpDeliveries, isAlone: boolean) {
  let waiting: Waiting[] = [];
  let since = 0;
  let quiet = 0;
  let running = 0;

  /** Runs a group without savepoints: at each one SQLite would flush the pending changes of the search index. */
  async function runTogether(group: readonly Waiting[]): Promise<Array<() => void>> {
    return engine.transact(db, isAlone, async (transaction) => {
      const outcomes: Array<() => void> = [];
      const end = createGroupEnd(engine, deliveries());
      try {
        for (const { write, resolve } of group) {
          const value = await write(transaction, end);
          outcomes.push(() => resolve(value));
        }
        await end.run(transaction);
      } catch (error) {
        throw new WriteFailedError("a write failed", { cause: error });
      }
      return outcomes;
    });
  }

  /** Each write in its own savepoint. */
  async function runApart(group: readonly Waiting[]): Promise<Array<() => void>> {
    return engine.transact(db, isAlone, async (transaction) => {
      const outcomes: Array<() => void> = [];
      for (const { write, resolve, reject } of group) {
        const end = createGroupEnd(engine, deliveries());
        await sql`savepoint one_write`.execute(transaction);
        try {
          const value = await write(transaction, end);
          await end.run(transaction);
          await sql`release savepoint one_write`.execute(transaction);
          outcomes.push(() => resolve(value));
        } catch (error) {
          if (error instanceof StoreUnavailableError) throw error;
          await sql`rollback to savepoint one_write`.execute(transaction);
          outcomes.push(() => reject(error));
        }
      }
      return outcomes;
    });
  }

  async function flush(): Promise<void> {
    const group = waiting;
    waiting = [];
    running += 1;
    try {
      const outcomes = await runTogether(group).catch((error: unknown) => {
        if (!(error instanceof WriteFailedError)) throw error;
        // A disk fault would fail every write, and has already rolled back the transaction.
        if (group.length === 1 || error.cause instanceof StoreUnavailableError) throw error.cause;
        return runApart(group);
      });
      for (const settle of outcomes) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      if (waiting.length > 0 && running === engine.maxGroups - 1) void flush();
    }
  }

  function turn(): void {
    quiet += 1;
    if (quiet < quietTurns && performance.now() - since < maxWaitMs) setImmediate(turn);
    else if (waiting.length > 0 && running < engine.maxGroups) void flush();
  }

  return function write<T>(run: Write<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // A trace shows the statements with their caller, not with the one who began the group.
      const caller = new AsyncResource("write");
      const bound: Write<T> = (transaction, end) => caller.runInAsyncScope(run, undefined, transaction, end);
      // `flush` calls each `resolve` with the value of its own `write`, so the types match.
      waiting.push({ write: bound, resolve: resolve as (value: unknown) => void, reject });
      quiet = 0;
      if (waiting.length > 1) return;
      since = performance.now();
      setImmediate(turn);
    });
  };
}

/** Whether events of inquiries are sent to a webhook, and whether members can be mailed. */
export interface SetUpDeliveries {
  hasWebhook: boolean;
  hasMail: boolean;
}

const none: SetUpDeliveries = { hasWebhook: false, hasMail: false };

type Step = (transaction: Transaction<Database>) => Promise<void>;

export type GroupEnd = ReturnType<typeof createGroupEnd>;

/**
 * Collects work of a group's writes for its end, where it runs together and in commit order, and says which deliveries
 * are set up.
 */
export function createGroupEnd(engine: Pick<Engine, "enterOrder" | "insertAll">, deliveries = none) {
  const steps: Step[] = [];
  const counts = new Map<InquiryStatus, number>();
  const changes: Array<Insertable<Database["inbox_change"]>> = [];

  return {
    ...deliveries,

    step: (step: Step): void => void steps.push(step),

    /** Changes the counter of a status. */
    count: (status: InquiryStatus, increment: 1 | -1): void =>
      void counts.set(status, (counts.get(status) ?? 0) + increment),

    /** Adds an event for open inboxes, or those of one member; they use its number as their cursor. */
    recordInboxEvent(
      inquiryId: string,
      kind: Database["inbox_change"]["kind"],
      now: number,
      memberId: string | null = null,
    ): void {
      changes.push({ inquiry_id: inquiryId, kind, created_at: now, member_id: memberId });
    },

    async run(transaction: Transaction<Database>): Promise<void> {
      for (const step of steps) await step(transaction);
      if (changes.length === 0) return;
      await engine.enterOrder(transaction);
      if (counts.size > 0)
        await transaction
          .insertInto("inquiry_count")
          .values([...counts].map(([status, count]) => ({ status, count })))
          .onConflict((conflict) =>
            conflict
              .column("status")
              .doUpdateSet((e) => ({ count: e("inquiry_count.count", "+", e.ref("excluded.count")) })),
          )
          .execute();
      await engine.insertAll(transaction, "inbox_change", changes);
    },
  };
}

/**
 * A group commit that remembers whether the last write failed. `check` reads and, after a fault, rewrites one page
 * unchanged, so that recovery needs no visitor's request.
 */
export function createWatchedCommit(db: Kysely<Database>, engine: Engine, deliveries: () => SetUpDeliveries) {
  const commit = createGroupCommit(db, engine, deliveries);
  let isFailing = false;
  let lastFree = -Infinity;
  let waiting: Promise<void> | undefined;

  /** Waits for the locks of writes, at most once a second, and once for all who ask in the meantime. */
  function awaitLocks(): Promise<void> {
    if (performance.now() - lastFree < 1000) return Promise.resolve();
    return (waiting ??= engine
      .awaitLocks(db)
      .then(() => void (lastFree = performance.now()))
      .finally(() => (waiting = undefined)));
  }

  const write: GroupCommit = async (run, options) => {
    try {
      const value = await commit(run, options);
      isFailing = false;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) isFailing = true;
      throw error;
    }
  };

  return {
    write,
    /** @throws StoreUnavailableError if the store does not respond, still cannot be written, or its locks are held. */
    check: async (): Promise<void> => {
      await sql`select 1`.execute(db);
      await awaitLocks();
      if (!isFailing) return;
      await write((transaction) => engine.tryWriting(transaction), { readsNothing: true });
    },
  };
}
