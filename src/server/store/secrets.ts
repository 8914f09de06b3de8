import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/**
 * The secret of this name. If there is none, stores `fresh`; of two concurrent calls, both get the first one stored.
 */
export async function readSecret(db: Kysely<Database>, name: string, fresh: () => string): Promise<string> {
  await db
    .insertInto("secret")
    .values({ name, value: fresh() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** Deletes the secrets whose names begin with `prefix`, except the one named `kept`. */
export async function forgetOtherSecrets(db: Kysely<Database>, prefix: string, kept: string): Promise<void> {
  const names = (await db.selectFrom("secret").select("name").execute()).map(({ name }) => name);
  const others = names.filter((name) => name.startsWith(prefix) && name !== kept);
  if (others.length > 0) await db.deleteFrom("secret").where("name", "in", others).execute();
}
