import { Kysely, type Transaction, type TransactionBuilder } from "kysely";
import pLimit from "p-limit";
import type { Database } from "../database.ts";
import { lock } from "./locks.ts";
import { isConflict } from "./pool.ts";

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
      // One transaction per program waits in the database, so that the other connections stay free for reads.
      this.#inTurn(() =>
        persistently(() =>
          execute(async (transaction) => {
            await lock(transaction, "turn");
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
 * The builder, executing transactions through `around`; the function that `around` passes to `execute` runs first in
 * each.
 */
function executing(
  builder: TransactionBuilder<Database>,
  around: <T>(execute: (first: (transaction: Transaction<Database>) => Promise<void>) => Promise<T>) => Promise<T>,
): TransactionBuilder<Database> {
  const execute = builder.execute.bind(builder);
  builder.execute = <T>(run: (transaction: Transaction<Database>) => Promise<T>) =>
    around<T>((first) =>
      execute(async (transaction) => {
        await first(transaction);
        return run(transaction);
      }),
    );
  return builder;
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
