import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { openStatuses } from "#domain/inquiries/inquiry.ts";
import { hour } from "#domain/time/durations.ts";
import { reportUnreadable, storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import { type Correction, correctionsOf, type UndeliveredChange } from "./correction-queries.ts";
import type { Engine } from "../store/engine.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { hasImported } from "../imports/imported-queries.ts";

export type ReportStore = ReturnType<typeof createReportStore>;

/** How far the store has been summed up: the last number of each table that is part of the sums. */
export interface Position {
  inquiry: number;
  entry: number;
  event: number;
  /** Of the replies that failed, or arrived after all. */
  outcome: number;
}

/** Adds `count` to what happened on a day (in the site's time zone), to inquiries that arrived at an hour of it. */
export interface Increment {
  day: string;
  hour: number;
  what: "received" | "first answer" | "unanswered" | "undelivered" | "tag answer" | ExactKind;
  /** Of received ones their kind, or `suspected`; of a first answer the member's id, or that of a tag which it had. */
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

/** What happened after a position. Times are in ms since 1970. */
export interface Happened {
  /** `isSuspected`: as it is now, soon after it arrived. */
  received: Array<{ number: number; at: number; kind: string; isSuspected: boolean }>;
  /** Replies that have left; `isFirst` if the team had not replied before. */
  replies: Array<{
    number: number;
    at: number;
    receivedAt: number;
    memberId: string | null;
    isFirst: boolean;
    /** The ids of the inquiry's tags. */
    tags: string[];
  }>;
  /** The last outcome of a reply's email that was read. */
  outcome: number;
  /** First answers that count no longer (`by` is -1), or in place of those. */
  corrections: Correction[];
  undelivered: UndeliveredChange[];
  /** Inquiries that were closed; `isUnanswered` if the team had not replied before. */
  closed: Array<{ number: number; receivedAt: number; isUnanswered: boolean }>;
}

/** Suspected spam waits for nobody. */
const awaited = openStatuses.filter((status) => status !== "suspected");

const positionName = "report position";

/** Null if it cannot be read: counting again from the start would count everything twice. */
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

/**
 * The rows up to the first one that is younger than `until`. Older ones may follow it, since an import numbers them as
 * they come: the position must not pass the young one. One of a clock that was ahead is not waited for.
 */
function beforeYoung<Row extends { created_at: number }>(rows: readonly Row[], until: number): readonly Row[] {
  const isYoung = ({ created_at }: Row) => Number(created_at) > until && Number(created_at) <= until + hour;
  const first = rows.findIndex(isYoung);
  return first === -1 ? rows : rows.slice(0, first);
}

/** Whether an event that closes an inquiry comes from a merge, or from a reply that was taken back. */
function isNoClosing(event: string) {
  const at = (table: string) => sql`${sql.ref(`${table}.inquiry_id`)} = ${sql.ref(`${event}.inquiry_id`)}
    and ${sql.ref(`${table}.created_at`)} = ${sql.ref(`${event}.created_at`)}`;
  // After a merge the answer comes in the other one's thread.
  return sql`exists (select 1 from inquiry_event as merge where ${at("merge")} and merge.what = 'merged')
    or exists (select 1 from inquiry_entry as reply where ${at("reply")} and reply.kind = 'withdrawn')`;
}

/** Whether a reply from before this closing failed after it, which reopened the inquiry. */
function isBeforeFailure(event: string) {
  const closing = (column: string) => sql.ref(`${event}.${column}`);
  return sql`exists (select 1 from reply_outcome as failure
    join inquiry_entry as failed on failed.id = failure.entry_id
    where failure.inquiry_id = ${closing("inquiry_id")} and failure.outcome = 'failed'
    and failed.created_at <= ${closing("created_at")} and failure.created_at > ${closing("created_at")})`;
}

/** The daily sums of reports, and what they are made of. They hold no text, name, number or address. */
export function createReportStore(db: Kysely<Database>, { listed }: Pick<Engine, "listed">, write: GroupCommit) {
  return {
    position: () => positionIn(db),

    /**
     * Up to `max` of each kind after the position, up to the first one that is younger than `until`: every reply made
     * before that time has left.
     */
    async happened(after: Position, max: number, until: number): Promise<Happened> {
      const received = await db
        .selectFrom("inquiry")
        .select(["number", "created_at", "kind", "status"])
        .where("number", ">", after.inquiry)
        .orderBy("number")
        .limit(max)
        .execute();
      const newEntries = await db
        .selectFrom("inquiry_entry as entry")
        .innerJoin("inquiry", "inquiry.id", "entry.inquiry_id")
        .select(["entry.number", "entry.kind", "entry.created_at", "entry.member_id"])
        .select(["inquiry.created_at as received_at", "inquiry.number as inquiry_number"])
        .select((e) =>
          e
            .exists(
              e
                .selectFrom("inquiry_entry as earlier")
                .select("earlier.id")
                .whereRef("earlier.inquiry_id", "=", "entry.inquiry_id")
                .whereRef("earlier.number", "<", "entry.number")
                .whereRef("earlier.created_at", ">=", "inquiry.created_at")
                .where("earlier.kind", "=", "reply"),
            )
            .as("has_earlier"),
        )
        .select((e) =>
          e
            .exists(
              e
                .selectFrom("reply_outcome")
                .select("entry_id")
                .whereRef("reply_outcome.inquiry_id", "=", "entry.inquiry_id"),
            )
            .as("has_failed"),
        )
        .select("entry.inquiry_id")
        .where("entry.number", ">", after.entry)
        .orderBy("entry.number")
        .limit(max)
        .execute();
      const entries = beforeYoung(newEntries, until);
      // What the team wrote before the visitor did, in an imported conversation, answers nothing.
      const firsts = entries.filter(
        ({ kind, has_earlier, has_failed, created_at, received_at }) =>
          kind === "reply" && !has_earlier && !has_failed && Number(created_at) >= Number(received_at),
      );
      const newOutcomes = await db
        .selectFrom("reply_outcome")
        .select(["number", "inquiry_id", "created_at"])
        .where("number", ">", after.outcome)
        .orderBy("number")
        .limit(max)
        .execute();
      const outcomes = beforeYoung(newOutcomes, until);
      const outcome = outcomes.at(-1)?.number ?? after.outcome;
      const withFailures = [...entries.filter(({ has_failed }) => has_failed), ...outcomes];
      const { corrections, undelivered } = await correctionsOf(
        db,
        listed,
        [...new Set(withFailures.map(({ inquiry_id }) => inquiry_id))],
        { from: after, to: { entry: entries.at(-1)?.number ?? after.entry, outcome } },
      );
      const numbers = listed.numbers(firsts.map(({ inquiry_number }) => inquiry_number));
      const tagged = await db
        .selectFrom("inquiry_tag")
        .select(["inquiry_number", "tag_id"])
        .where("inquiry_number", "in", numbers)
        .execute();
      const events = await db
        .selectFrom("inquiry_event as event")
        .innerJoin("inquiry", "inquiry.id", "event.inquiry_id")
        .select(["event.number", "event.what", "event.after", "event.created_at"])
        .select("inquiry.created_at as received_at")
        .select((e) =>
          e
            .exists(
              e
                .selectFrom("inquiry_entry as earlier")
                .select("earlier.id")
                .whereRef("earlier.inquiry_id", "=", "event.inquiry_id")
                .whereRef("earlier.created_at", "<=", "event.created_at")
                .whereRef("earlier.created_at", ">=", "inquiry.created_at")
                .where("earlier.kind", "=", "reply")
                .where(sql<boolean>`coalesce(earlier.delivery, '') <> 'dead'`),
            )
            .as("is_answered"),
        )
        .select(
          // An inquiry counts once, however often it is closed.
          sql<boolean>`${isNoClosing("event")} or exists (
            select 1 from inquiry_event as closing where closing.inquiry_id = event.inquiry_id
            and closing.number < event.number and closing.what = 'status' and ${sql.ref("closing.after")} = 'closed'
            and not (${isNoClosing("closing")}) and not (${isBeforeFailure("closing")}))`.as("is_left_out"),
        )
        .where("event.number", ">", after.event)
        .orderBy("event.number")
        .limit(max)
        .execute();
      return {
        received: beforeYoung(received, until).map(({ number, created_at, kind, status }) => ({
          number,
          at: Number(created_at),
          kind,
          isSuspected: status === "suspected",
        })),
        replies: entries.map((entry) => ({
          number: entry.number,
          at: Number(entry.created_at),
          receivedAt: Number(entry.received_at),
          memberId: entry.member_id,
          isFirst: firsts.includes(entry),
          tags: tagged.flatMap((tag) => (tag.inquiry_number === entry.inquiry_number ? [tag.tag_id] : [])),
        })),
        outcome,
        corrections,
        undelivered,
        closed: beforeYoung(events, until).map((event) => ({
          number: event.number,
          receivedAt: Number(event.received_at),
          isUnanswered: event.what === "status" && event.after === "closed" && !event.is_answered && !event.is_left_out,
        })),
      };
    },

    /** Adds to the sums and moves the position, both or neither; false if another program was first. */
    add(from: Position, increments: readonly Increment[], to: Position): Promise<boolean> {
      return write(async (transaction) => {
        if (!isDeepStrictEqual(await positionIn(transaction), from)) return false;
        for (const { count, ...sum } of increments) {
          await transaction
            .insertInto("report_sum")
            .values({ id: sumId(sum), ...sum, count })
            .onConflict((conflict) =>
              conflict.column("id").doUpdateSet((e) => ({ count: e("report_sum.count", "+", count) })),
            )
            .execute();
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

    /** The sums of these days: the exact durations, or all others. */
    async sums(from: string, to: string, which: "exact" | "others"): Promise<Increment[]> {
      const rows = await db
        .selectFrom("report_sum")
        .select(["day", "hour", "what", "detail", "class", "count"])
        .where("day", ">=", from)
        .where("day", "<=", to)
        .where("what", which === "exact" ? "in" : "not in", exactKinds)
        .execute();
      // The program writes no other kinds.
      return rows.map((row) => ({ ...row, what: row.what as Increment["what"], count: Number(row.count) }));
    },

    /** How many open inquiries arrived in each span between these times, the newest first, and before the last one. */
    async openSince(times: readonly number[]): Promise<number[]> {
      // Without imports inquiries are numbered as they arrive, and the index of statuses has the numbers.
      const by = (await hasImported(db)) ? "created_at" : "number";
      const counts: number[] = [];
      let end = Number.MAX_SAFE_INTEGER;
      for (const time of times) {
        const start = by === "created_at" ? time : Math.min((await firstSince(time)) ?? end, end);
        counts.push(await countOpen(by, start, end));
        end = start;
      }
      return [...counts, await countOpen(by, 0, end)];
    },
  };

  /** The number of the first inquiry since a time; undefined if there is none. */
  async function firstSince(time: number): Promise<number | undefined> {
    const first = await db
      .selectFrom("inquiry")
      .select("number")
      .where("created_at", ">=", time)
      .orderBy("created_at")
      .limit(1)
      .executeTakeFirst();
    return first?.number;
  }

  async function countOpen(by: "number" | "created_at", from: number, to: number): Promise<number> {
    const { count } = await db
      .selectFrom("inquiry")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("status", "in", awaited)
      .where(by, ">=", from)
      .where(by, "<", to)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
