import type { Kysely } from "kysely";

/** Adds MACs by the key outside the store to members, their links and sessions, and `owner_since` to owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const member = () => db.schema.alterTable("member");
  await member()
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await member().addColumn("mac", "text").execute();
  await member().addColumn("owner_since", "bigint").execute();
  await member().addColumn("owner_proposed_by", "text").execute();
  await member().addColumn("owner_proposed_at", "bigint").execute();
  // Existing sessions have none, and end.
  for (const table of ["one_time_link", "session"])
    await db.schema.alterTable(table).addColumn("mac", "text").execute();
}
