import { setImmediate } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { InquiryDetail, InquirySummary, Person } from "#contract/inbox.ts";
import { newestAtFirst } from "#domain/inquiries/conversation.ts";
import {
  type InquiryKind,
  type InquiryStatus,
  inquiryStatuses,
  openStatuses,
  readReference,
  waitingStatuses,
} from "#domain/inquiries/inquiry.ts";
import { maySnooze } from "#domain/inquiries/snooze.ts";
import { knownLanguage } from "#domain/languages.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { hasImported } from "../store/imported.ts";
import { askedGrams, hasWord, searchedText, type SearchWord, searchWords } from "../store/search-text.ts";
import { hour } from "#domain/time/durations.ts";
import { createExportQueries } from "./export-queries.ts";
import { attachmentsOf } from "../inquiries/attachments/attachment-queries.ts";
import { historyOf, iso, mergedInto, newestEntries, notesTogether, person, tagsOf, textsOf } from "./thread-queries.ts";

/** Filters of an inbox list. Without a status: all but `suspected`. Times are milliseconds since 1970. */
export interface InboxView {
  status?: InquiryStatus | undefined;
  kind?: InquiryKind | undefined;
  /** Null: unassigned. */
  assigneeId?: string | null | undefined;
  from?: number | undefined;
  before?: number | undefined;
  search?: string | undefined;
  tagId?: string | undefined;
  /** Only those that wait for the team, and whose visitor wrote then or earlier. */
  waitingSince?: number | undefined;
  /** Only those snoozed at a time, or only the others; undefined: both. */
  snooze?: { at: number; isOn: boolean } | undefined;
}

/** One page of a view, newest first. Pass `next` as `after` to get the following page. */
export interface Part<Row> {
  rows: Row[];
  /** A search scans a limited number of rows: a page may be short, even empty, and still have a `next`. */
  next: number | null;
}

/** What depends on the time at which it is shown. */
export interface StoredTimes {
  /** When it was put into the bin and by whom; null outside the bin. */
  binned: { at: number; by: Person | null } | null;
  snoozedUntil: number | null;
}

export type StoredSummary = Omit<InquirySummary, "binned" | "snooze"> & StoredTimes & { closedAt: number | null };

type StoredDetail = Omit<
  InquiryDetail,
  "internationalPhone" | "binned" | "snooze" | "mayEmail" | "blocked" | "blockable"
> &
  StoredTimes & { mailStoppedAt: number | null };

/** A position in a list: when the inquiry was put into the bin, or its visitor wrote last, and its number. */
export interface TimePlace {
  at: number;
  number: number;
}

export type InboxStore = ReturnType<typeof createInboxStore>;

/** Max number of other inquiries of the same person that a list counts. */
const maxOthers = 50;
/** Max number of them that an open inquiry shows. */
const shownOthers = 20;
const excerptLength = 160;
/** Clocks can be set back: within this time (ms) an older inquiry may have the higher number. */
const clockSlack = hour;
/** Max inquiries that a search scans per page, and max batch size. */
const maxChecked = 2000;
const maxBatch = 500;
/** Texts to compare before yielding to the event loop. */
const yieldEach = 50;
/** A view with up to this many inquiries is searched without the index. */
const few = 500;
/** A tag of up to this many inquiries is read whole; a more common one is checked on each inquiry of a walk. */
const rareTag = 20_000;
/** Counting the bin, or a person's inquiries, stops here. */
const maxCounted = 1000;
/** Max inquiries whose snooze has ended that come first in a view. */
const maxWoken = 20;

/** Queries of the team's inbox. Numbers grow with each inquiry; lists are ordered by number, descending. */
export function createInboxStore(db: Kysely<Database>, engine: Pick<Engine, "listed" | "search" | "unindexed">) {
  const { listed, unindexed } = engine;

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

  function isAssigned({ assigneeId }: InboxView): RawBuilder<unknown> {
    if (assigneeId === undefined) return sql`true`;
    return assigneeId === null ? sql`assignee_id is null` : sql`assignee_id = ${assigneeId}`;
  }

  /**
   * Impostor reports are rare: the index on `kind` finds them fast. For the other kind that index is useless, so the
   * planner must not pick it; nor that of the status if the tag is rare.
   */
  function isOfStatusAndKind(status: InquiryStatus, { kind }: InboxView, isRare: boolean): RawBuilder<unknown> {
    const isOfStatus = sql`${kind === "impostor" || isRare ? unindexed("status") : sql.ref("status")} = ${status}`;
    if (kind === undefined) return isOfStatus;
    return kind === "impostor"
      ? sql`kind = ${kind} and ${isOfStatus}`
      : sql`${unindexed("kind")} = ${kind} and ${isOfStatus}`;
  }

  function isWaiting({ waitingSince }: InboxView): RawBuilder<unknown> {
    return waitingSince === undefined ? sql`true` : sql`${wroteAt} <= ${waitingSince}`;
  }

  async function isTagged({ tagId }: InboxView): Promise<{ isRare: boolean; condition: RawBuilder<unknown> }> {
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

  /** Only open inquiries can be snoozed: a walk of the others needs no more than their index. */
  const isAwake = (view: InboxView, status: InquiryStatus) => (maySnooze(status) ? isSnoozedAsWanted(view) : sql`true`);

  function isSnoozedAsWanted({ snooze }: InboxView): RawBuilder<unknown> {
    if (snooze === undefined) return sql`true`;
    return snooze.isOn
      ? sql`snoozed_until > ${snooze.at}`
      : sql`(snoozed_until is null or snoozed_until <= ${snooze.at})`;
  }

  const isOfKind = ({ kind }: InboxView) => (kind === undefined ? sql`true` : sql`kind = ${kind}`);

  function statusesOf({ status, waitingSince }: InboxView): readonly InquiryStatus[] {
    const all = status === undefined ? inquiryStatuses.filter((each) => each !== "suspected") : [status];
    return waitingSince === undefined ? all : all.filter((each) => waitingStatuses.includes(each));
  }

  /** The snoozed inquiries of a view, or those whose snooze has ended: few, and found by an index of their own. */
  const snoozed = (
    view: InboxView,
    { at, isOn }: { at: number; isOn: boolean },
    isTaggedSo: RawBuilder<unknown>,
    place: RawBuilder<unknown> = sql`0`,
  ) => sql`
    with snoozed as materialized (
      select number, status, kind, assignee_id, created_at, wrote_at, snoozed_until from inquiry
      where ${isOn ? sql`snoozed_until > ${at}` : sql`snoozed_until <= ${at}`})
    select number, ${place} as at from snoozed as inquiry
    where status in ${listed.texts(statusesOf(view))} and ${isOfKind(view)} and ${isAssigned(view)}
      and ${isInTime(view)} and ${isTaggedSo} and ${isWaiting(view)}`;

  /** The numbers of a view whose snooze ended last, without those on which somebody has acted since. */
  async function woken(view: InboxView): Promise<number[]> {
    if (view.snooze === undefined || view.snooze.isOn) return [];
    const { condition } = await isTagged(view);
    const { rows } = await sql<{ number: number }>`
      ${snoozed(view, view.snooze, condition)} order by snoozed_until desc, number desc limit ${maxWoken}`.execute(db);
    return rows.map(({ number }) => number);
  }

  /**
   * The first inquiries of a view in an order, ignoring its search. Walks the index of each status and merges the
   * walks, so that the time depends on `max` alone.
   */
  async function walk(
    view: InboxView,
    bounds: { from: number; before: number },
    order: { after?: TimePlace | undefined; by: "number" | "time" },
    max: number,
  ): Promise<TimePlace[]> {
    const { isRare, condition } = await isTagged(view);
    const isByTime = order.by === "time";
    const { at, number: last } = order.after ?? { at: 0, number: 0 };
    // Who sent an inquiry at a time has not written before it. SQLite seeks by one value, not by the pair.
    const start = sql`${wroteAt} >= ${Math.max(at, view.from ?? 0)} and (${wroteAt}, number) > (${at}, ${last})`;
    const place = isByTime ? wroteAt : sql`0`;
    if (view.snooze?.isOn === true) {
      const { rows } = await sql<TimePlace>`
        ${snoozed(view, view.snooze, condition, place)} and number < ${bounds.before} and number >= ${bounds.from}
          and ${isByTime ? start : sql`true`}
        order by ${isByTime ? sql`at, number` : sql`number desc`} limit ${max}`.execute(db);
      return rows;
    }
    // The range of numbers must not look better to SQLite than the index in this order.
    const numbered = isByTime ? unindexed("number") : sql.ref("number");
    const walks = statusesOf(view).map(
      (status) => sql`select number, at from (
        select number, ${place} as at from inquiry
        where ${isOfStatusAndKind(status, view, isRare)} and ${isAssigned(view)} and ${condition} and ${isWaiting(view)}
          and ${isAwake(view, status)}
          and ${numbered} < ${bounds.before} and ${numbered} >= ${bounds.from} and ${isInTime(view)}
          and ${isByTime ? start : sql`true`}
        order by ${isByTime ? sql`${wroteAt}, number` : sql`number desc`} limit ${max}) as walk`,
    );
    if (walks.length === 0) return [];
    const { rows } = await sql<TimePlace>`
      ${sql.join(walks, sql` union all `)}
      order by ${isByTime ? sql`at, number` : sql`number desc`} limit ${max}`.execute(db);
    return rows;
  }

  async function newest(view: InboxView, bounds: { from: number; before: number }, max: number): Promise<number[]> {
    return (await walk(view, bounds, { by: "number" }, max)).map(({ number }) => number);
  }

  /** Which of these inquiries belong to the view and contain the words. */
  async function verify(
    numbers: readonly number[],
    view: InboxView,
    words: readonly SearchWord[],
  ): Promise<Set<number>> {
    const { condition } = await isTagged(view);
    const rows = await db
      .selectFrom("inquiry")
      .select(["number", "id", "reference", "phone_key", "reported"])
      .select(["name", "phone", "email", "city", "query"])
      .where("number", "in", listed.numbers(numbers))
      .where(
        sql<boolean>`status in ${listed.texts(statusesOf(view))} and ${isOfKind(view)} and ${isAssigned(view)} and ${isInTime(view)}`,
      )
      .where(sql<boolean>`${condition} and ${isWaiting(view)} and ${isSnoozedAsWanted(view)}`)
      .execute();
    const added = await textsOf(
      db,
      listed,
      rows.map(({ id }) => id),
    );
    const found = new Set<number>();
    for (const [index, { number, id, reference, phone_key, reported, ...fields }] of rows.entries()) {
      const text = searchedText({ fields, reference, reported, phoneKey: phone_key, texts: added.get(id) ?? [] });
      if (words.every((word) => hasWord(text, word))) found.add(number);
      // Comparing long texts is slow: yield to the event loop.
      if (index % yieldEach === yieldEach - 1) await setImmediate();
    }
    return found;
  }

  async function search(
    view: InboxView,
    words: readonly SearchWord[],
    bounds: { from: number; before: number },
    max: number,
  ): Promise<{ numbers: number[]; next: number | null }> {
    const { status, kind, assigneeId, from, tagId, waitingSince } = view;
    const isNarrow =
      kind === "impostor" ||
      view.snooze?.isOn === true ||
      [status, assigneeId, from, tagId, waitingSince].some((filter) => filter !== undefined);
    const all = isNarrow ? await newest(view, bounds, few + 1) : [];
    const isKnown = isNarrow && all.length <= few;
    const find = isKnown ? undefined : await engine.search.ask(db, askedGrams(words));
    const numbers: number[] = [];
    let { before } = bounds;
    // Nearly all index hits are true matches, so the first batch is small; each next one is sized by the hit rate so
    // far.
    for (let scanned = 0, at = max + 1; scanned < maxChecked;) {
      const candidates =
        find === undefined ? all.slice(scanned, scanned + at) : await find({ from: bounds.from, before, max: at });
      const found = await verify(candidates, view, words);
      numbers.push(...candidates.filter((number) => found.has(number)));
      if (numbers.length > max) return { numbers: numbers.slice(0, max), next: numbers[max - 1] ?? null };
      if (candidates.length < at) return { numbers, next: null };
      before = candidates.at(-1) ?? before;
      scanned += at;
      const likely = ((max + 1 - numbers.length) * scanned) / (numbers.length + 1);
      at = Math.min(maxBatch, Math.ceil(likely * 1.5));
      // Yield to the event loop between batches.
      await setImmediate();
    }
    return { numbers, next: before };
  }

  /** The numbers of one page of a view: those whose snooze has ended before the first `max`, then the newest. */
  async function part(view: InboxView, after: number | undefined, max: number) {
    const bounds = await numbersOf(view);
    if (after !== undefined) bounds.before = Math.min(bounds.before, after);
    const words = searchWords(view.search ?? "");
    if (words.length > 0) return search(view, words, bounds, max);
    const first = await woken(view);
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
  async function partWithNamed(
    view: InboxView,
    { after, limit }: { after?: number | undefined; limit: number },
    where: { inBin: boolean },
  ) {
    const [found, named] = [await part(view, after, limit), await numberNamed(view, where)];
    if (named === undefined) return found;
    const others = found.numbers.filter((number) => number !== named);
    if (after !== undefined) return { numbers: others, next: found.next };
    const left = others[limit - 1];
    return { numbers: [named, ...others].slice(0, limit), next: left === undefined ? found.next : left + 1 };
  }

  async function summaries(numbers: readonly number[]): Promise<StoredSummary[]> {
    const rows = await db
      .selectFrom("inquiry as i")
      .leftJoin("member", "member.id", "i.assignee_id")
      .leftJoin("member as binner", "binner.id", "i.binned_by")
      .leftJoin("inquiry as target", "target.id", "i.merged_into")
      .select(["i.id", "i.number", "i.reference", "i.status", "i.version", "i.created_at", "i.name", "i.city"])
      .select(["i.kind", "i.reported", "target.id as target_id", "target.reference as target_reference"])
      .select(["member.id as assignee_id", "member.email as assignee_email"])
      .select([
        "i.closed_at",
        "i.language",
        "i.snoozed_until",
        "i.binned_status",
        "i.binned_at",
        "binner.id as binner_id",
        "binner.email as binner_email",
      ])
      .select((e) => [
        sql<string>`substr(coalesce(${lastAnswer}, i.query), 1, ${excerptLength * 2})`.as("start"),
        sql<number>`coalesce(i.wrote_at, i.created_at)`.as("wrote_at"),
        e
          .selectFrom(
            e
              .selectFrom("inquiry as o")
              .select("o.number")
              .where((o) =>
                o.or([o("o.phone_key", "=", o.ref("i.phone_key")), o("o.email_key", "=", o.ref("i.email_key"))]),
              )
              .whereRef("o.number", "<>", "i.number")
              .where("o.binned_at", "is", null)
              .limit(maxOthers)
              .as("other"),
          )
          .select((o) => o.fn.countAll<number>().as("count"))
          .as("others"),
      ])
      .where("i.number", "in", listed.numbers(numbers))
      .execute();
    const places = new Map(numbers.map((number, place) => [number, place]));
    rows.sort((a, b) => (places.get(a.number) ?? 0) - (places.get(b.number) ?? 0));
    const tags = await tagsOf(db, listed, numbers);
    return rows.map((row) => ({
      ...summaryOf(row, tags.get(row.number)),
      others: Number(row.others),
      closedAt: row.closed_at,
    }));
  }

  return {
    /** One page of a view; `after` is the number of the previous page's last inquiry. */
    async list(view: InboxView, page: { after?: number | undefined; limit: number }): Promise<Part<StoredSummary>> {
      const { numbers, next } = await partWithNamed(view, page, { inBin: true });
      return { rows: await summaries(numbers), next };
    },

    /**
     * One page of a view, ignoring its search: first whose visitor has written the longest ago. `after` is the position
     * of the previous page's last inquiry.
     */
    async oldest(view: InboxView, { after, limit }: { after?: TimePlace | undefined; limit: number }) {
      const places = await walk(view, await numbersOf(view), { by: "time", after }, limit + 1);
      const shown = places.slice(0, limit);
      return {
        rows: await summaries(shown.map(({ number }) => number)),
        next: places.length > limit ? (shown.at(-1) ?? null) : null,
      };
    },

    /** One page of the bin, last deleted first; `after` is the position of the previous page's last inquiry. */
    async bin(page: { after?: TimePlace | undefined; limit: number }) {
      const { after, limit } = page;
      const rows = await db
        .selectFrom("inquiry")
        .select(["number", "binned_at"])
        .where("binned_at", "is not", null)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(binned_at, number) < (${after?.at ?? 0}, ${after?.number ?? 0})`),
        )
        .orderBy("binned_at", "desc")
        .orderBy("number", "desc")
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        rows: await summaries(shown.map(({ number }) => number)),
        next: last === undefined ? null : { at: last.binned_at ?? 0, number: last.number },
      };
    },

    /** The number of inquiries in the bin, up to `maxCounted`. */
    async countBin(): Promise<number> {
      const { count } = await db
        .selectFrom((e) =>
          e.selectFrom("inquiry").select("number").where("binned_at", "is not", null).limit(maxCounted).as("binned"),
        )
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async counts(): Promise<Record<InquiryStatus, number>> {
      const rows = await db.selectFrom("inquiry_count").selectAll().execute();
      const counts = { new: 0, "in progress": 0, answered: 0, closed: 0, suspected: 0 };
      for (const { status, count } of rows) if (Object.hasOwn(counts, status)) counts[status] = Number(count);
      return counts;
    },

    /** The number of snoozed inquiries by status. */
    async snoozedCounts(at: number): Promise<ReadonlyMap<Database["inquiry"]["status"], number>> {
      const rows = await db
        .selectFrom("inquiry")
        .select((e) => ["status", e.fn.countAll<number>().as("count")])
        .where("snoozed_until", ">", at)
        .where("status", "<>", "binned")
        // SQLite would walk the index of statuses, which has every inquiry, to find them in groups.
        .groupBy(unindexed("status"))
        .execute();
      return new Map(rows.map(({ status, count }) => [status, Number(count)]));
    },

    /** Summaries by id; unknown ids are left out. */
    async summariesOf(ids: readonly string[]): Promise<StoredSummary[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("id", "in", listed.texts(ids))
        .orderBy("number", "desc")
        .execute();
      return summaries(rows.map(({ number }) => number));
    },

    /** How many of these members can be assigned inquiries, that is, can sign in. */
    async countAssignable(ids: readonly string[]): Promise<number> {
      const { count } = await db
        .selectFrom("member")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("id", "in", ids)
        .where("is_active", "=", 1)
        .where((e) => e.or([e("password_hash", "<>", ""), e("oidc_subject", "is not", null)]))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /**
     * The number of open inquiries of each of these members. Members with only closed ones get 0; members with none are
     * left out.
     */
    async loadOf(ids: readonly string[]): Promise<Array<{ id: string; openInquiries: number }>> {
      const counted = await db
        .selectFrom("inquiry")
        .select((e) => ["assignee_id", e.fn.countAll<number>().as("count")])
        .where("assignee_id", "in", listed.texts(ids))
        .where("status", "in", openStatuses)
        .groupBy("assignee_id")
        .execute();
      const counts = new Map(counted.map(({ assignee_id, count }) => [assignee_id, Number(count)]));
      const rows = await db
        .selectFrom("member")
        .select("id")
        .where("id", "in", listed.texts(ids))
        .where((e) =>
          e.exists(
            e
              .selectFrom("inquiry")
              .select("number")
              .whereRef("inquiry.assignee_id", "=", "member.id")
              .where("inquiry.status", "in", inquiryStatuses),
          ),
        )
        .execute();
      return rows.map(({ id }) => ({ id, openInquiries: counts.get(id) ?? 0 }));
    },

    /** An inquiry with all its details, and its newest entries; null if there is none. */
    async find(id: string, maxEntries = newestAtFirst): Promise<StoredDetail | null> {
      const row = await db
        .selectFrom("inquiry as i")
        .leftJoin("member", "member.id", "i.assignee_id")
        .selectAll("i")
        .leftJoin("member as binner", "binner.id", "i.binned_by")
        .leftJoin("inquiry as target", "target.id", "i.merged_into")
        .select(["target.id as target_id", "target.reference as target_reference"])
        .select(["member.id as assignee_id", "member.email as assignee_email", "i.query as start"])
        .select(sql<number>`coalesce(i.wrote_at, i.created_at)`.as("wrote_at"))
        .select(["binner.id as binner_id", "binner.email as binner_email"])
        .where("i.id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { excerpt: _excerpt, ...summary } = summaryOf(
        row,
        (await tagsOf(db, listed, [row.number])).get(row.number),
      );
      const merged = await mergedInto(db, id);
      const mergedIds = merged.map((each) => each.id);
      const same = (column: "phone_key" | "email_key", max: number) => sql`select number from (
        select number from inquiry
        where ${sql.ref(column)} = ${row[column]} and number <> ${row.number} and binned_at is null
        order by number desc limit ${max}) as same`;
      const newestOthers = (max: number) => sql`
        ${same("phone_key", max)} union ${same("email_key", max)} order by number desc limit ${max}`;
      const { rows: others } = await sql<{ number: number }>`${newestOthers(shownOthers)}`.execute(db);
      const { rows: counted } =
        others.length < shownOthers
          ? { rows: [{ count: others.length }] }
          : await sql<{ count: number }>`
              select count(*) as count from (${newestOthers(maxCounted)}) as counted`.execute(db);
      const files = await attachmentsOf(db, listed, [id, ...mergedIds]);
      return {
        ...summary,
        phone: row.phone,
        email: row.email,
        query: row.query,
        attachments: files.get(id) ?? [],
        closedAt: row.closed_at === null ? null : iso(row.closed_at),
        mailStoppedAt: row.mail_stopped_at,
        merged: merged.map((each) => ({ ...each, attachments: files.get(each.id) ?? [] })),
        notes: await notesTogether(db, listed, id, mergedIds),
        ...(await newestEntries(db, listed, { id, mergedIds }, maxEntries, files)),
        history: await historyOf(db, listed, { ...row, status: summary.status }, mergedIds),
        othersCount: Number(counted[0]?.count),
        others: (await summaries(others.map(({ number }) => number))).map(
          ({ others: _others, binned: _binned, snoozedUntil: _snoozed, closedAt: _closedAt, ...other }) => other,
        ),
      };
    },

    /** The approximate number of inquiries in a view; null for a search, which would have to run first. */
    async expect(view: InboxView): Promise<number | null> {
      if (searchWords(view.search ?? "").length > 0) return null;
      const { from, before } = await numbersOf(view);
      const { condition } = await isTagged(view);
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
        where status in ${listed.texts(statusesOf(view))} and ${isOfKind(view)} and ${isAssigned(view)}
          and ${condition} and ${isWaiting(view)} and ${inTime}`;
      return (await count(all)) - asleep;
    },

    /** The numbers of the inquiries with these ids or references. */
    async numbersOf(names: readonly string[]): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => e.or([e("id", "in", listed.texts(names)), e("reference", "in", listed.texts(names))]))
        .execute();
      return rows.map(({ number }) => number);
    },

    /** Returns the numbers that are not in the bin. */
    async outsideBin(numbers: readonly number[]): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("number", "in", listed.numbers(numbers))
        .where("binned_at", "is", null)
        .execute();
      return rows.map(({ number }) => number);
    },

    /** The numbers of one page of a view, without the bin. */
    async numbers(view: InboxView, page: { after?: number | undefined; limit: number }): Promise<Part<number>> {
      const { numbers, next } = await partWithNamed(view, page, { inBin: false });
      return { rows: numbers, next };
    },

    ...createExportQueries(db, listed),
  };
}

/** When the visitor wrote last; the expression of the index `inquiry_wrote`. */
const wroteAt = sql`coalesce(wrote_at, created_at)`;

/** The text of the visitor's last answer on the inquiry `i`, or on those merged into it; null without one. */
const lastAnswer = sql`(
  select last.text from inquiry_entry as last where last.number = (
    select max((select max(number) from inquiry_entry as own where own.inquiry_id = of.id and own.kind = 'answer'))
    from inquiry as of where of.id = i.id or (of.merged_into = i.id and of.binned_at is null)))`;

interface SummaryRow {
  id: string;
  reference: string;
  kind: InquiryKind;
  reported: string;
  status: Database["inquiry"]["status"];
  binned_status: InquiryStatus | null;
  binned_at: number | null;
  binner_id: string | null;
  binner_email: string | null;
  snoozed_until: number | null;
  version: number;
  created_at: number;
  wrote_at: number;
  name: string;
  city: string;
  language: string | null;
  start: string;
  assignee_id: string | null;
  assignee_email: string | null;
  target_id: string | null;
  target_reference: string | null;
}

function summaryOf(row: SummaryRow, tags: ReadonlyArray<{ id: string }> = []) {
  const line = row.start.replaceAll(/\s+/g, " ").trim();
  // Cut between words, so that no grapheme of several code points is split.
  const cut = line.slice(0, line.lastIndexOf(" ", excerptLength));
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    reported: row.reported,
    // The status before the bin. Rows binned by another program may have none.
    status: row.status === "binned" ? (row.binned_status ?? "new") : row.status,
    snoozedUntil: row.snoozed_until === null ? null : Number(row.snoozed_until),
    binned: row.binned_at === null ? null : { at: row.binned_at, by: person(row.binner_id, row.binner_email) },
    assignee: person(row.assignee_id, row.assignee_email),
    version: row.version,
    receivedAt: iso(row.created_at),
    wroteAt: iso(row.wrote_at),
    name: row.name,
    city: row.city,
    language: knownLanguage(row.language),
    excerpt: line.length > excerptLength ? `${cut}…` : line,
    tags: tags.map(({ id }) => id),
    mergedInto:
      row.target_id === null || row.target_reference === null
        ? null
        : { id: row.target_id, reference: row.target_reference },
  };
}
