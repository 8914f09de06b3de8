import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** The mark of a store that was moved: a row of the table of secrets, which both engines have. */
const mark = "moved to";

/** Where the store was moved to, in words; null if it was not. */
export async function movedTo(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("secret").select("value").where("name", "=", mark).executeTakeFirst();
  return row?.value ?? null;
}

/** Marks a store as moved to `place`; null removes the mark. */
export async function setMoved(db: Kysely<Database>, place: string | null): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("secret").where("name", "=", mark).execute();
    if (place !== null) await transaction.insertInto("secret").values({ name: mark, value: place }).execute();
  });
}
