import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** The secret of this name; where there is none yet, `fresh` is kept, and one of two that race wins for both. */
export async function readSecret(db: Kysely<Database>, name: string, fresh: () => string): Promise<string> {
  await db
    .insertInto("secret")
    .values({ name, value: fresh() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** Forgets the secrets whose names begin with `prefix`, but the one of this name. */
export async function forgetOtherSecrets(db: Kysely<Database>, prefix: string, kept: string): Promise<void> {
  const names = (await db.selectFrom("secret").select("name").execute()).map(({ name }) => name);
  const others = names.filter((name) => name.startsWith(prefix) && name !== kept);
  if (others.length > 0) await db.deleteFrom("secret").where("name", "in", others).execute();
}
