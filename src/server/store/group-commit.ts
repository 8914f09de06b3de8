import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";

type Write<T> = (transaction: Transaction<Database>) => Promise<T>;

interface Waiting {
  write: Write<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs all writes that wait in one turn of the event loop in one transaction, so that they share its sync.
 * Each has a savepoint of its own: one that fails takes no neighbour with it. A promise resolves after the commit.
 */
export function createGroupCommit(db: Kysely<Database>) {
  let waiting: Waiting[] = [];

  async function flush(): Promise<void> {
    const group = waiting;
    waiting = [];
    const outcomes: Array<() => void> = [];
    try {
      await db.transaction().execute(async (transaction) => {
        for (const { write, resolve, reject } of group) {
          await sql`savepoint one_write`.execute(transaction);
          try {
            const value = await write(transaction);
            await sql`release savepoint one_write`.execute(transaction);
            outcomes.push(() => resolve(value));
          } catch (error) {
            await sql`rollback to savepoint one_write`.execute(transaction);
            outcomes.push(() => reject(error));
          }
        }
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  return function write<T>(run: Write<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // `flush` hands each `resolve` the value of its own `write`, so the types belong together.
      waiting.push({ write: run, resolve: resolve as (value: unknown) => void, reject });
      if (waiting.length === 1) setImmediate(() => void flush());
    });
  };
}

export type GroupCommit = ReturnType<typeof createGroupCommit>;
