import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { makeSums } from "./content-sums.ts";
import type { Database } from "./database.ts";
import * as frontDesk from "./migrations/0001-front-desk.ts";
import * as inbox from "./migrations/0002-inbox.ts";
import * as channels from "./migrations/0003-channels.ts";
import * as keeping from "./migrations/0004-keeping.ts";
import * as sums from "./migrations/0005-sums.ts";

/** In the order of their names; a name that has been released never changes. */
const migrations: Record<string, Migration> = {
  "0001-front-desk": frontDesk,
  "0002-inbox": inbox,
  "0003-channels": channels,
  "0004-keeping": keeping,
  "0005-sums": sums,
};

/** The store was written by a later version of this program. */
export class StoreTooNewError extends Error {}

/**
 * Brings the store to this version's schema; true where it was another. Its sums are made anew in the same transaction: a kill
 * between the two would leave a store whose rows fit no sum. @throws StoreTooNewError and touches nothing.
 */
export async function migrate(db: Kysely<Database>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const applied = await appliedMigrations(transaction);
    const unknown = unknownMigrations(applied);
    if (unknown.length > 0) throw new StoreTooNewError(`it holds the migration ${unknown.join(", ")}`);
    // The usual case: Kysely's own look at every table would take a part of each start.
    if (applied.length === Object.keys(migrations).length) return false;
    const provider = { getMigrations: () => Promise.resolve(migrations) };
    const { error, results = [] } = await new Migrator({ db: transaction, provider }).migrateToLatest();
    if (error !== undefined) throw new Error("the store could not be brought up to date", { cause: error });
    if (results.length > 0) await makeSums(transaction);
    return results.length > 0;
  });
}

/** Those of these names that this version does not know. */
export const unknownMigrations = (names: readonly string[]): string[] => names.filter((name) => !(name in migrations));

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await sql`select name from sqlite_master where name = 'kysely_migration'`.execute(db);
  if (tables.rows.length === 0) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map((row) => row.name);
}
