import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { toStored } from "#copy/server/stored.ts";
import { say } from "#copy/server/say.ts";
import { readReference } from "#domain/inquiries/inquiry.ts";
import { startSettings } from "#domain/settings.ts";
import { type Progress, progressOf } from "./integrity/commit-counter.ts";
import { hasChecksums } from "./integrity/table-checksums.ts";
import type { Database } from "./database.ts";
import { fileNameShape } from "./files/file-store.ts";
import { unmark } from "./transferred.ts";
import { day } from "#domain/time/durations.ts";

export interface Erasure {
  inquiryId: string;
  reason: Database["erasure"]["reason"];
  erasedAt: number;
}

/** Contents of a store that is about to be replaced or restored. */
export interface StoreFacts {
  migrations: string[];
  progress: Progress;
  /** When its newest inquiry was sent; null if it has none. */
  lastInquiryAt: number | null;
  inquiries: number;
  erasures: Erasure[];
}

/** Reads the facts without changing the file. @throws SQLite's error if it cannot be read */
export function readFacts(file: string): StoreFacts {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const all = (query: string) => database.prepare(query).all();
    // Stores from before the inbox have no such table.
    const hasErasures = all("select 1 from sqlite_schema where name = 'erasure'").length > 0;
    const erasures = hasErasures ? all("select inquiry_id, reason, erased_at from erasure") : [];
    const [last] = all("select max(created_at) as at, count(*) as count from inquiry");
    return {
      migrations: all("select name from kysely_migration order by name").map(({ name }) => String(name)),
      progress: hasChecksums(database) ? progressOf(database) : { changes: 0, inquiries: 0 },
      lastInquiryAt: typeof last?.["at"] === "number" ? last["at"] : null,
      inquiries: Number(last?.["count"] ?? 0),
      erasures: erasures.map((row) => ({
        inquiryId: String(row["inquiry_id"]),
        // The program writes no other reasons.
        reason: String(row["reason"]) as Erasure["reason"],
        erasedAt: Number(row["erased_at"]),
      })),
    };
  } finally {
    database.close();
  }
}

/** A file outside of the database, as the store knows it. */
export interface NamedFile {
  bytes: number;
  /** Hash of the content, made by `contentHash`. */
  sha256: string;
  /** Reference of its inquiry. */
  reference: string;
}

export interface NamedFiles {
  files: Map<string, NamedFile>;
  /** The references of the inquiries of other rows: their name, hash or size is none of ours, so nothing is read. */
  unreadable: string[];
}

/** A row that names a file, as it is read from a store or a dump. */
export type NamedRow = Record<"storedAs" | "hash" | "size" | "reference", unknown>;

/** Files that are missing, or are not what was stored, and the references of their inquiries. */
export interface LostFiles {
  count: number;
  inquiries: string[];
}

/** The files that a SQLite store names; none in a store of an earlier version. */
export function filesNamedBy(store: string): NamedFiles {
  const database = new DatabaseSync(store, { readOnly: true, timeout: 5000 });
  try {
    const columns = database.prepare("select name from pragma_table_info('attachment')").all();
    if (!columns.some(({ name }) => name === "stored_as")) return namedFiles([]);
    const rows = database
      .prepare(
        `select stored_as as storedAs, content_hash as hash, size, reference from attachment
          left join inquiry on inquiry.id = attachment.inquiry_id where stored_as is not null order by inquiry.number`,
      )
      .iterate();
    return namedFiles(rows as Iterable<NamedRow>);
  } finally {
    database.close();
  }
}

/**
 * The files that these rows name. Other programs can write there: what is no name, no hash or no size of ours could be
 * a path, and no backup could list it.
 */
export function namedFiles(rows: Iterable<NamedRow>): NamedFiles {
  const named: NamedFiles = { files: new Map(), unreadable: [] };
  for (const row of rows) {
    const name = String(row.storedAs);
    // Whatever another program has written there is not repeated.
    const reference = readReference(String(row.reference)) ?? "(unusual)";
    const file = { bytes: Number(row.size), sha256: String(row.hash), reference };
    if (fileNameShape.test(name) && isOurs(file)) named.files.set(name, file);
    else named.unreadable.push(reference);
  }
  return named;
}

/** Returns the lost files that a store names, with the rows under which nothing can be read. */
export function lostOf({ files, unreadable }: NamedFiles, isLost: (name: string) => boolean): LostFiles {
  const lost = [...files].filter(([name]) => isLost(name)).map(([, { reference }]) => reference);
  return { count: lost.length + unreadable.length, inquiries: [...new Set([...lost, ...unreadable])] };
}

const isOurs = ({ bytes, sha256 }: NamedFile): boolean =>
  /^[\w-]{43}$/.test(sha256) && Number.isSafeInteger(bytes) && bytes >= 0;

/**
 * The erasures to repeat in a backup that does not know them. Erasures by the bin's retention are not repeated: a
 * restore should bring back what was deleted by mistake or malice.
 */
export function erasuresToRepeat(erasures: readonly Erasure[], known: ReadonlySet<string>): Erasure[] {
  return erasures.filter(({ inquiryId, reason }) => reason !== "bin" && !known.has(inquiryId));
}

/**
 * The number of inquiries in the bin of a restored store, and of those whose retention restarts now because it had
 * expired.
 */
export interface RestoredBin {
  inquiries: number;
  renewed: number;
}

/**
 * Ends what was pending when the copy was made. Sessions, one-time links and API tokens end. Queued notifications may
 * have been sent long ago, also those of replies: they are not resent, but the team sees them and can resend them. The
 * bin's retention restarts where it had expired, so that nothing is erased immediately. A backup of a store that was
 * moved since can be served.
 */
export async function settleRestored(db: Kysely<Database>, now: number): Promise<RestoredBin> {
  const problem = toStored(say("delivery.restored"));
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("session").execute();
    await transaction.deleteFrom("one_time_link").execute();
    await transaction.deleteFrom("api_token").execute();
    await unmark(transaction);
    const waiting = transaction.selectFrom("outbox").select("id").where("state", "=", "waiting");
    // A reply has the id of its email, and shows its state.
    await transaction
      .updateTable("inquiry_entry")
      .set({ delivery: "dead", problem })
      .where("id", "in", waiting)
      .execute();
    await transaction
      .updateTable("outbox")
      .set({ state: "dead", problem, tried_at: now, settled_at: now })
      .where("state", "=", "waiting")
      .execute();
    const days = await daysInBin(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable("inquiry")
      .set({ binned_at: now })
      .where("binned_at", "<=", now - days * day)
      .executeTakeFirstOrThrow();
    const { count } = await transaction
      .selectFrom("inquiry")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("binned_at", "is not", null)
      .executeTakeFirstOrThrow();
    return { inquiries: Number(count), renewed: Number(numUpdatedRows) };
  });
}

/** Reads the days from the restored settings, which are not verified yet. A wrong value erases nothing here. */
async function daysInBin(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", "settings").executeTakeFirst();
  try {
    const { value }: { value: { binDays?: unknown } } = JSON.parse(row?.value ?? "");
    return typeof value.binDays === "number" ? value.binDays : startSettings.binDays;
  } catch {
    return startSettings.binDays;
  }
}
