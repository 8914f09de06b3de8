import { Kysely, sql, type Transaction, type TransactionBuilder } from "kysely";
import pLimit from "p-limit";
import type { Database } from "../database.ts";
import { isConflict } from "./pool.ts";

/** Keys of our advisory locks: two numbers each, the first of which is `ours`. */
export const locks = { ours: 0x66646573, migrating: 1, turn: 2, order: 3, cleanUp: 4, backup: 5 } as const;

/** Max attempts of a transaction after conflicts. */
const maxTries = 4;

/**
 * A database whose `transaction()` excludes every other one, in all programs on it, as in SQLite: what it has read
 * stays true until it ends, and the next one sees its writes. `beside()` does not wait.
 */
export class TurnTakingKysely extends Kysely<Database> {
  readonly #inTurn = pLimit(1);

  override transaction(): TransactionBuilder<Database> {
    return executing(super.transaction(), (execute) =>
      // Only one transaction per program waits in the database, so that the other connections stay free for reads.
      this.#inTurn(() =>
        persistently(() =>
          execute(async (transaction) => {
            await lock(transaction, locks.turn);
          }),
        ),
      ),
    );
  }

  beside(): TransactionBuilder<Database> {
    return executing(super.transaction(), (execute) => persistently(() => execute(async () => {})));
  }
}

/**
 * The builder, executing transactions through `how`; the function that `how` passes to `execute` runs first in each.
 */
function executing(
  builder: TransactionBuilder<Database>,
  how: <T>(execute: (first: (transaction: Transaction<Database>) => Promise<void>) => Promise<T>) => Promise<T>,
): TransactionBuilder<Database> {
  const execute = builder.execute.bind(builder);
  builder.execute = <T>(run: (transaction: Transaction<Database>) => Promise<T>) =>
    how<T>((first) =>
      execute(async (transaction) => {
        await first(transaction);
        return run(transaction);
      }),
    );
  return builder;
}

/** Held until the transaction ends. */
export async function lock(transaction: Transaction<Database>, name: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks.ours)}, ${sql.lit(name)})`.execute(transaction);
}

/** Releases a lock that a connection took, before it ends: a pool does not wait for the end of its connections. */
export async function unlock(connection: Kysely<Database>, name: number): Promise<void> {
  // A broken connection has lost its locks already.
  await sql`select pg_advisory_unlock(${sql.lit(locks.ours)}, ${sql.lit(name)})`
    .execute(connection)
    .catch(() => undefined);
}

async function persistently<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || !(isConflict(error) || (error instanceof Error && isConflict(error.cause))))
        throw error;
      await new Promise((resolve) => void setTimeout(resolve, Math.random() * 20 * tries));
    }
  }
}
