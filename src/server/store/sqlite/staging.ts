import { sql, type Transaction } from "kysely";
import { keepSums, makeSums, sumTriggers } from "../integrity/table-checksums.ts";
import type { Database } from "../database.ts";
import { asideName, dropEmpty, trying } from "../staging.ts";

/** See `Engine.remakeTables`. */
export async function remakeTables(
  transaction: Transaction<Database>,
  names: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  // This connection's triggers would follow a renamed table.
  const triggers = await sumTriggers(transaction, names);
  for (const trigger of triggers) await sql`drop trigger temp.${sql.id(trigger)}`.execute(transaction);
  for (const name of names) await setAside(transaction, name);
  await make();
  await makeSums(transaction, names);
  if (triggers.length > 0) await keepSums(transaction, names);
}

async function setAside(transaction: Transaction<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, coalesce(sql, '') as sql from sqlite_master
    where name = ${name} collate nocase and type in ('table', 'view', 'index')`.execute(transaction);
  const [found] = rows;
  if (found === undefined) return;
  const aside = await asideName(name, async (candidate) => {
    const known = await sql`select 1 from sqlite_master where name = ${candidate}`.execute(transaction);
    return known.rows.length > 0;
  });
  if (found.type !== "table") {
    // It has no rows and cannot be renamed: keep its definition as inert text.
    await sql`create table ${sql.id(aside)} (definition text)`.execute(transaction);
    await sql`insert into ${sql.id(aside)} values (${found.sql})`.execute(transaction);
    await sql`drop ${sql.raw(found.type)} ${sql.id(found.name)}`.execute(transaction);
    return;
  }
  if (await dropEmpty(transaction, found.name)) return;
  // Otherwise a view with a broken reference, whoever created it, would prevent the renaming.
  await sql`pragma legacy_alter_table = on`.execute(transaction);
  try {
    const rename = sql`alter table ${sql.id(found.name)} rename to ${sql.id(aside)}`;
    if (!(await trying(transaction, () => rename.execute(transaction))))
      await sql`drop table ${sql.id(found.name)}`.execute(transaction);
  } finally {
    await sql`pragma legacy_alter_table = off`.execute(transaction);
  }
}
