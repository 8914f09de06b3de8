import type { Kysely } from "kysely";
import { contentHash } from "../../lib/tokens.ts";
import type { Database } from "../database.ts";
import { markName } from "../files/shared-files.ts";
import { partRows, storeOf, unlessAway, wholeOf } from "../files/stored-files.ts";
import { gramsOf, searchedFrom, searchedText } from "../search-text.ts";
import { type Fillable, TransferError, type Readable, type Progress } from "./ends.ts";
import {
  type Cell,
  createRowSum,
  sameSum,
  type TableChecksums,
  type TableName,
  tableNames,
  tablePlans,
} from "./tables.ts";

/** Batch size: max rows in memory. */
const batchSize = 500;

type Row = Record<string, Cell>;
type AnyTables = Record<string, Row>;

/** All rows of a table, in batches. */
async function* readRows(db: Kysely<Database>, table: TableName, columns: readonly string[]): AsyncGenerator<Row[]> {
  const { key } = tablePlans[table];
  for (let last: Cell = null; ;) {
    const rows = await (db as unknown as Kysely<AnyTables>)
      .selectFrom(table)
      .select([...columns])
      .$if(last !== null, (query) => query.where(key, ">", last))
      .orderBy(key)
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.[key] ?? null;
  }
}

/** The rows of a table as they are copied: contents of files go along in the database, wherever they were. */
async function* rowsToCopy(from: Readable, table: TableName, columns: readonly string[]): AsyncGenerator<Row[]> {
  // Names of what stays behind.
  if (table === "erased_file") return;
  const moved = table === "attachment_part" ? await partlyMoved(from.db) : undefined;
  for await (const rows of readRows(from.db, table, columns)) {
    const left = rows.filter((row) => {
      if (moved !== undefined) return !moved.has(String(row["attachment_id"]));
      // The place of the files stays that of the old store.
      return table !== "secret" || row["name"] !== markName;
    });
    if (left.length > 0) yield table === "attachment" ? left.map((row) => ({ ...row, stored_as: null })) : left;
  }
  if (table === "attachment_part") yield* outsideParts(from);
}

/** The files that are outside of the database, but whose parts are not deleted yet. */
async function partlyMoved(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db
    .selectFrom("attachment_part as part")
    .innerJoin("attachment", "attachment.id", "part.attachment_id")
    .select("attachment.id")
    .distinct()
    .where("stored_as", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function* outsideParts({ db, files }: Readable): AsyncGenerator<Row[]> {
  for await (const rows of readRows(db, "attachment", ["number", "id", "inquiry_id", "content_hash", "stored_as"])) {
    for (const { id, inquiry_id: inquiryId, content_hash: hash, stored_as: name } of rows) {
      if (name === null) continue;
      const read = async () => wholeOf(storeOf(files, String(name)).read(String(name)));
      const content = await read().catch((error: unknown) => unlessAway(error, null));
      if (content === null || contentHash(content) !== hash) throw await damagedFile(db, String(inquiryId));
      yield [...partRows(String(id), content)];
    }
  }
}

async function damagedFile(db: Kysely<Database>, inquiryId: string): Promise<TransferError> {
  const row = await db.selectFrom("inquiry").select("reference").where("id", "=", inquiryId).executeTakeFirst();
  return new TransferError(
    `a file of the inquiry ${row?.reference} is missing or was changed; put it back from a backup, or erase the inquiry`,
  );
}

/** The count and the sum of each table that the store has. `progress` receives the number of rows read so far. */
export async function sumTables(
  store: Readable,
  progress: (rows: number) => void = () => undefined,
): Promise<TableChecksums> {
  const sums: Partial<TableChecksums> = {};
  for (const table of tableNames) {
    const columns = await store.columnsOf(table);
    // A restored backup of an older schema does not have it yet.
    if (columns.length === 0) continue;
    const { add, total } = createRowSum();
    for await (const rows of readRows(store.db, table, columns)) {
      for (const row of rows) add(columns.map((column) => row[column] ?? null));
      progress(rows.length);
    }
    sums[table] = total;
  }
  return sums as TableChecksums;
}

/**
 * Copies every row from one store to a new one, builds the search index there, and reads everything again.
 * @throws TransferError if the copy differs
 */
export async function copyRows(from: Readable, to: Fillable, progress: Progress): Promise<TableChecksums> {
  let all = 0;
  for (const table of tableNames) {
    const counted = from.db.selectFrom(table).select((e) => e.fn.countAll().as("rows"));
    all += Number((await counted.executeTakeFirstOrThrow()).rows);
  }
  const sent: Partial<TableChecksums> = {};
  let done = 0;
  for (const table of tableNames) {
    const columns = await from.columnsOf(table);
    const others = await to.columnsOf(table);
    if (columns.join() !== others.join())
      throw new TransferError(`the table ${table} has other columns there (${others.join(", ")})`);
    const { add, total } = createRowSum();
    for await (const rows of rowsToCopy(from, table, columns)) {
      for (const row of rows) add(columns.map((column) => whole(row[column] ?? null, table)));
      await (to.db as unknown as Kysely<AnyTables>).insertInto(table).values(rows).execute();
      if (table === "inquiry") await indexInquiries(from, to, rows);
      done += rows.length;
      progress("Copying", done, all);
    }
    sent[table] = total;
    const { numbered } = tablePlans[table];
    if (numbered !== undefined) await to.continueAfter(table, numbered, await from.lastNumber(table, numbered));
  }
  let read = 0;
  const arrived = await sumTables(to, (rows) => progress("Checking", (read += rows), all));
  for (const table of tableNames) {
    const [gone, come] = [sent[table], arrived[table]];
    if (gone === undefined || !sameSum(gone, come))
      throw new TransferError(
        `the table ${table} has not arrived as it was: ${gone?.rows} rows were sent, ${come.rows} came`,
      );
  }
  return arrived;
}

/** PostgreSQL cannot store NUL, and our texts contain none. */
function whole(value: Cell, table: string): Cell {
  if (typeof value !== "string" || !value.includes("\0")) return value;
  throw new TransferError(`a text of the table ${table} holds a NUL, which is none of ours and cannot be kept there`);
}

/** Builds the index from the rows, since each engine has its own format. */
async function indexInquiries(from: Readable, to: Fillable, rows: readonly Row[]): Promise<void> {
  // Selected by the table's own columns.
  const inquiries = rows as unknown as Array<Parameters<typeof searchedFrom>[0] & { id: string; number: number }>;
  const ids = inquiries.map(({ id }) => id);
  const texts = new Map<string, string[]>();
  for (const table of ["inquiry_note", "inquiry_entry"] as const) {
    const found = await from.db
      .selectFrom(table)
      .select(["inquiry_id", "text"])
      .where("inquiry_id", "in", from.engine.listed.texts(ids))
      .execute();
    for (const { inquiry_id: id, text } of found) texts.set(id, [...(texts.get(id) ?? []), text]);
  }
  const entries = inquiries.map((row) => ({
    number: row.number,
    grams: gramsOf(searchedText(searchedFrom(row, texts.get(row.id) ?? []))),
  }));
  await to.engine.search.addMany(to.db, entries);
}
