import { type QueryExecutorProvider, sql } from "kysely";

/** The parts of the schema that programs may rely on, by name, with their definitions. */
export type Catalog = Map<string, string>;

/** Reads the tables, columns, functions, and everything that may reject a row. */
export async function readCatalog(db: QueryExecutorProvider): Promise<Catalog> {
  const { rows } = await sql<{ name: string; what: string }>`
    with ours as (select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
    select 'table ' || relname as name, '' as what from ours
    union all select 'column ' || relname || '.' || attname,
        format_type(atttypid, atttypmod) || case when attcollation = 0 then '' else ' ' || attcollation::regcollation::text end
          || case when attnotnull then ' not null' else '' end
          || case when atthasdef or attidentity <> '' then ' default' else '' end
      from pg_attribute join ours on ours.oid = attrelid where attnum > 0 and not attisdropped
    union all select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
      from pg_constraint join ours on ours.oid = conrelid
    union all select 'unique index ' || ours.relname || '.' || indexes.relname, pg_get_indexdef(indexrelid)
      from pg_index join ours on ours.oid = indrelid join pg_class indexes on indexes.oid = indexrelid
      where indisunique and indexrelid not in (select conindid from pg_constraint)
    union all select 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
    union all select 'function ' || proname, pg_get_functiondef(oid)
      from pg_proc where pronamespace = current_schema()::regnamespace and prokind = 'f'`.execute(db);
  return new Map(rows.map(({ name, what }) => [name, what]));
}

/**
 * The changes of a step that could break a program of the previous version; none if the step only adds. `retired` names
 * the tables and columns that no program has used since before this step's version.
 */
export function breakingChanges(before: Catalog, after: Catalog, retired: ReadonlySet<string>): string[] {
  const isRetired = (name: string) => {
    const [, place = ""] = name.split(/ (?=\S+$)/);
    return retired.has(place) || retired.has(place.split(".")[0] ?? "");
  };
  // The version before leaves such a column null, and no two nulls are equal.
  const isNewAndNullable = (name: string) => !before.has(name) && after.get(name)?.includes(" not null") === false;
  const found: string[] = [];
  for (const [name, what] of before) {
    const now = after.get(name);
    if (now === what || isRetired(name)) continue;
    const [, whole = ""] = /^column (\w+)\./.exec(name) ?? [];
    // Reported once, for the table.
    if (whole !== "" && !after.has(`table ${whole}`)) continue;
    // Removing a rule that rejected rows breaks nothing.
    const isRule = /^(constraint|unique index|trigger) /.test(name);
    if (now === undefined ? !isRule : !isWider(what, now))
      found.push(`${name} is ${now === undefined ? "gone" : "another"}`);
  }
  for (const [name, what] of after) {
    if (before.has(name)) continue;
    const [, table = ""] = /^(?:column|constraint|unique index|trigger) (\w+)\./.exec(name) ?? [];
    if (!before.has(`table ${table}`)) continue;
    const isNull = (column: string) => isNewAndNullable(`column ${table}.${column}`);
    // It follows what that version has written, and does nothing then.
    const [, needed] = /^CREATE TRIGGER \w+ AFTER .* WHEN \(\(old\.(\w+) IS NOT NULL\)\) /.exec(what) ?? [];
    const isHarmless = name.startsWith("unique index ")
      ? columnsOf(what).every(isNull)
      : needed !== undefined
        ? isNull(needed)
        : name.startsWith("column ") && (!what.includes(" not null") || what.endsWith(" default"));
    if (!isHarmless) found.push(`${name} is new, and may refuse what the version before writes`);
  }
  return found;
}

/** The columns in the definition of an index. */
function columnsOf(definition: string): string[] {
  return /\(([^()]*)\)$/.exec(definition)?.[1]?.split(", ") ?? [definition];
}

/** Returns whether a column accepts everything it accepted before. */
function isWider(before: string, after: string): boolean {
  const type = (what: string) => what.replace(/ not null| default/g, "");
  const keepsDefault = !before.endsWith(" default") || after.endsWith(" default") || !after.includes(" not null");
  return type(before) === type(after) && (before.includes(" not null") || !after.includes(" not null")) && keepsDefault;
}
