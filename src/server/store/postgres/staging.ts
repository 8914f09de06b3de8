import { sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import { asideName, dropEmpty } from "../staging.ts";

/** See `Engine.remakeTables`. */
export async function remakeTables(
  transaction: Transaction<Database>,
  names: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  for (const name of names) await setAside(transaction, name);
  await make();
}

async function setAside(transaction: Transaction<Database>, name: string): Promise<void> {
  const kind = async (of: string) => {
    const { rows } = await sql<{ kind: string }>`select relkind as kind from pg_class
      where relname = ${of} and relnamespace = current_schema()::regnamespace`.execute(transaction);
    return rows[0]?.kind;
  };
  const isType = async (of: string) => {
    const { rows } = await sql`select 1 from pg_type
      where typname = ${of} and typnamespace = current_schema()::regnamespace`.execute(transaction);
    return rows.length > 0;
  };
  const aside = await asideName(name, async (of) => (await kind(of)) !== undefined || isType(of));
  const found = await kind(name);
  // Rules, triggers and references stay with the renamed table. The same statement also renames views, indexes and
  // sequences.
  if (found !== undefined && found !== "c" && !(found === "r" && (await dropEmpty(transaction, name))))
    await sql`alter table ${sql.id(name)} rename to ${sql.id(aside)}`.execute(transaction);
  // A table creates a type of the same name, which may be taken.
  if (await isType(name)) await sql`alter type ${sql.id(name)} rename to ${sql.id(aside)}`.execute(transaction);
}
