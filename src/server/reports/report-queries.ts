import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { inquiryKinds, openStatuses } from "#domain/inquiries/inquiry.ts";
import { day, hour, minute } from "#domain/time/durations.ts";
import { reportUnreadable, storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import { type Correction, correctionsOf, type UndeliveredChange } from "./correction-queries.ts";
import type { Engine } from "../store/engine.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import type { ReplicaReads } from "../store/replica.ts";
import { hasImported } from "../imports/imported-queries.ts";

export type ReportStore = ReturnType<typeof createReportStore>;

/** Position up to which the store is summed up: the last number of each table that is part of the sums. */
export interface Position {
  inquiry: number;
  entry: number;
  event: number;
  /** Last number among replies that failed, or arrived after all. */
  outcome: number;
}

/** Adds `count` to what happened on a day (in the site's time zone), to inquiries that arrived at an hour of it. */
export interface Increment {
  day: string;
  hour: number;
  what: "received" | "first answer" | "unanswered" | "undelivered" | "tag answer" | ExactKind;
  /** Kind of a received inquiry, or `suspected`; the member's id of a first answer; the tag's id of a tag answer. */
  detail: string;
  /** The class of a duration, or its seconds where those are counted; 0 for what has none. */
  class: number;
  count: number;
}

/** First answers by their exact duration: counted beside those by class, which older versions read. */
export const exactKinds = ["answer seconds", "tag answer seconds"] as const;
type ExactKind = (typeof exactKinds)[number];

/** The sum that an increment is added to. */
export const sumId = (sum: Omit<Increment, "count">): string =>
  [sum.day, sum.hour, sum.what, sum.detail, sum.class].join(" ");

/** Events after a position, up to `to`. Times are in ms since 1970. */
export interface Happened {
  to: Position;
  /** Inquiries that arrived in the quarter of an hour from `at`, counted by their kind now, or `suspected`. */
  received: Array<{ at: number; detail: string; count: number }>;
  /** The first replies of the team that have left. */
  answers: Array<{
    at: number;
    receivedAt: number;
    memberId: string | null;
    /** The ids of the inquiry's tags. */
    tags: string[];
  }>;
  /** First answers that count no longer (`by` is -1), or in place of those. */
  corrections: Correction[];
  undelivered: UndeliveredChange[];
  /** Inquiries that arrived in the quarter of an hour from `at` and were closed without an answer, counted. */
  unanswered: Array<{ at: number; count: number }>;
}

/** The sum of the increments of a day, an hour of days, a member or tag, or a kind. */
export interface PartialSum extends Pick<Increment, "what" | "class" | "count"> {
  part: "day" | "hour" | "detail";
  key: string;
}

/** Suspected spam waits for nobody. */
const awaited = openStatuses.filter((status) => status !== "suspected");

const positionName = "report position";

/**
 * Returns the stored position; null if it cannot be read: counting again from the start would count everything twice.
 */
async function positionIn(from: Kysely<Database>): Promise<Position | null> {
  const row = await from.selectFrom("setting").select("value").where("name", "=", positionName).executeTakeFirst();
  if (row === undefined) return { inquiry: 0, entry: 0, event: 0, outcome: 0 };
  const { inquiry, entry, event, outcome } = storedObject(row.value);
  if (typeof inquiry !== "number" || typeof entry !== "number" || typeof event !== "number") {
    reportUnreadable({ place: "setting", id: "report position" });
    return null;
  }
  if (typeof outcome === "number") return { inquiry, entry, event, outcome };
  // The version before, which may run beside this one, knows no outcomes: those so far are not counted twice.
  const { last } = await from
    .selectFrom("reply_outcome")
    .select((e) => e.fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  return { inquiry, entry, event, outcome: Number(last ?? 0) };
}

/** Offsets of time zones are multiples of it, so that all of it is in one hour of one day everywhere. */
const slotLength = 15 * minute;
/** Beyond the year 9999 no day has a name of four figures: a damaged row, or a clock that was. */
const lastTime = Date.UTC(10_000, 0) - 2 * day;
/** Number of inquiries from which a covering index is read in whole rather than each row. */
const many = 20_000;
/** Rows whose sums go into one statement. */
const sumBatch = 500;

/** The number of the slot of a time; a time that is damaged must be left out before. */
const slotOf = (column: string) => sql<number>`cast(${sql.ref(column)} / ${sql.lit(slotLength)} as bigint)`;

/**
 * The last of up to `size` numbers after one, up to the first row that is younger than `until`; `after` if there is
 * none. Older ones may follow it, since an import numbers them as they come: the position must not pass the young one.
 * One of a clock that was ahead is not waited for.
 */
async function lastBefore(
  { db, unindexed }: { db: Kysely<Database>; unindexed: Engine["unindexed"] },
  table: "inquiry" | "inquiry_entry" | "inquiry_event" | "reply_outcome",
  { after, size, until }: { after: number; size: number; until: number },
): Promise<number> {
  const { first } = await db
    .selectFrom(table)
    .select((e) => e.fn.min("number").as("first"))
    .where("number", ">", after)
    .executeTakeFirstOrThrow();
  if (first === null) return after;
  const end = Number(first) + size;
  // Inquiries have an index of times, the other tables do not; a part of the others is short.
  const number = table === "inquiry" ? unindexed("number") : sql.ref("number");
  const { young } = await db
    .selectFrom(table)
    .select((e) => e.fn.min("number").as("young"))
    .where(number, ">=", Number(first))
    .where(number, "<", end)
    .where("created_at", ">", until)
    .where("created_at", "<=", until + hour)
    .executeTakeFirstOrThrow();
  const { last } = await db
    .selectFrom(table)
    .select((e) => e.fn.max("number").as("last"))
    .where("number", ">=", Number(first))
    .where("number", "<", Number(young ?? end))
    .executeTakeFirstOrThrow();
  return Number(last ?? after);
}

/** The inquiries with numbers after `from`, up to `to`, by when they arrived. */
async function receivedBetween(
  { db, unindexed }: { db: Kysely<Database>; unindexed: Engine["unindexed"] },
  from: number,
  to: number,
): Promise<Happened["received"]> {
  if (from === to) return [];
  const inSlots = (detail: string, createdAt: RawBuilder<unknown>) =>
    db
      .selectFrom("inquiry")
      .select([sql.lit(detail).as("detail"), slotOf("created_at").as("slot")])
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("number", ">", from)
      .where("number", "<=", to)
      .where(createdAt, ">=", 0)
      .where(createdAt, "<", lastTime)
      .groupBy(slotOf("created_at"));
  // Most are messages, and what else there is has an index: so no row is read for those.
  const [usual, ...otherKinds] = inquiryKinds;
  const few = unindexed("created_at");
  const rows = await otherKinds
    .reduce(
      (query, kind) => query.unionAll(inSlots(kind, few).where("kind", "=", kind).where("status", "<>", "suspected")),
      inSlots(usual, to - from > many ? sql.ref("created_at") : few).unionAll(
        inSlots("suspected", few).where("status", "=", "suspected"),
      ),
    )
    .execute();
  const slots = Map.groupBy(rows, ({ slot }) => Number(slot));
  return [...slots].flatMap(([slot, counts]) => {
    const others = counts.filter(({ detail }) => detail !== usual);
    const all = counts.find(({ detail }) => detail === usual);
    const messages = others.reduce((left, { count }) => left - Number(count), Number(all?.count ?? 0));
    return [{ detail: usual, count: messages }, ...others].flatMap(({ detail, count }) =>
      Number(count) > 0 ? [{ at: slot * slotLength, detail, count: Number(count) }] : [],
    );
  });
}

/** Condition: an event that closes an inquiry comes from a merge, or from a reply that was taken back. */
function isNoClosing(event: string) {
  const at = (table: string) => sql`${sql.ref(`${table}.inquiry_id`)} = ${sql.ref(`${event}.inquiry_id`)}
    and ${sql.ref(`${table}.created_at`)} = ${sql.ref(`${event}.created_at`)}`;
  // After a merge the answer comes in the other one's thread.
  return sql`exists (select 1 from inquiry_event as merge where ${at("merge")} and merge.what = 'merged')
    or exists (select 1 from inquiry_entry as reply where ${at("reply")} and reply.kind = 'withdrawn')`;
}

/** Condition: a reply from before this closing failed after it, which reopened the inquiry. */
function isBeforeFailure(event: string) {
  const closing = (column: string) => sql.ref(`${event}.${column}`);
  return sql`exists (select 1 from reply_outcome as failure
    join inquiry_entry as failed on failed.id = failure.entry_id
    where failure.inquiry_id = ${closing("inquiry_id")} and failure.outcome = 'failed'
    and failed.created_at <= ${closing("created_at")} and failure.created_at > ${closing("created_at")})`;
}

type SlowReportQueries = ReturnType<typeof createSlowReportQueries>;

/** Reads the events for the sums, and the sums. Reading all of a large store takes a while. */
export function createSlowReportQueries(
  db: Kysely<Database>,
  { listed, unindexed }: Pick<Engine, "listed" | "unindexed">,
) {
  const source = { db, unindexed };
  return {
    /**
     * Returns the events after a position, up to the first row of each kind that is younger than `until`: every reply
     * made before that time has left. It has all received inquiries; of the rest, up to `max` rows of each kind.
     */
    async happened(after: Position, max: number, until: number): Promise<Happened> {
      const upTo = (table: Parameters<typeof lastBefore>[1], from: number, size = max) =>
        lastBefore(source, table, { after: from, size, until });
      const [lastInquiry, lastEntry, lastEvent, lastOutcome] = await Promise.all([
        upTo("inquiry", after.inquiry, Number.MAX_SAFE_INTEGER - after.inquiry - 1),
        upTo("inquiry_entry", after.entry),
        upTo("inquiry_event", after.event),
        upTo("reply_outcome", after.outcome),
      ]);
      const reached: Position = { inquiry: lastInquiry, entry: lastEntry, event: lastEvent, outcome: lastOutcome };
      const entries = db
        .selectFrom("inquiry_entry as entry")
        .where("entry.number", ">", after.entry)
        .where("entry.number", "<=", reached.entry);
      const hasFailures = sql<boolean>`exists (select 1 from reply_outcome as failure
        where failure.inquiry_id = ${sql.ref("entry.inquiry_id")})`;
      // Messages of the team before the visitor's first one, in an imported conversation, answer nothing.
      const firsts = await entries
        .innerJoin("inquiry", "inquiry.id", "entry.inquiry_id")
        .select(["entry.created_at", "entry.member_id"])
        .select(["inquiry.created_at as received_at", "inquiry.number as inquiry_number"])
        .where("entry.kind", "=", "reply")
        .whereRef("entry.created_at", ">=", "inquiry.created_at")
        .where(sql<boolean>`not ${hasFailures}`)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom("inquiry_entry as earlier")
                .select("earlier.id")
                .whereRef("earlier.inquiry_id", "=", "entry.inquiry_id")
                .whereRef("earlier.number", "<", "entry.number")
                .whereRef("earlier.created_at", ">=", "inquiry.created_at")
                .where("earlier.kind", "=", "reply"),
            ),
          ),
        )
        .execute();
      const tags = await db
        .selectFrom("inquiry_tag")
        .select(["inquiry_number", "tag_id"])
        .where("inquiry_number", "in", listed.numbers(firsts.map(({ inquiry_number }) => inquiry_number)))
        .execute();
      const tagsOf = Map.groupBy(tags, ({ inquiry_number }) => inquiry_number);
      const failed = await entries
        .select("entry.inquiry_id")
        .where(hasFailures)
        .union(
          db
            .selectFrom("reply_outcome")
            .select("inquiry_id")
            .where("number", ">", after.outcome)
            .where("number", "<=", reached.outcome),
        )
        .execute();
      const ids = failed.map(({ inquiry_id }) => inquiry_id);
      return {
        to: reached,
        received: await receivedBetween(source, after.inquiry, reached.inquiry),
        answers: firsts.map((entry) => ({
          at: Number(entry.created_at),
          receivedAt: Number(entry.received_at),
          memberId: entry.member_id,
          tags: (tagsOf.get(entry.inquiry_number) ?? []).map(({ tag_id }) => tag_id),
        })),
        ...(await correctionsOf(db, listed, ids, { from: after, to: reached })),
        unanswered: await unansweredBetween(db, after.event, reached.event),
      };
    },

    /** The sums of these days by each of `parts`, but for the exact durations. */
    async sums(from: string, to: string, parts: ReadonlyArray<PartialSum["part"]>): Promise<PartialSum[]> {
      const sumsBy = (part: PartialSum["part"]) => sql`select ${sql.lit(part)} as part,
        cast(${sql.ref(part)} as text) as key, what, class, sum(count) as count from scanned
        group by ${sql.ref(part)}, what, class`;
      // One scan for all parts: a year of a large store has a hundred thousand sums.
      const { rows } = await sql<PartialSum>`with scanned as materialized (
        select day, hour, what, detail, class, count from report_sum
        where day >= ${from} and day <= ${to} and what not in (${sql.join(exactKinds)}))
        ${sql.join(parts.map(sumsBy), sql` union all `)}`.execute(db);
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The exact durations of these days; none if there are more than `max` first answers. */
    async exactSums(from: string, to: string, max: number): Promise<Increment[]> {
      const onDays = db.selectFrom("report_sum").where("day", ">=", from).where("day", "<=", to);
      const answers = onDays
        .select((e) => e.fn.coalesce(e.fn.sum<number>("count"), sql<number>`0`).as("count"))
        .where("what", "=", "first answer");
      const rows = await onDays
        .select(["day", "hour", "what", "detail", "class", "count"])
        .where("what", "in", exactKinds)
        .where(sql<boolean>`(${answers}) <= ${max}`)
        .execute();
      // The program writes no other kinds.
      return rows.map((row) => ({ ...row, what: row.what as Increment["what"], count: Number(row.count) }));
    },

    /**
     * Returns how many open inquiries arrived in each span between these times, the newest first, and before the last
     * one.
     */
    async openSince(times: readonly number[]): Promise<number[]> {
      // If nothing was imported, inquiries are numbered as they arrive, and the index of statuses has the numbers.
      const isImported = await hasImported(db);
      const starts = isImported ? times : await firstsSince(times);
      let end = Number.MAX_SAFE_INTEGER;
      const spans: { from: number; to: number }[] = [];
      for (const start of [...starts, 0]) {
        const from = Math.min(start ?? end, end);
        spans.push({ from, to: end });
        end = from;
      }
      return countOpen(isImported ? "created_at" : "number", spans);
    },
  };

  /** The numbers of the first inquiries since these times; null if there is none. One statement. */
  async function firstsSince(times: readonly number[]): Promise<Array<number | null>> {
    const first = (time: number) =>
      db.selectFrom("inquiry").select("number").where("created_at", ">=", time).orderBy("created_at").limit(1);
    const row = await db.selectNoFrom(times.map((time, at) => first(time).as(`first ${at}`))).executeTakeFirstOrThrow();
    return times.map((_, at) => (row[`first ${at}`] === null ? null : Number(row[`first ${at}`])));
  }

  /** How many open inquiries are in each span. One statement. */
  async function countOpen(
    column: "number" | "created_at",
    spans: ReadonlyArray<{ from: number; to: number }>,
  ): Promise<number[]> {
    const count = ({ from, to }: { from: number; to: number }) =>
      db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("status", "in", awaited)
        .where(column, ">=", from)
        .where(column, "<", to);
    const row = await db.selectNoFrom(spans.map((span, at) => count(span).as(`count ${at}`))).executeTakeFirstOrThrow();
    return spans.map((_, at) => Number(row[`count ${at}`]));
  }
}

/** Creates the slow queries on the replica. */
export function createReplicaReportQueries(replica: ReplicaReads, engine: Engine): SlowReportQueries {
  const onReplica = <T>(run: (queries: SlowReportQueries, behind: number) => Promise<T>) =>
    replica.read((db, behind) => run(createSlowReportQueries(db, engine), behind));
  return {
    // Transactions that commit after the state that is read must not have an earlier time than what is summed up.
    happened: (after, max, until) => onReplica((queries, behind) => queries.happened(after, max, until - behind)),
    sums: (...days) => onReplica((queries) => queries.sums(...days)),
    exactSums: (...days) => onReplica((queries) => queries.exactSums(...days)),
    openSince: (times) => onReplica((queries) => queries.openSince(times)),
  };
}

/** The inquiries that the events after `from`, up to `to`, close for the first time, without an answer before. */
async function unansweredBetween(db: Kysely<Database>, from: number, to: number): Promise<Happened["unanswered"]> {
  const slots = await db
    .selectFrom("inquiry_event as event")
    .innerJoin("inquiry", "inquiry.id", "event.inquiry_id")
    .select(slotOf("inquiry.created_at").as("slot"))
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("event.number", ">", from)
    .where("event.number", "<=", to)
    .where("event.what", "=", "status")
    .where("event.after", "=", "closed")
    .where("inquiry.created_at", ">=", 0)
    .where("inquiry.created_at", "<", lastTime)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("inquiry_entry as earlier")
            .select("earlier.id")
            .whereRef("earlier.inquiry_id", "=", "event.inquiry_id")
            .whereRef("earlier.created_at", "<=", "event.created_at")
            .whereRef("earlier.created_at", ">=", "inquiry.created_at")
            .where("earlier.kind", "=", "reply")
            .where(sql<boolean>`coalesce(earlier.delivery, '') <> 'dead'`),
        ),
      ),
    )
    // An inquiry counts once, however often it is closed.
    .where(
      sql<boolean>`not (${isNoClosing("event")}) and not exists (
        select 1 from inquiry_event as closing where closing.inquiry_id = event.inquiry_id
        and closing.number < event.number and closing.what = 'status' and ${sql.ref("closing.after")} = 'closed'
        and not (${isNoClosing("closing")}) and not (${isBeforeFailure("closing")}))`,
    )
    .groupBy(slotOf("inquiry.created_at"))
    .execute();
  return slots.map(({ slot, count }) => ({ at: Number(slot) * slotLength, count: Number(count) }));
}

/** The daily sums of reports. They hold no text, name, number or address. */
export function createReportStore(
  db: Kysely<Database>,
  { listed }: Pick<Engine, "listed">,
  write: GroupCommit,
  slow: SlowReportQueries,
  replica: Pick<ReplicaReads, "include">,
) {
  let known: Position | null = null;
  return {
    async position(): Promise<Position | null> {
      const found = await positionIn(db);
      // The sums up to it, from this program or another one, must be there, too.
      if (!isDeepStrictEqual(found, known)) replica.include();
      known = found;
      return found;
    },

    ...slow,

    /** Adds to the sums and moves the position, both or neither; false if another program was first. */
    add(from: Position, increments: readonly Increment[], to: Position): Promise<boolean> {
      return write(async (transaction) => {
        if (!isDeepStrictEqual(await positionIn(transaction), from)) return false;
        for (let at = 0; at < increments.length; at += sumBatch) {
          await addSums(transaction, increments.slice(at, at + sumBatch));
          // The first sums of a large store are many: what needs no store is served between them.
          await setImmediate();
        }
        const value = JSON.stringify(to);
        await transaction
          .insertInto("setting")
          .values({ name: positionName, value })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
          .execute();
        return true;
      });
    },
  };

  async function addSums(transaction: Kysely<Database>, increments: readonly Increment[]): Promise<void> {
    const rows = increments.map((sum) => [sumId(sum), sum.day, sum.hour, sum.what, sum.detail, sum.class, sum.count]);
    await sql`insert into report_sum (id, day, hour, what, detail, class, count)
      select value ->> 0, value ->> 1, cast(value ->> 2 as integer), value ->> 3, value ->> 4,
        cast(value ->> 5 as integer), cast(value ->> 6 as bigint)
      from ${listed.items(rows)} where true
      on conflict (id) do update set count = report_sum.count + excluded.count`.execute(transaction);
  }
}
