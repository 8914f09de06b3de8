import { type Kysely, sql } from "kysely";

/** The tables of `locks.ts`, which PostgreSQL alone needs. The first one exists already where a start has locked it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["lock_migrating", "lock_turn", "lock_order", "lock_clean_up", "lock_backup"]) {
    await sql`create table if not exists ${sql.ref(name)} (unused integer)`.execute(db);
    // An administrator's default privileges may have granted something.
    await sql`revoke all on ${sql.ref(name)} from public`.execute(db);
  }
}
