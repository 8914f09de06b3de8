import { append } from "#domain/lists.ts";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import { DatabaseUnfitError } from "../store-unavailable.ts";

/** The table that marks an unfinished restore; its one row names the schema of the old store. */
export const marker = "restore_unfinished";

/** The schema to which a restore moves the replaced store. */
export const replacedSchema = (at: number) =>
  `replaced_${new Date(at).toISOString().replaceAll(/[-:.]/g, "_").toLowerCase()}`;

/** Deletes stores replaced before a time: the retention of backups applies to them. Returns the schema names. */
export async function purgeReplaced(db: Kysely<Database>, before: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace
    where nspname ^@ 'replaced_'`.execute(db);
  const expired = rows.filter(({ name }) => {
    const [, day, time, ms] = /^replaced_(\d{4}_\d\d_\d\d)t(\d\d_\d\d_\d\d)_(\d{3})z$/.exec(name) ?? [];
    if (day === undefined || time === undefined) return false;
    return Date.parse(`${day.replaceAll("_", "-")}T${time.replaceAll("_", ":")}.${ms}Z`) < before;
  });
  for (const { name } of expired) await sql`drop schema ${sql.ref(name)} cascade`.execute(db);
  return expired.map(({ name }) => name);
}

/** Returns which of these names of files a replaced store has. */
export async function namedByReplaced(db: Kysely<Database>, names: readonly string[]): Promise<string[]> {
  const { rows: schemas } = await sql<{ name: string }>`select nspname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname ^@ 'replaced_' and relname = 'attachment' and attname = 'stored_as' and not attisdropped`.execute(db);
  const found: string[] = [];
  for (const { name: schema } of schemas) {
    const { rows } = await sql<{ name: string }>`select stored_as as name from ${sql.ref(schema)}.attachment
      where stored_as in (select unnest(${names}::text[]))`.execute(db);
    append(
      found,
      rows.map(({ name }) => name),
    );
  }
  return found;
}

/**
 * The schema of the old store during an unfinished restore, empty if there was none; null if no restore is unfinished.
 */
export async function replacedSchemaOf(db: Kysely<Database>): Promise<string | null> {
  const { rows: found } = await sql<{
    isThere: boolean;
  }>`select to_regclass(${marker}) is not null as "isThere"`.execute(db);
  if (found[0]?.isThere !== true) return null;
  const { rows } = await sql<{ aside: string }>`select aside from ${sql.table(marker)}`.execute(db);
  return rows[0]?.aside ?? "";
}

/** Refuses to start on an unfinished restore. @throws DatabaseUnfitError */
export async function refuseUnfinished(db: Kysely<Database>): Promise<void> {
  if ((await replacedSchemaOf(db)) !== null)
    throw new DatabaseUnfitError("a restore into it was not finished: run it again (npm run restore)");
}
