import type { Kysely, Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";

/** A later version of this program has written the store. */
export class StoreTooNewError extends Error {}

/**
 * Migrates the store to this version's schema; true if anything was applied. `first` takes the lock against concurrent
 * migrations.
 * @throws StoreTooNewError, without changing anything.
 */
export async function migrate(
  db: Kysely<Database>,
  engine: Engine,
  first: (transaction: Transaction<Database>) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await first(transaction);
    return migrateWithin(transaction, engine);
  });
}

/** Migrates within a transaction. @throws StoreTooNewError */
export async function migrateWithin(transaction: Transaction<Database>, engine: Engine): Promise<boolean> {
  const { migrations } = engine;
  const applied = await appliedMigrations(transaction, engine);
  const unknown = unknownMigrations(applied, engine);
  if (unknown.length > 0) throw new StoreTooNewError(`it holds the migration ${unknown.join(", ")}`);
  // The usual case. Saves Kysely's inspection of every table at each start.
  if (applied.length === Object.keys(migrations).length) return false;
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error, results = [] } = await new Migrator({
    db: transaction,
    provider,
    ...(await engine.migrationPlace(transaction)),
  }).migrateToLatest();
  if (error !== undefined) throw new Error("the store could not be brought up to date", { cause: error });
  if (results.length > 0) await engine.migrated(transaction);
  return results.length > 0;
}

/** The migrations that this version does not know. */
export const unknownMigrations = (names: readonly string[], { migrations }: Pick<Engine, "migrations">): string[] =>
  names.filter((name) => !(name in migrations));

/** The names of the applied migrations; none if the store is new. */
export async function appliedMigrations(db: Kysely<Database>, engine: Engine): Promise<string[]> {
  if (!(await engine.hasTable(db, "kysely_migration"))) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map((row) => row.name);
}
