import { type QueryExecutorProvider, sql } from "kysely";
import type { GramCondition, SearchIndex } from "../engine.ts";

/** Max conditions that all have to be fulfilled: the index reads the whole lists of each one. */
const maxAsked = 3;
/** Number of a condition's newest inquiries that are read to estimate how rare it is. */
const sample = 20;

/** The n-grams in a contentless FTS5 table. */
export const sqliteSearch: SearchIndex = {
  removesByNumber: false,

  /**
   * Adds an inquiry, and deletes nothing: deleting and re-inserting in one transaction makes FTS5 lose other rows'
   * entries with `detail = none` and `secure-delete`.
   */
  async add(db, number, grams) {
    await sql`insert into inquiry_gram (rowid, grams) values (${number}, ${grams.join(" ")})`.execute(db);
  },

  async addMany(db, entries) {
    for (const { number, grams } of entries) await sqliteSearch.add(db, number, grams);
  },

  /** FTS5 needs the indexed n-grams for a deletion (https://sqlite.org/fts5.html#the_delete_command). */
  async remove(db, number, grams) {
    await sql`insert into inquiry_gram (inquiry_gram, rowid, grams)
      values ('delete', ${number}, ${grams.join(" ")})`.execute(db);
  },

  /**
   * Removes many inquiries with `secure-delete` off: FTS5 then adds a mark for each n-gram to a new segment, instead of
   * rewriting its page.
   */
  async removeMany(db, entries) {
    if ((await tracesIn(db)) !== "left") {
      await setMerging(db, merging.rare);
      await setTraces(db, "left");
    }
    await configure(db, "secure-delete", 0);
    const cells = entries.map(({ number, grams }) => [number, grams.join(" ")]);
    await sql`insert into inquiry_gram (inquiry_gram, rowid, grams)
      select 'delete', value ->> 0, value ->> 1 from json_each(${JSON.stringify(cells)})`.execute(db);
    await configure(db, "secure-delete", 1);
  },

  /**
   * Merges all segments of the index into one, which leaves out what is marked, `size` pages at a time
   * (https://sqlite.org/fts5.html#the_merge_command). A crash in between continues it.
   */
  async removeTraces(db, size) {
    const state = await tracesIn(db);
    if (state === undefined) return true;
    if (state === "left" || state === "left again") {
      const next = (await beginMerge(db, size)) || state === "left again" ? "merging" : "merging first";
      await setTraces(db, next);
      return false;
    }
    const before = await changesOf(db);
    await configure(db, "merge", size);
    // "If the difference is less than 2, the command was a no-op."
    if ((await changesOf(db)) - before >= 2) return false;
    if (state === "merging first") {
      await setTraces(db, "left again");
      return false;
    }
    await sql`delete from setting where name = ${traces}`.execute(db);
    return true;
  },

  async ask(db, condition) {
    const expression = await expressionOf(condition, reachIn(db));
    return (range) => find(db, expression, range);
  },
};

/** The setting that says whether marked n-grams are left in the index, and how far their removal is. */
const traces = "search-traces";

type Traces = "left" | "merging first" | "left again" | "merging";

async function tracesIn(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from setting where name = ${traces}`.execute(db);
  return rows[0]?.value;
}

async function setTraces(db: QueryExecutorProvider, state: Traces): Promise<void> {
  await sql`insert into setting (name, value) values (${traces}, ${state})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/**
 * Number of segments of one level that are merged: step by step with the next writes, or at once. While many are
 * marked, each merge rewrites what the pass at the end rewrites anyway.
 */
const merging = {
  /** The defaults of FTS5. */
  usual: { automerge: 4, crisismerge: 16 },
  /** One at once, with as many segments as the steps wait for, would take long. */
  rare: { automerge: 16, crisismerge: 64 },
};

async function setMerging(db: QueryExecutorProvider, values: (typeof merging)["usual"]): Promise<void> {
  for (const [name, value] of Object.entries(values)) await configure(db, name, value);
}

/** Gives the index a command or an option. Before an option FTS5 writes pending changes. */
async function configure(db: QueryExecutorProvider, name: string, value: number): Promise<void> {
  await sql`insert into inquiry_gram (inquiry_gram, rank) values (${name}, cast(${value} as integer))`.execute(db);
}

/**
 * Begins to merge all segments. Returns false if the result will still have the marks: FTS5 drops them only in what it
 * knows as the oldest segment, which is not so if all were on one level with several empty ones above.
 */
async function beginMerge(db: QueryExecutorProvider, size: number): Promise<boolean> {
  // Turns off automatic merges meanwhile: they would bring all onto one level.
  await configure(db, "automerge", 0);
  // FTS5 does not merge an index of one segment: adds two, which have nothing of an inquiry.
  const none = ["\ue000"];
  await configure(db, "secure-delete", 0);
  await sqliteSearch.add(db, 0, none);
  await configure(db, "secure-delete", 0);
  await sqliteSearch.remove(db, 0, none);
  await configure(db, "secure-delete", 1);
  // Lets a later step merge levels with fewer than four segments.
  await configure(db, "usermerge", 2);
  const { levels, used } = await levelsOf(db);
  await configure(db, "merge", -size);
  await setMerging(db, merging.usual);
  return used.length > 1 || (used[0] ?? 0) >= levels - 2;
}

/**
 * Returns the number of the index's levels, and which of them have segments, from its structure record as in
 * `fts5_index.c`.
 */
async function levelsOf(db: QueryExecutorProvider): Promise<{ levels: number; used: number[] }> {
  const { rows } = await sql<{ block: Uint8Array }>`select block from inquiry_gram_data where id = 10`.execute(db);
  const record = rows[0]?.block ?? new Uint8Array();
  // After the four bytes of a cookie.
  let at = 4;
  function next(): number {
    for (let value = 0; ;) {
      const byte = record[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  const [levels] = [next(), next(), next()];
  const used: number[] = [];
  for (let level = 0; level < levels; level += 1) {
    const [, segments] = [next(), next()];
    if (segments > 0) used.push(level);
    // Each has an id, a first and a last page.
    for (let skipped = 0; skipped < 3 * segments; skipped += 1) next();
  }
  return { levels, used };
}

async function changesOf(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Tells how far back the newest inquiries of an expression go: the rarer it is, the lower. */
type Reach = (expression: string) => Promise<number>;

/**
 * Returns the FTS5 expression. If all conditions must be fulfilled, it has only the rarest, estimated by the newest
 * inquiries that fulfil them.
 */
async function expressionOf(condition: GramCondition, reachOf: Reach): Promise<string> {
  if (typeof condition === "string") return `"${condition}"`;
  const isAll = "all" in condition;
  const parts: string[] = [];
  for (const part of isAll ? condition.all : condition.any) parts.push(await expressionOf(part, reachOf));
  const asked = isAll && parts.length > maxAsked ? await rarest(parts, reachOf) : parts;
  return asked.length === 1 ? asked.join("") : `(${asked.join(isAll ? " AND " : " OR ")})`;
}

async function rarest(expressions: readonly string[], reachOf: Reach): Promise<string[]> {
  const ranked: Array<{ expression: string; reach: number }> = [];
  for (const expression of expressions) {
    const reach = await reachOf(expression);
    ranked.push({ expression, reach });
    // No inquiry fulfils it, so none fulfils the whole condition.
    if (reach === -sample) break;
  }
  ranked.sort((a, b) => a.reach - b.reach);
  return ranked.slice(0, maxAsked).map(({ expression }) => expression);
}

/** Asks once for what several conditions have. */
function reachIn(db: QueryExecutorProvider): Reach {
  const known = new Map<string, number>();
  return async (expression) => {
    const before = known.get(expression);
    if (before !== undefined) return before;
    const found = await find(db, expression, { from: 0, before: Number.MAX_SAFE_INTEGER, max: sample });
    const reach = found.length < sample ? found.length - sample : (found.at(-1) ?? 0);
    known.set(expression, reach);
    return reach;
  };
}

async function find(
  db: QueryExecutorProvider,
  expression: string,
  { from, before, max }: { from: number; before: number; max: number },
): Promise<number[]> {
  // FTS5 applies the limits itself only if they are integers, and SQLite gets JavaScript's numbers as reals.
  const { rows } = await sql<{ rowid: number }>`
    select rowid from inquiry_gram
    where inquiry_gram match ${expression}
      and rowid < cast(${before} as integer) and rowid >= cast(${from} as integer)
    order by rowid desc limit ${max}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}
