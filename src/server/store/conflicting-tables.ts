import { sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";

/**
 * A free name to rename a conflicting object to, such as `set_aside_1_channel_book`; `taken` returns whether a name is
 * in use.
 */
export async function freeName(name: string, taken: (candidate: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = `set_aside_${number}_${name}`;
    if (!(await taken(candidate))) return candidate;
  }
}

/** Runs something in a savepoint, rolled back on failure; returns whether it succeeded. */
export async function trying(transaction: Transaction<Database>, run: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint attempt`.execute(transaction);
  try {
    await run();
    await sql`release savepoint attempt`.execute(transaction);
    return true;
  } catch {
    await sql`rollback to savepoint attempt`.execute(transaction);
    await sql`release savepoint attempt`.execute(transaction);
    return false;
  }
}

/** Drops a table without rows; false if it has some, or cannot be dropped. */
export async function dropEmpty(transaction: Transaction<Database>, name: string): Promise<boolean> {
  return trying(transaction, async () => {
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(transaction);
    if (rows.length > 0) throw new Error("it has rows");
    await sql`drop table ${sql.id(name)}`.execute(transaction);
  });
}
