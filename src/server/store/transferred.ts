import type { Kysely } from "kysely";
import { ConfigError } from "../lib/errors.ts";
import type { Database } from "./database.ts";

/** The mark of a store that was moved: a row of the table of secrets, which both engines have. */
const mark = "moved to";

/** Returns where the store was moved to, in words; null if it was not. */
export async function transferredTo(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom("secret").select("value").where("name", "=", mark).executeTakeFirst();
  return row?.value ?? null;
}

/** Marks a store as moved to `place`; null removes the mark. */
export async function setTransferred(db: Kysely<Database>, place: string | null): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await unmark(transaction);
    if (place !== null) await transaction.insertInto("secret").values({ name: mark, value: place }).execute();
  });
}

export async function unmark(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("secret").where("name", "=", mark).execute();
}

/** A store that was moved would get inquiries that the new one misses, or backups without them. @throws ConfigError */
export function refuseTransferred(
  place: string | null,
  { dataDir, database }: { dataDir: string; database?: object | undefined },
): void {
  if (place === null) return;
  const what = database === undefined ? `DATA_DIR: the store in ${dataDir}` : "DATABASE_URL: this store";
  throw new ConfigError(
    `${what} was moved to ${place} (npm run move): serve that one. To serve this one again, which misses what the ` +
      "other one got: npm run admin -- serve-again",
  );
}
