import { type Kysely, sql, type Transaction } from "kysely";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createGroupEnd, type GroupEnd } from "./group-end.ts";

/**
 * A write may run twice, each time in a transaction that knows nothing of the other, so it must change nothing but the store.
 * What it hands to `end` is done after the group's writes.
 */
type Write<T> = (transaction: Transaction<Database>, end: GroupEnd) => Promise<T>;

interface Waiting {
  write: Write<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** A write of the group failed: the others must be run again, apart from it. */
class WriteFailedError extends Error {}

/** A group is whole once nothing has joined it for so many turns of the event loop: twice as many as lie between two requests (`turns.ts`). */
const quietTurns = 8;
/** It waits for no more after so many milliseconds. */
const longestWait = 8;

/**
 * Runs all writes that come at about the same time in one transaction, so that they share its sync.
 * One that fails takes no neighbour with it. A promise resolves after the commit.
 */
export function createGroupCommit(db: Kysely<Database>, engine: Engine): GroupCommit {
  const alone = createGroups(db, engine, true);
  const beside = engine.partsGroups ? createGroups(db, engine, false) : alone;
  return (run, how) => (how?.readsNothing === true ? beside(run) : alone(run));
}

/** `readsNothing`: the write relies on nothing that it has read before, so that it need not be alone. */
export type GroupCommit = <T>(run: Write<T>, how?: { readsNothing: true }) => Promise<T>;

function createGroups(db: Kysely<Database>, engine: Engine, isAlone: boolean) {
  let waiting: Waiting[] = [];
  let since = 0;
  let quiet = 0;
  let running = 0;

  /** Without savepoints, at each of which SQLite would write out what the search index has gathered. */
  async function runTogether(group: readonly Waiting[]): Promise<Array<() => void>> {
    return engine.transact(db, isAlone, async (transaction) => {
      const outcomes: Array<() => void> = [];
      const end = createGroupEnd(engine);
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

  /** Each write in a savepoint of its own. */
  async function runApart(group: readonly Waiting[]): Promise<Array<() => void>> {
    return engine.transact(db, isAlone, async (transaction) => {
      const outcomes: Array<() => void> = [];
      for (const { write, resolve, reject } of group) {
        const end = createGroupEnd(engine);
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
        // A disk that fails would fail each of them, and has rolled the transaction back.
        if (group.length === 1 || error.cause instanceof StoreUnavailableError) throw error.cause;
        return runApart(group);
      });
      for (const settle of outcomes) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      if (waiting.length > 0 && running === engine.groupsAtOnce - 1) void flush();
    }
  }

  function turn(): void {
    quiet += 1;
    if (quiet < quietTurns && performance.now() - since < longestWait) setImmediate(turn);
    else if (waiting.length > 0 && running < engine.groupsAtOnce) void flush();
  }

  return function write<T>(run: Write<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // `flush` hands each `resolve` the value of its own `write`, so the types belong together.
      waiting.push({ write: run, resolve: resolve as (value: unknown) => void, reject });
      quiet = 0;
      if (waiting.length > 1) return;
      since = performance.now();
      setImmediate(turn);
    });
  };
}
