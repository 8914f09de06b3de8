import { type Kysely, sql } from "kysely";

/**
 * Removes two indexes: `inquiry_kept_phone`, and `inquiry_kept_email` with `inquiry_binned`, find what they found. The
 * places of their rows are random, so that each erased inquiry wrote a page of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["inquiry_phone", "inquiry_email"]) await sql`drop index if exists ${sql.ref(name)}`.execute(db);
}
