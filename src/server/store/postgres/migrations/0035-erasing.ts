import { type Kysely, sql } from "kysely";

/** The table of the lock under which one instance erases what is past its retention, beside the hourly clean-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lock_retention (unused integer)`.execute(db);
  // An administrator's default privileges may have granted something.
  await sql`revoke all on lock_retention from public`.execute(db);
}
