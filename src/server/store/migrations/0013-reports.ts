import type { Kysely } from "kysely";

/** Daily sums for reports, which erasures do not change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("report_sum")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("hour", "integer", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("class", "integer", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("report_sum_day").on("report_sum").column("day").execute();
}
