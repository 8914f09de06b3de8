import type { Kysely } from "kysely";

/** The sums that `store/integrity/table-checksums.ts` maintains per table, to detect damaged or lost rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("content_sum")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("columns", "text", (column) => column.notNull())
    .addColumn("sum", "bigint", (column) => column.notNull())
    .addColumn("added", "bigint", (column) => column.notNull())
    .addColumn("changed", "bigint", (column) => column.notNull())
    .addColumn("removed", "bigint", (column) => column.notNull())
    .execute();
}
