import type { Site } from "#contract/site/site.ts";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type AnswerTimes, type Report, type ReportQuery, usualReportDays } from "#contract/inbox/reports.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { durationClass, durationClasses, exactMedian, exactQuantile, quantile } from "#domain/time/duration-classes.ts";
import { day, hour, minute, second } from "#domain/time/durations.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { readRows } from "../lib/stored-rows.ts";
import { type Happened, type Increment, type PartialSum, type ReportStore, sumId } from "./report-queries.ts";

export type Reports = ReturnType<typeof createReports>;

/** Entries, events and outcomes that are summed up in one transaction; of what arrived, all are. */
const batchSize = 10_000;

/**
 * Age from which events are summed up: replies may be taken back, and transactions on PostgreSQL may end in another
 * order than their numbers.
 */
const lag = minute;
const cachedMs = 5 * second;

/** A damaged row may hold a later time than its column takes (about 68 years). */
const maxSeconds = 2 ** 31 - 1;
/** First answers whose exact durations are read for one report: those of more would take longer than a second. */
export const maxExact = 50_000;

const ages = ["hour", "day", "week", "month"] as const;
const ageLimits: Record<(typeof ages)[number], number> = { hour, day, week: 7 * day, month: 30 * day };

/** Reports over inquiries, from daily sums: what is erased later stays counted, and a report reads a few rows a day. */
export function createReports(deps: {
  store: ReportStore;
  members: { list: () => Promise<ReadonlyArray<{ id: string; email: string }>> };
  tags: { names: () => Promise<ReadonlyMap<string, string>> };
  site: Pick<Site, "timeZone">;
  now: () => number;
}) {
  const { store, members, tags, now } = deps;
  let clock: { zone: string; wallAt: (at: number) => number } | undefined;
  const dayNames = new Map<number, string>();

  /** The day and hour of a time in the site's time zone. */
  function placeOf(at: number): { day: string; hour: number } {
    // Created on first use, for a faster start.
    const zone = deps.site.timeZone;
    if (clock?.zone !== zone) clock = { zone, wallAt: wallTimes(zone) };
    const wall = clock.wallAt(at);
    const number = Math.floor(wall / day);
    const name = dayNames.get(number) ?? dayOf(wall);
    dayNames.set(number, name);
    return { day: name, hour: Math.floor((wall % day) / hour) };
  }

  /** Adds to the sums what has happened since the last time. One run at a time; several programs do it once. */
  const sumUp = singleFlight(async (signal?: AbortSignal): Promise<void> => {
    for (;;) {
      if (signal?.aborted === true) return;
      const from = await store.position();
      if (from === null) return;
      const happened = await store.happened(from, batchSize, now() - lag);
      if (isDeepStrictEqual(happened.to, from)) return;
      await store.add(from, incrementsOf(happened, placeOf), happened.to);
      await setImmediate();
    }
  });

  /** A program asks for the same report several times: for its figures and for each chart. */
  let recent: { days: string; at: number; report: Promise<Report> } | undefined;

  return {
    sumUp,

    /** The time until the first answer, of inquiries that arrived on these days. */
    async answerTimes(from: string, to: string): Promise<AnswerTimes> {
      await sumUp();
      const { of, exactOf } = await sumsOf(from, to, ["detail"]);
      return timesOf(of("detail", "first answer"), exactOf("answer seconds"));
    },

    /** A report on inquiries that arrived on these days, up to a minute ago. */
    report(query: ReportQuery): Promise<Report> {
      const { from, to } = daysOf(query, placeOf(now()).day);
      const days = `${from} ${to}`;
      if (recent?.days === days && now() - recent.at < cachedMs) return recent.report;
      const fresh = { days, at: now(), report: make(from, to) };
      recent = fresh;
      fresh.report.catch(() => {
        if (recent === fresh) recent = undefined;
      });
      return fresh.report;
    },
  };

  /** Returns the figures of the same number of days before these. */
  async function before(from: string, to: string): Promise<Report["before"]> {
    const span = { from: shifted(from, -daysFrom(from, to).length), to: shifted(from, -1) };
    const { of, exactOf } = await sumsOf(span.from, span.to, ["detail"]);
    const { answered, median, isEstimate } = timesOf(of("detail", "first answer"), exactOf("answer seconds"));
    return { ...span, received: count(of("detail", "received")), answered, median, isEstimate };
  }

  /** The sums of these days by parts of what they count. */
  async function sumsOf(from: string, to: string, parts: ReadonlyArray<PartialSum["part"]>) {
    const [all, exact] = await Promise.all([store.sums(from, to, parts), store.exactSums(from, to, maxExact)]);
    const sums = Map.groupBy(all, ({ part, what }) => `${part} ${what}`);
    const sumsFor = (part: PartialSum["part"], what: Increment["what"]) => sums.get(`${part} ${what}`) ?? [];
    const exactSums = Map.groupBy(exact, ({ what }) => what);
    return { of: sumsFor, exactOf: (what: Increment["what"]) => exactSums.get(what) ?? [] };
  }

  async function make(from: string, to: string): Promise<Report> {
    await sumUp();
    // Run together: on PostgreSQL each one is a round trip.
    const [{ of, exactOf }, previous, open, all, names] = await Promise.all([
      sumsOf(from, to, ["day", "hour", "detail"]),
      before(from, to),
      store.openSince(ages.map((age) => now() - ageLimits[age])),
      members.list(),
      tags.names(),
    ]);
    const emails = new Map(all.map(({ id, email }) => [id, email]));
    const exact = exactOf("answer seconds");
    const answers = (part: PartialSum["part"]) => of(part, "first answer");
    const timesOn = timesBy(answers("day"), exact, ({ day: each }) => each);
    const timesAt = timesBy(answers("hour"), exact, (sum) => String(sum.hour));
    const timesByMember = timesBy(answers("detail"), exact, ({ detail }) => detail);
    const timesByTag = timesBy(
      of("detail", "tag answer").map((sum) => ({ ...sum, key: names.get(sum.key) ?? "" })),
      exactOf("tag answer seconds"),
      ({ detail }) => names.get(detail) ?? "",
    );
    const [receivedOn, receivedAt, undeliveredOn] = [
      countsBy(of("day", "received")),
      countsBy(of("hour", "received")),
      countsBy(of("day", "undelivered")),
    ];
    const receivedAs = countsBy(of("detail", "received"));
    return {
      days: daysFrom(from, to).map((each) => ({
        day: each,
        received: receivedOn(each),
        undelivered: undeliveredOn(each),
        ...timesOn.of(each),
      })),
      hours: Array.from({ length: 24 }, (_, each) => ({
        hour: each,
        received: receivedAt(String(each)),
        ...timesAt.of(String(each)),
      })),
      members: timesByMember
        .all()
        .map(([id, times]) => ({ email: emails.get(id) ?? null, ...times }))
        .toSorted((one, other) => other.answered - one.answered),
      tags: timesByTag
        .all()
        .map(([name, times]) => ({ name: name === "" ? null : name, ...times }))
        .toSorted((one, other) => other.answered - one.answered),
      total: {
        received: count(of("detail", "received")),
        suspected: receivedAs("suspected"),
        reports: receivedAs("impostor"),
        unanswered: count(of("detail", "unanswered")),
        undelivered: count(of("detail", "undelivered")),
        ...timesOf(answers("detail"), exact),
      },
      before: previous,
      open: [...ages, "older" as const].map((age, at) => ({ age, count: open[at] ?? 0 })),
    };
  }
}

/** A `zoneClock` for many times of few days: on most days the offset from UTC at the start is that at the end. */
function wallTimes(zone: string): (at: number) => number {
  const clock = zoneClock(zone);
  const offsets = new Map<number, number | null>();
  return (at) => {
    const start = Math.floor(at / day) * day;
    let offset = offsets.get(start);
    if (offset === undefined) {
      const [first, last] = [start, start + day].map((time) => clock.wallAt(time) - time);
      offset = first !== undefined && first === last ? first : null;
      offsets.set(start, offset);
    }
    return offset === null ? clock.wallAt(at) : at + offset;
  };
}

/**
 * What happened, as additions to the daily sums. The queries find it (`happened` in `report-queries.ts`), `report`
 * reads the sums, and `contract/inbox/reports.ts` has the response.
 */
function incrementsOf(
  { received, answers, unanswered, corrections, undelivered }: Happened,
  placeOf: (at: number) => { day: string; hour: number },
): Increment[] {
  const single: Increment[] = [
    ...received.map(({ at, ...inquiry }) => ({ ...placeOf(at), what: "received" as const, class: 0, ...inquiry })),
    ...readRows(
      "inquiry_entry",
      [...answers.map((answer) => ({ ...answer, by: 1 })), ...corrections],
      ({ at, receivedAt, memberId, tags, by }) => {
        if (!Number.isFinite(at)) throw new RangeError("the time of a reply is no number");
        const answer = { ...placeOf(receivedAt), class: durationClass((at - receivedAt) / minute), count: by };
        const exact = { ...answer, class: Math.min(Math.max(Math.round((at - receivedAt) / second), 0), maxSeconds) };
        return [
          { ...answer, what: "first answer" as const, detail: memberId ?? "" },
          { ...exact, what: "answer seconds" as const, detail: memberId ?? "" },
          ...tags.map((detail) => ({ ...answer, what: "tag answer" as const, detail })),
          ...tags.map((detail) => ({ ...exact, what: "tag answer seconds" as const, detail })),
        ];
      },
    ).flat(),
    ...readRows("inquiry", undelivered, ({ receivedAt, by }) => ({
      ...placeOf(receivedAt),
      what: "undelivered" as const,
      detail: "",
      class: 0,
      count: by,
    })),
    ...unanswered.map(({ at, count }) => ({
      ...placeOf(at),
      what: "unanswered" as const,
      detail: "",
      class: 0,
      count,
    })),
  ];
  const groups = Map.groupBy(single, sumId);
  return [...groups.values()].flatMap((each) => {
    const [first] = each;
    return first === undefined ? [] : [{ ...first, count: each.reduce((total, sum) => total + sum.count, 0) }];
  });
}

/** A part of the sums. */
type Counted = Pick<Increment, "class" | "count">;

/** Never below 0: an inquiry's tags may have changed between an answer and its correction. */
const count = (sums: readonly Counted[]) =>
  Math.max(
    0,
    sums.reduce((total, sum) => total + sum.count, 0),
  );

/** The count of each key of these sums. */
function countsBy(sums: readonly PartialSum[]): (key: string) => number {
  const groups = Map.groupBy(sums, ({ key }) => key);
  return (key) => count(groups.get(key) ?? []);
}

/** The times of each group of answers; `keyOf` gives the group of an exact sum. */
function timesBy(answers: readonly PartialSum[], exact: readonly Increment[], keyOf: (sum: Increment) => string) {
  const [groups, exactGroups] = [Map.groupBy(answers, ({ key }) => key), Map.groupBy(exact, keyOf)];
  const timesFor = (key: string) => timesOf(groups.get(key) ?? [], exactGroups.get(key) ?? []);
  return { of: timesFor, all: () => [...groups.keys()].map((key) => [key, timesFor(key)] as const) };
}

/** Exact if all of the answers were counted by their seconds, too. */
function timesOf(answers: readonly Counted[], exact: readonly Counted[]): AnswerTimes {
  const answered = count(answers);
  const seconds = new Map<number, number>();
  for (const sum of exact) seconds.set(sum.class, (seconds.get(sum.class) ?? 0) + sum.count);
  const isWhole = count(exact) === answered && [...seconds.values()].every((each) => each >= 0);
  if (isWhole) {
    const inMinutes = (value: number | null) => (value === null ? null : (value * second) / minute);
    const [median, p90] = [inMinutes(exactMedian(seconds)), inMinutes(exactQuantile(seconds, 0.9))];
    return { answered, median, p90, isEstimate: false };
  }
  const counts = Array.from({ length: durationClasses.length + 1 }, () => 0);
  for (const sum of answers) counts[sum.class] = (counts[sum.class] ?? 0) + sum.count;
  const known = counts.map((each) => Math.max(0, each));
  return { answered, median: quantile(known, 0.5), p90: quantile(known, 0.9), isEstimate: true };
}

/** Returns the asked days; the usual number up to today if the query does not say otherwise. */
function daysOf({ from, to }: ReportQuery, today: string): { from: string; to: string } {
  if (from !== undefined) return { from, to: to ?? shifted(from, usualReportDays - 1) };
  return { from: shifted(to ?? today, 1 - usualReportDays), to: to ?? today };
}

const shifted = (date: string, days: number) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

function daysFrom(from: string, to: string): string[] {
  const start = Date.parse(from);
  const days = Math.round((Date.parse(to) - start) / day) + 1;
  return Array.from({ length: days }, (_, at) => new Date(start + at * day).toISOString().slice(0, 10));
}
