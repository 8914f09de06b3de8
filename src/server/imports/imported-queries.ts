import type { Kysely } from "kysely";
import type { Database } from "../store/database.ts";

const name = "imported";

/**
 * Returns whether inquiries were ever imported: those have the times of the other program, but numbers in the file's
 * order.
 */
export async function hasImported(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom("setting").select("name").where("name", "=", name).executeTakeFirst();
  return row !== undefined;
}

/** Notes an import within the transaction that adds the imported inquiries. The note stays when they are erased. */
export async function noteImport(transaction: Kysely<Database>): Promise<void> {
  await transaction
    .insertInto("setting")
    .values({ name, value: "true" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
