import { append } from "#domain/lists.ts";
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { addWebhookEvents } from "../notifications/message-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine, SearchIndex } from "../store/engine.ts";
import type { StoredFiles } from "../store/files/stored-files.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { gramsOf, searchedText } from "../store/search-text.ts";
import { searchedTextsOf } from "./inquiry-queries.ts";
import { releaseMerged } from "./merge-event-queries.ts";

export type ErasureStore = ReturnType<typeof createErasureStore>;

/**
 * `stale`: somebody changed it since that version, so it is not erased. `gone`: it did not exist or was in the bin
 * already.
 */
export type ErasureOutcome = "erased" | "stale" | "gone";

export type ErasureReason = Database["erasure"]["reason"];

/**
 * `entryOf` makes the audit entry for each id; `inBin` skips those that were restored in the meantime, `over` those
 * that somebody has written to or reopened. `leavesTraces`: as `SearchIndex.removeMany`, until `removeTraces`.
 */
interface Erasing {
  entryOf?: (inquiryId: string) => AuditDraft;
  inBin?: boolean | undefined;
  over?: Over | undefined;
  leavesTraces?: boolean;
}

/** Inquiries at once, and whether so many of a transaction are enough. */
interface Parts {
  size: number;
  isEnough: (done: number) => boolean;
}

export type ErasingEngine = Pick<Engine, "search" | "listed" | "unindexed" | "insertAll">;

/** Finds inquiries that are due, and erases them. */
export function createErasureStore(
  db: Kysely<Database>,
  engine: ErasingEngine & Pick<Engine, "purgeErased" | "rewrite" | "erasing">,
  write: GroupCommit,
  slow: SlowErasureQueries,
  stored: Pick<StoredFiles, "tryRemoving">,
) {
  /** Whether any inquiry is old enough to run a slow query: usually none is. */
  async function isAnyAged(cutoffs: Over): Promise<boolean> {
    const aged = await db
      .selectFrom("inquiry")
      .select("number")
      .where((e) => e.or([closedBefore(cutoffs.closed), openSince(cutoffs.untouched)]))
      .limit(1)
      .executeTakeFirst();
    return aged !== undefined;
  }

  /** Returns what to remove from the search index at the end. */
  async function erasePart(
    { transaction, end }: { transaction: Transaction<Database>; end: GroupEnd },
    numbers: readonly number[],
    reason: ErasureReason,
    now: number,
    { entryOf, inBin = false, over }: Erasing,
  ): Promise<Indexed> {
    const asked = over === undefined ? numbers : await stillOver(transaction, engine, numbers, over);
    const found = await transaction
      .selectFrom("inquiry")
      .selectAll()
      .where("number", "in", engine.listed.numbers(asked))
      .orderBy("number")
      .execute();
    const rows = inBin ? found.filter(({ status }) => status === "binned") : found;
    const indexed = await eraseUnindexed(rows, { transaction, end, engine }, reason, now);
    if (entryOf !== undefined)
      await appendAudit(
        transaction,
        rows.map(({ id }) => entryOf(id)),
        engine.insertAll,
      );
    return indexed;
  }

  /**
   * Erases the first of these in one transaction: as many parts as it takes until it `isEnough`. Returns how many it
   * was about, and how many of these still existed.
   */
  async function eraseSome(
    numbers: readonly number[],
    reason: ErasureReason,
    now: number,
    { parts = { size: numbers.length, isEnough: () => true }, ...options }: Erasing & { parts?: Parts } = {},
  ): Promise<{ done: number; erased: number }> {
    const outcome = await write(async (transaction, end) => {
      const indexed: Array<Indexed[number]> = [];
      let done = 0;
      do {
        const part = numbers.slice(done, done + parts.size);
        append(indexed, await erasePart({ transaction, end }, part, reason, now, options));
        done += part.length;
      } while (done < numbers.length && !parts.isEnough(done));
      end.step((last) => removeIndexed(last, engine.search, indexed, options.leavesTraces));
      return { done, erased: indexed.length };
    });
    if (outcome.erased > 0) await stored.tryRemoving();
    return outcome;
  }

  return {
    /** Limits of a batch of a long run. */
    batches: engine.erasing,

    /** The numbers of up to `max` inquiries that are over. */
    numbersOver: async (cutoffs: Over, max: number): Promise<number[]> =>
      (await isAnyAged(cutoffs)) ? slow.numbersOver(cutoffs, max) : [],

    /** Counts the inquiries that are due, up to `max`: counting all of a million takes twelve seconds. */
    countOver: async (cutoffs: Over, max: number): Promise<number> =>
      (await isAnyAged(cutoffs)) ? slow.countOver(cutoffs, max) : 0,

    /** Erases these in one transaction and returns how many still existed. */
    async erase(
      numbers: readonly number[],
      reason: ErasureReason,
      now: number,
      options: Erasing = {},
    ): Promise<number> {
      return (await eraseSome(numbers, reason, now, options)).erased;
    },

    eraseSome,

    /** Removes what `leavesTraces` has left, in one short step of up to `size`; true once nothing is left. */
    removeTraces: (size: number): Promise<boolean> =>
      write((transaction) => engine.search.removeTraces(transaction, size)),

    /** Removes copies of erased rows from the store's file, if it is small; a larger one waits for the night. */
    rewriteErased: (): Promise<boolean> => engine.rewrite(db, "afterErasing"),

    /** Purges erased data outside of the rows as well; false if something prevents that for now. */
    async purgeErased(): Promise<boolean> {
      const isRemoved = await stored.tryRemoving();
      return (await engine.purgeErased(db)) && isRemoved;
    },

    /** Removes an address from answers that came from it by email, on others' inquiries. Reads all entries. */
    async removeSender(email: string): Promise<void> {
      await db
        .updateTable("inquiry_entry")
        .set({ sender: null })
        .where((e) => e(e.fn<string>("lower", ["sender"]), "=", email.toLowerCase()))
        .execute();
    },

    /** The numbers of the inquiries sent with this address, ignoring case, also of those in the bin. */
    async numbersByEmail(email: string): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => {
          // Two halves, since SQLite has an index for each.
          const isFrom = e("email_key", "=", email.toLowerCase());
          return e.or([isFrom.and("binned_at", "is", null), isFrom.and("binned_at", "is not", null)]);
        })
        .execute();
      return rows.map(({ number }) => number);
    },
  };
}

type SlowErasureQueries = ReturnType<typeof createSlowErasureQueries>;

/** The queries for what is due, which scan many inquiries. */
export function createSlowErasureQueries(db: Kysely<Database>) {
  return {
    numbersOver: (cutoffs: Over, max: number): Promise<number[]> => numbersOver(db, cutoffs, max),

    async countOver(cutoffs: Over, max: number): Promise<number> {
      const count = async (query: ReturnType<typeof closedOver>, left: number) => {
        const { rows } = await db
          .selectFrom(query.limit(left).as("over"))
          .select((e) => e.fn.countAll<number>().as("rows"))
          .executeTakeFirstOrThrow();
        return Number(rows);
      };
      const closed = await count(closedOver(db, cutoffs), max);
      return closed + (await count(openOver(db, cutoffs), max - closed));
    },
  };
}

/** Inquiries closed before `closed`; and others sent before `untouched`, without a change, note or entry since then. */
export interface Over {
  closed: number;
  untouched: number;
}

/** The numbers of up to `max` inquiries that are over. */
async function numbersOver(db: Kysely<Database>, cutoffs: Over, max: number): Promise<number[]> {
  const closed = await closedOver(db, cutoffs).limit(max).execute();
  const open = await openOver(db, cutoffs)
    .limit(max - closed.length)
    .execute();
  return [...closed, ...open].map(({ number }) => number);
}

/** Returns which of `numbers` are still due, by number: an index by time would find all that are due. */
async function stillOver(
  db: Kysely<Database>,
  engine: ErasingEngine,
  numbers: readonly number[],
  cutoffs: Over,
): Promise<number[]> {
  const column: typeof byIndex = (name) => engine.unindexed(name);
  const found = [closedOver(db, cutoffs, column), openOver(db, cutoffs, column)].map((query) =>
    query.where("number", "in", engine.listed.numbers(numbers)).execute(),
  );
  return (await Promise.all(found)).flat().map(({ number }) => number);
}

/** A column of `inquiry` whose index the planner may use. */
const byIndex = (name: "closed_at" | "created_at"): RawBuilder<unknown> => sql.ref(name);

const closedOver = (db: Kysely<Database>, cutoffs: Over, column = byIndex) =>
  db.selectFrom("inquiry").select("number").where(closedBefore(cutoffs.closed, column));

const openOver = (db: Kysely<Database>, cutoffs: Over, column = byIndex) =>
  db
    .selectFrom("inquiry")
    .select("number")
    .where(openSince(cutoffs.untouched, column))
    .where((e) => {
      const touched = (table: "inquiry_event" | "inquiry_note" | "inquiry_entry") =>
        e
          .selectFrom(table)
          .select("inquiry_id")
          .whereRef("inquiry_id", "=", "inquiry.id")
          .where(`${table}.created_at`, ">=", cutoffs.untouched);
      // Putting an inquiry into the bin does not extend its retention.
      const changed = touched("inquiry_event").where("inquiry_event.what", "<>", "binned");
      // An answer to one that is merged into it counts, too.
      const wrote = e.and([e("wrote_at", "is not", null), e("wrote_at", ">=", cutoffs.untouched)]);
      return e.not(
        e.or([wrote, ...[changed, touched("inquiry_note"), touched("inquiry_entry")].map((rows) => e.exists(rows))]),
      );
    });

const closedBefore = (time: number, column = byIndex) => sql<boolean>`${column("closed_at")} < ${time}`;

/** Condition: not closed, and sent before that time. */
const openSince = (time: number, column = byIndex) =>
  sql<boolean>`${column("closed_at")} is null and ${column("created_at")} < ${time}`;

/** The entries of erased inquiries in the search index. */
type Indexed = Parameters<SearchIndex["removeMany"]>[1];

/** Erases inquiries, in order of their numbers; their search index entries at the end of the transaction. */
export async function eraseRows(
  rows: ReadonlyArray<Selectable<Database["inquiry"]>>,
  { transaction, end, engine }: { transaction: Transaction<Database>; end: GroupEnd; engine: ErasingEngine },
  reason: ErasureReason,
  now: number,
): Promise<void> {
  const indexed = await eraseUnindexed(rows, { transaction, end, engine }, reason, now);
  end.step((last) => removeIndexed(last, engine.search, indexed));
}

async function removeIndexed(
  transaction: Transaction<Database>,
  search: SearchIndex,
  indexed: Indexed,
  leavesTraces = false,
): Promise<void> {
  if (indexed.length === 0) return;
  if (leavesTraces) return search.removeMany(transaction, indexed);
  for (const { number, grams } of indexed) await search.remove(transaction, number, grams);
}

/** Erases inquiries, in order of their numbers, except in the search index. Returns what to remove from that. */
async function eraseUnindexed(
  rows: ReadonlyArray<Selectable<Database["inquiry"]>>,
  { transaction, end, engine }: { transaction: Transaction<Database>; end: GroupEnd; engine: ErasingEngine },
  reason: ErasureReason,
  now: number,
): Promise<Indexed> {
  if (rows.length === 0) return [];
  const { search, listed, insertAll } = engine;
  const texts = search.removesByNumber ? [] : await searchedTextsOf(transaction, rows, listed);
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom("outbox").where("inquiry_id", "in", listed.texts(ids)).execute();
  const numbers = rows.map(({ number }) => number);
  await sql`insert into erasure (inquiry_id, reason, erased_at)
    select id, ${reason}, ${now} from inquiry where number in ${listed.numbers(numbers)}`.execute(transaction);
  // Cascades to their notes, history, tags, conversation and links.
  await transaction.deleteFrom("inquiry").where("number", "in", listed.numbers(numbers)).execute();
  await releaseMerged(transaction, end, listed.texts(ids), now);
  for (const { id, status, merged_into: target } of rows) {
    if (target !== null && !ids.includes(target)) end.recordInboxEvent(target, "changed", now);
    // The counters do not include the bin.
    if (status !== "binned") end.count(status, -1);
    end.recordInboxEvent(id, "erased", now);
  }
  const events = ids.map((inquiry) => ({ kind: "inquiry-erased" as const, inquiry, reason }));
  await addWebhookEvents(transaction, end, events, now, { inquiryId: null, insertAll });
  return numbers.map((number, at) => {
    const text = texts[at];
    return { number, grams: text === undefined ? [] : gramsOf(searchedText(text)) };
  });
}
