import { type Kysely, sql } from "kysely";

/**
 * Into which other inquiry one is merged, and who takes turns. No foreign key: a copy of the table may insert either of
 * two inquiries first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("merged_into", "text").execute();
  await sql`create index inquiry_merged on inquiry (merged_into) where merged_into is not null`.execute(db);
  await db.schema
    .alterTable("assignment_turn")
    .addColumn("takes_turns", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
