import { type Kysely, type RawBuilder, sql } from "kysely";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import { type InquiryStatus, inquiryStatuses, readReference, waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { choiceNames, unusualNames, usualNames } from "#domain/inquiries/choices.ts";
import { maySnooze } from "#domain/inquiries/snooze.ts";
import { searchTerms } from "#domain/search/search-terms.ts";
import { hour } from "#domain/time/durations.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { hasImported } from "../imports/imported-queries.ts";
import { createSearchQueries, placeOf, type SearchPage } from "./search-queries.ts";

/** Filters that a query takes as the caller, the clock or the site's time zone make of them; all others as they are. */
type CalculatedFilter =
  | "assignee"
  | "from"
  | "to"
  | "tag"
  | "waiting"
  | "snoozed"
  | "undelivered"
  | "mentioned"
  | "sort";

/** Filters of an inbox list. Without a status: all but `suspected`. Times are milliseconds since 1970. */
export interface InboxView extends Omit<InboxFilter, CalculatedFilter> {
  /** Id of the assignee; null for unassigned inquiries. */
  assigneeId?: string | null | undefined;
  from?: number | undefined;
  before?: number | undefined;
  tagId?: string | undefined;
  /** If set, lists inquiries that wait for the team and whose visitor wrote then or earlier. */
  waitingSince?: number | undefined;
  /** If set, lists inquiries that are snoozed at this time (`isOn`), or all others. */
  snooze?: { at: number; isOn: boolean } | undefined;
  /** If true, lists inquiries that wait because a reply did not arrive. */
  isUndelivered?: boolean | undefined;
  /** If set, lists inquiries with a note that mentions this member. */
  mentionedId?: string | undefined;
  /** If waiting inquiries are listed, includes closed ones with an emailed answer that anybody can have sent. */
  withUnproven?: boolean | undefined;
}

/** An order by time: the visitor's last message, or their oldest without a reply, first; or the last activity first. */
export type TimeOrder = "wrote" | "waiting" | "activity";

/** A position in a list: when the inquiry was put into the bin, or the time of an order, and its number. */
export interface TimePlace {
  at: number;
  number: number;
}

/** Clocks can be set back: within this time (ms) an older inquiry may have the higher number. */
const clockSlack = hour;
/** A tag of up to this many inquiries is read whole; a more common one is checked on each inquiry of a walk. */
const rareTag = 20_000;
/** Max inquiries whose snooze has ended, or whose reply did not arrive, that come first in a view. */
const maxFirst = 20;

/** Finds the inquiries of a view. Numbers grow with each inquiry; without an order, the highest comes first. */
export function createViewQueries(
  db: Kysely<Database>,
  engine: Pick<Engine, "likely" | "listed" | "search" | "unindexed">,
) {
  const { likely, listed, unindexed } = engine;
  const { search } = createSearchQueries(db, engine);

  /**
   * The range of numbers, `[from, before)`, that contains all inquiries of a time range. `clockSlack` widens it on both
   * sides, so callers still have to compare the times. All numbers once any were imported, which follow no time.
   */
  async function numbersOf({ from, before }: InboxView): Promise<{ from: number; before: number }> {
    const isOfAnyTime = from === undefined && before === undefined;
    if (isOfAnyTime || (await hasImported(db))) return { from: 0, before: Number.MAX_SAFE_INTEGER };
    const inquiries = db.selectFrom("inquiry").select("number").limit(1);
    const earlier =
      from === undefined
        ? undefined
        : inquiries.where("created_at", "<", from - clockSlack).orderBy("created_at", "desc");
    const later =
      before === undefined ? undefined : inquiries.where("created_at", ">=", before + clockSlack).orderBy("created_at");
    return {
      from: (await earlier?.executeTakeFirst())?.number ?? 0,
      before: (await later?.executeTakeFirst())?.number ?? Number.MAX_SAFE_INTEGER,
    };
  }

  function isInTime({ from, before }: InboxView): RawBuilder<unknown> {
    const since = from === undefined ? sql`true` : sql`created_at >= ${from}`;
    return before === undefined ? since : sql`${since} and created_at < ${before}`;
  }

  function isAssigned({ assigneeId }: InboxView, column = sql.ref("assignee_id")): RawBuilder<unknown> {
    if (assigneeId === undefined) return sql`true`;
    return assigneeId === null ? sql`${column} is null` : sql`${column} = ${assigneeId}`;
  }

  /**
   * Impostor reports are rare: the index on `kind` finds them fast. For the other kind that index is useless, so the
   * planner must not pick it; nor that of the status if the tag is rare, or the one without a member's inquiries.
   */
  function isOfStatusAndChoices(status: InquiryStatus, view: InboxView, isRare: boolean): RawBuilder<unknown> {
    const isImpostor = view.kind === "impostor";
    const isOf = sql`${isImpostor || isRare ? unindexed("status") : sql.ref("status")} = ${status}`;
    const isOfStatus = typeof view.assigneeId === "string" ? likely(isOf) : isOf;
    return sql`${hasChoices(view, isImpostor ? undefined : unindexed)} and ${isOfStatus}`;
  }

  function isWaiting({ waitingSince }: InboxView, place = wroteAt): RawBuilder<unknown> {
    return waitingSince === undefined ? sql`true` : sql`${place} <= ${waitingSince}`;
  }

  /** The condition of what tags, failed replies and mentions mark, and whether few inquiries have it. */
  async function isMarked(view: InboxView): Promise<{ isRare: boolean; condition: RawBuilder<unknown> }> {
    const tagged = await hasTag(view);
    // Few are, and indexes of their own have them.
    const few = [
      ...(view.isUndelivered === true ? [undeliveredNumbers] : []),
      ...(view.mentionedId === undefined ? [] : [mentioningNumbers(view.mentionedId)]),
    ];
    if (few.length === 0) return tagged;
    const isAmong = few.map((numbers) => sql`number in (${numbers})`);
    return { isRare: true, condition: sql`${tagged.condition} and ${sql.join(isAmong, sql` and `)}` };
  }

  async function hasTag({ tagId }: InboxView): Promise<{ isRare: boolean; condition: RawBuilder<unknown> }> {
    if (tagId === undefined) return { isRare: false, condition: sql`true` };
    const { count } = await db
      .selectFrom((e) =>
        e
          .selectFrom("inquiry_tag")
          .select("number")
          .where("tag_id", "=", tagId)
          .limit(rareTag + 1)
          .as("tagged"),
      )
      .select((e) => e.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const isRare = Number(count) <= rareTag;
    const condition = isRare
      ? sql`number in (select inquiry_number from inquiry_tag where tag_id = ${tagId})`
      : // Not `exists`: SQLite would make a join of it, and read the whole tag.
        sql`(select number from inquiry_tag where tag_id = ${tagId} and inquiry_number = inquiry.number) is not null`;
    return { isRare, condition };
  }

  /** Leaves the snooze out for closed inquiries, which cannot be snoozed, so that their index is enough. */
  const isAwake = (view: InboxView, status: InquiryStatus) => (maySnooze(status) ? isSnoozedAsWanted(view) : sql`true`);

  function isSnoozedAsWanted({ snooze }: InboxView): RawBuilder<unknown> {
    if (snooze === undefined) return sql`true`;
    return snooze.isOn
      ? sql`snoozed_until > ${snooze.at}`
      : sql`(snoozed_until is null or snoozed_until <= ${snooze.at})`;
  }

  /** The choices other than the status. */
  function hasChoices(view: InboxView, column: Engine["unindexed"] = (name) => sql.ref(name)) {
    const set = usualNames.filter((name) => view[name] !== undefined);
    return sql.join([sql`true`, ...set.map((name) => sql`${column(name)} = ${view[name]}`)], sql` and `);
  }

  function statusesOf({ status, waitingSince }: InboxView): readonly InquiryStatus[] {
    const all = status === undefined ? inquiryStatuses.filter((each) => each !== "suspected") : [status];
    return waitingSince === undefined ? all : all.filter((each) => waitingStatuses.includes(each));
  }

  /** The snoozed inquiries of a view, or those whose snooze has ended: few, and found by an index of their own. */
  const snoozed = (
    view: InboxView,
    { at, isOn }: { at: number; isOn: boolean },
    isMarkedSo: RawBuilder<unknown>,
    place: RawBuilder<unknown> = sql`0`,
  ) => sql`
    with snoozed as materialized (
      select number, ${choiceColumns}, assignee_id, created_at, wrote_at, snoozed_until, waiting_since, activity_at
      from inquiry
      where ${isOn ? sql`snoozed_until > ${at}` : sql`snoozed_until <= ${at}`})
    select number, ${place} as at from snoozed as inquiry
    where status in ${listed.texts(statusesOf(view))} and ${hasChoices(view)} and ${isAssigned(view)}
      and ${isInTime(view)} and ${isMarkedSo} and ${isWaiting(view)}`;

  /** The numbers of a view whose snooze ended last, without those on which somebody has acted since. */
  async function woken(view: InboxView): Promise<number[]> {
    if (view.snooze === undefined || view.snooze.isOn) return [];
    const { condition } = await isMarked(view);
    const { rows } = await sql<{ number: number }>`
      ${snoozed(view, view.snooze, condition)} order by snoozed_until desc, number desc limit ${maxFirst}`.execute(db);
    return rows.map(({ number }) => number);
  }

  /** The numbers of a view whose reply did not arrive, the last one first. */
  async function undelivered(view: InboxView): Promise<number[]> {
    const { condition } = await isMarked(view);
    const { rows } = await sql<{ number: number }>`
      select number from inquiry
      where undelivered_at is not null and ${unindexed("status")} in ${listed.texts(statusesOf(view))}
        and ${hasChoices(view)} and ${isAssigned(view, unindexed("assignee_id"))} and ${isInTime(view)} and ${condition} and ${isWaiting(view)}
        and ${isSnoozedAsWanted(view)}
      order by undelivered_at desc, number desc limit ${maxFirst}`.execute(db);
    return rows.map(({ number }) => number);
  }

  /** Returns the inquiries that come before the others of a view, whatever their order. */
  const firstOf = async (view: InboxView) => [...new Set([...(await undelivered(view)), ...(await woken(view))])];

  /**
   * The first inquiries of a view in an order, ignoring its search. Walks the index of each status and merges the
   * walks, so that the time depends on `max` alone.
   */
  async function walk(
    view: InboxView,
    bounds: { from: number; before: number },
    order: { after?: TimePlace | undefined; by: "number" | TimeOrder },
    max: number,
  ): Promise<TimePlace[]> {
    const { isRare, condition } = await isMarked(view);
    const isByTime = order.by !== "number";
    const isLastFirst = order.by === "activity";
    const time = order.by === "number" ? sql`0` : times[order.by];
    // The end of a snooze is in the future, so it is no activity.
    const place = isLastFirst && view.snooze?.isOn === true ? wroteAt : time;
    const sorted = isByTime ? sql.raw(isLastFirst ? "at desc, number desc" : "at, number") : sql.raw("number desc");
    const { at, number: last } = order.after ?? (isLastFirst ? lastPlace : { at: 0, number: 0 });
    // An inquiry has no activity before it is sent. SQLite seeks by one value, not by the pair.
    const start = isLastFirst
      ? sql`${place} <= ${at} and ${place} >= ${view.from ?? 0} and (${place}, number) < (${at}, ${last})`
      : sql`${place} >= ${Math.max(at, view.from ?? 0)} and (${place}, number) > (${at}, ${last})`;
    if (view.snooze?.isOn === true) {
      const { rows } = await sql<TimePlace>`
        ${snoozed(view, view.snooze, condition, place)} and number < ${bounds.before} and number >= ${bounds.from}
          and ${isByTime ? start : sql`true`}
        order by ${sorted} limit ${max}`.execute(db);
      return rows;
    }
    // The range of numbers must not look better to SQLite than the index in this order.
    const numbered = isByTime ? unindexed("number") : sql.ref("number");
    const walks = statusesOf(view).map(
      (status) => sql`select number, at from (
        select number, ${place} as at from inquiry
        where ${isOfStatusAndChoices(status, view, isRare)} and ${isAssigned(view)} and ${condition}
          and ${isWaiting(view, order.by === "waiting" ? place : wroteAt)} and ${isAwake(view, status)}
          and ${numbered} < ${bounds.before} and ${numbered} >= ${bounds.from} and ${isInTime(view)}
          and ${isByTime ? start : sql`true`}
        order by ${isLastFirst ? sql`${place} desc, number desc` : isByTime ? sql`${place}, number` : sql`number desc`}
        limit ${max}) as walk`,
    );
    if (view.withUnproven === true)
      walks.push(sql`select number, at from (
        select number, unproven_at as at, assignee_id, ${choiceColumns}, created_at from inquiry
        where unproven_at is not null and ${unindexed("status")} = 'closed') as inquiry
        where ${hasChoices(view)} and ${isAssigned(view)} and ${condition} and ${isInTime(view)}
          and ${view.waitingSince === undefined ? sql`true` : sql`at <= ${view.waitingSince}`}
          and ${isLastFirst ? sql`(at, number) < (${at}, ${last})` : sql`(at, number) > (${at}, ${last})`}`);
    if (walks.length === 0) return [];
    const { rows } = await sql<TimePlace>`
      ${sql.join(walks, sql` union all `)}
      order by ${sorted} limit ${max}`.execute(db);
    return rows;
  }

  async function newest(view: InboxView, bounds: { from: number; before: number }, max: number): Promise<number[]> {
    return (await walk(view, bounds, { by: "number" }, max)).map(({ number }) => number);
  }

  /** The view as a search asks it. */
  function searched(view: InboxView) {
    const { status, assigneeId, from, tagId, waitingSince } = view;
    return {
      isNarrow:
        unusualNames(view).length > 0 ||
        view.snooze?.isOn === true ||
        view.isUndelivered === true ||
        view.mentionedId !== undefined ||
        [status, assigneeId, from, tagId, waitingSince].some((filter) => filter !== undefined),
      newest: (range: { from: number; before: number }, max: number) => newest(view, range, max),
      async condition() {
        const { condition } = await isMarked(view);
        return sql<boolean>`status in ${listed.texts(statusesOf(view))} and ${hasChoices(view)} and ${isAssigned(view)}
          and ${isInTime(view)} and ${condition} and ${isWaiting(view)} and ${isSnoozedAsWanted(view)}`;
      },
    };
  }

  /** The numbers of one page of a view: those whose snooze has ended before the first `max`, then the newest. */
  async function part(
    view: InboxView,
    after: number | undefined,
    max: number,
  ): Promise<Partial<SearchPage> & Pick<SearchPage, "numbers" | "next">> {
    const bounds = await numbersOf(view);
    const terms = searchTerms(view.search ?? "");
    if (terms.length > 0) return search(searched(view), terms, { range: bounds, after }, max);
    if (after !== undefined) bounds.before = Math.min(bounds.before, after);
    const first = await firstOf(view);
    const rest = await newest(view, bounds, max + 1 + first.length);
    const numbers = rest.filter((number) => !first.includes(number));
    const shown = numbers.slice(0, max);
    return {
      numbers: after === undefined ? [...first, ...shown] : shown,
      next: numbers.length > max ? (shown.at(-1) ?? null) : null,
    };
  }

  /** The number of the inquiry whose reference is the search text, in any view. Undefined if there is none. */
  async function numberNamed({ search: text = "" }: InboxView, where: { inBin: boolean }): Promise<number | undefined> {
    const reference = readReference(text);
    if (reference === null) return undefined;
    const row = await db
      .selectFrom("inquiry")
      .select("number")
      .where("reference", "=", reference)
      .$if(!where.inBin, (query) => query.where("status", "<>", "binned"))
      .executeTakeFirst();
    return row?.number;
  }

  /**
   * One page of a view. The inquiry whose reference is the search text comes first, and only once, whatever its status
   * and the filters.
   */
  async function page(
    view: InboxView,
    { after, limit }: { after?: number | undefined; limit: number },
    where: { inBin: boolean },
  ) {
    const [found, named] = [await part(view, after, limit), await numberNamed(view, where)];
    if (named === undefined) return found;
    const others = found.numbers.filter((number) => number !== named);
    if (after !== undefined) return { ...found, numbers: others };
    const left = others[limit - 1];
    return {
      ...found,
      numbers: [named, ...others].slice(0, limit),
      next: left === undefined ? found.next : placeOf(found.how ?? "exact", left + 1),
    };
  }

  return {
    page,

    undelivered,

    /** Up to `max` inquiries of a view without its search, in an order by time. */
    byTime: async (
      view: InboxView,
      order: TimeOrder,
      after: TimePlace | undefined,
      max: number,
    ): Promise<TimePlace[]> => walk(view, await numbersOf(view), { by: order, after }, max),

    /** The number of inquiries in a view without its search, up to `max`. */
    count: async (view: InboxView, max: number): Promise<number> =>
      (await newest(view, await numbersOf(view), max)).length,

    /** Returns how many inquiries of a view have each tag, up to `max`, by the tag's id. */
    async countTags(view: Pick<InboxView, "snooze">, max: number): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: string; count: number }>`
        select tag.id, (
          select count(*) from (
            select inquiry.number from inquiry_tag as tagged
            join inquiry on inquiry.number = tagged.inquiry_number
            where tagged.tag_id = tag.id and ${unindexed("status")} in ${listed.texts(statusesOf(view))}
              and ${isSnoozedAsWanted(view)}
            limit ${max}) as counted) as count
        from tag`.execute(db);
      return new Map(rows.map(({ id, count }) => [id, Number(count)]));
    },

    /** The approximate number of inquiries in a view; null for a search, which would have to run first. */
    async expect(view: InboxView): Promise<number | null> {
      if (searchTerms(view.search ?? "").length > 0) return null;
      const { from, before } = await numbersOf(view);
      const { condition } = await isMarked(view);
      const count = async (numbers: RawBuilder<unknown>) => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (${numbers} and number >= ${from} and number < ${before}) as counted`.execute(
          db,
        );
        return Number(rows[0]?.count ?? 0);
      };
      const { snooze } = view;
      const asleep = snooze === undefined ? 0 : await count(snoozed(view, { ...snooze, isOn: true }, condition));
      if (snooze?.isOn === true) return asleep;
      // Numbers are in the order of time only without imports.
      const inTime = (await hasImported(db)) ? isInTime(view) : sql`true`;
      // Subtracted, so that a million rows are counted by an index alone.
      const all = sql`select number from inquiry
        where status in ${listed.texts(statusesOf(view))} and ${hasChoices(view)} and ${isAssigned(view)}
          and ${condition} and ${isWaiting(view)} and ${inTime}`;
      return (await count(all)) - asleep;
    },
  };
}

const mentioningNumbers = (memberId: string) => sql`
  select number from inquiry
  where id in (select inquiry_id from bell_entry where member_id = ${memberId} and kind = 'mention')`;
const undeliveredNumbers = sql`select number from inquiry where undelivered_at is not null`;

const choiceColumns = sql.join(choiceNames.map((name) => sql.ref(name)));

/** When the visitor wrote last; the expression of the index `inquiry_wrote`. */
const wroteAt = sql`coalesce(wrote_at, created_at)`;

/** Each order's time, as an index has it. */
const times: Record<TimeOrder, RawBuilder<unknown>> = {
  wrote: wroteAt,
  waiting: sql`coalesce(waiting_since, wrote_at, created_at)`,
  activity: sql`case when snoozed_until > ${wroteAt} and snoozed_until > coalesce(activity_at, 0) then snoozed_until
    when activity_at > ${wroteAt} then activity_at else ${wroteAt} end`,
};
/** After every other one. */
const lastPlace: TimePlace = { at: Number.MAX_SAFE_INTEGER, number: Number.MAX_SAFE_INTEGER };
