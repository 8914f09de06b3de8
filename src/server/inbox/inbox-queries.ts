import { splitRemarks } from "#domain/inquiries/mail-remarks.ts";
import { visitorWords } from "#domain/inquiries/quoted-text.ts";
import { type Kysely, sql } from "kysely";
import type { Found, InquiryDetail, InquirySummary, Person } from "#contract/inbox/inbox.ts";
import { newestAtFirst } from "#domain/inquiries/conversation.ts";
import { choiceNames, type Choices, pick } from "#domain/inquiries/choices.ts";
import {
  type InquiryStatus,
  type InquiryWay,
  inquiryStatuses,
  openStatuses,
  waitingStatuses,
} from "#domain/inquiries/inquiry.ts";
import { knownLanguage } from "#domain/languages.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { createExportQueries } from "./export-queries.ts";
import { attachmentsOf } from "../inquiries/attachments/attachment-queries.ts";
import { foundIn } from "./search-queries.ts";
import { createViewQueries, type InboxView, type TimeOrder, type TimePlace } from "./view-queries.ts";
import { historyOf, mergedInto, newestEntries, notesTogether, person, tagsOf } from "./thread-queries.ts";

/** One page of a view, newest first. Pass `next` as `after` to get the following page. */
export interface Part<Row> {
  rows: Row[];
  /** A search scans a limited number of rows: a page may be short, even empty, and still have a `next`. */
  next: number | null;
}

/** A page of a search also has how it was found; null without a search. */
type FoundPart = Part<StoredSummary> & { found: Found | null };

/** Times from which the shown state is computed. */
export interface StoredTimes {
  /** Time from which no member has seen it; in the future if it is snoozed until then. */
  unreadSince: number | null;
  /** When it was put into the bin and by whom; null outside the bin. */
  binned: { at: number; by: Person | null } | null;
  snoozedUntil: number | null;
}

export type StoredSummary = Omit<InquirySummary, "binned" | "snooze" | "unread"> &
  StoredTimes & { closedAt: number | null };

export type StoredDetail = Omit<
  InquiryDetail,
  "internationalPhone" | "binned" | "snooze" | "unread" | "mayEmail" | "blocked" | "blockable"
> &
  StoredTimes & { mailStoppedAt: number | null };

export type InboxStore = ReturnType<typeof createInboxStore>;

/** Max number of other inquiries of the same person that a list counts. */
const maxOthers = 50;
/** Max number of them that an open inquiry shows. */
const shownOthers = 20;
const excerptLength = 160;
/** Characters of a message that its excerpt is found in: a whole email, which may begin with a quotation. */
const maxExcerptSource = 10_000;
/** Counting the bin, or a person's inquiries, stops here. */
const maxCounted = 1000;

/** Queries of the team's inbox. Numbers grow with each inquiry; lists are ordered by number, descending. */
export function createInboxStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "likely" | "listed" | "search" | "unindexed">,
) {
  const { listed, unindexed } = engine;
  const views = createViewQueries(db, engine);

  async function summaries(numbers: readonly number[]): Promise<StoredSummary[]> {
    const rows = await db
      .selectFrom("inquiry as i")
      .leftJoin("member", "member.id", "i.assignee_id")
      .leftJoin("member as binner", "binner.id", "i.binned_by")
      .leftJoin("inquiry as target", "target.id", "i.merged_into")
      .select(["i.id", "i.number", "i.reference", "i.version", "i.created_at", "i.name", "i.city"])
      .select(choiceNames.map((name) => `i.${name}` as const))
      .select(["i.reported", "target.id as target_id", "target.reference as target_reference"])
      .select(["member.id as assignee_id", "member.email as assignee_email"])
      .select([
        "i.closed_at",
        "i.language",
        "i.arrival_way",
        "i.snoozed_until",
        "i.undelivered_at",
        "i.unproven_at",
        "i.unread_since",
        "i.binned_status",
        "i.binned_at",
        "binner.id as binner_id",
        "binner.email as binner_email",
      ])
      .select((e) => [
        sql<string>`substr(coalesce(${lastAnswer}, i.query), 1, ${maxExcerptSource})`.as("start"),
        sql<number>`coalesce(i.wrote_at, i.created_at)`.as("wrote_at"),
        sql<number>`coalesce(i.waiting_since, i.wrote_at, i.created_at)`.as("waits_since"),
        e
          .selectFrom(
            e
              .selectFrom("inquiry as o")
              .select("o.number")
              .where((o) => {
                // The condition of their indexes in both halves: SQLite uses neither index without it.
                const isKept = o("o.binned_at", "is", null);
                return o.or([
                  o("o.phone_key", "=", o.ref("i.phone_key")).and(isKept),
                  o("o.email_key", "=", o.ref("i.email_key")).and(isKept),
                ]);
              })
              .whereRef("o.number", "<>", "i.number")
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
    async list(view: InboxView, page: { after?: number | undefined; limit: number }): Promise<FoundPart> {
      const found = await views.page(view, page, { inBin: true });
      const rows = await summaries(found.numbers);
      const ids = rows.map(({ id }) => id);
      return { rows, next: found.next, found: foundIn(found, view.search ?? "", ids) };
    },

    /**
     * One page of a view in an order by time, ignoring its search. Where the oldest come first, those whose reply did
     * not arrive come before them. `after` is the position of the previous page's last inquiry.
     */
    async byTime(
      view: InboxView,
      order: TimeOrder,
      { after, limit }: { after?: TimePlace | undefined; limit: number },
    ) {
      const first = order === "activity" ? [] : await views.undelivered(view);
      const places = await views.byTime(view, order, after, limit + 1 + first.length);
      const others = places.filter(({ number }) => !first.includes(number));
      const shown = others.slice(0, limit);
      const rest = shown.map(({ number }) => number);
      return {
        rows: await summaries(after === undefined ? [...first, ...rest] : rest),
        next: others.length > limit ? (shown.at(-1) ?? null) : null,
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
      for (const { status, count } of rows)
        if (Object.hasOwn(counts, status)) counts[status] = Number.isSafeInteger(Number(count)) ? Number(count) : 0;
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

    /** Returns how many closed inquiries have an answer that anybody can have sent. */
    async countUnproven(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("unproven_at", "is not", null)
        .where(sql<boolean>`${unindexed("status")} = 'closed'`)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async isUnread(id: string, at: number): Promise<boolean> {
      const row = await db
        .selectFrom("inquiry")
        .select("id")
        .where("id", "=", id)
        .where("unread_since", "<=", at)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The number of inquiries that no member has seen as they are, up to `maxCounted`. */
    async countUnread(at: number): Promise<number> {
      const { count } = await db
        .selectFrom((e) =>
          e
            .selectFrom("inquiry")
            .select("number")
            .where("unread_since", "<=", at)
            .where(sql<boolean>`${unindexed("status")} not in ('suspected', 'binned')`)
            .limit(maxCounted)
            .as("unread"),
        )
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The number of inquiries that wait because a reply did not arrive. */
    async countUndelivered(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("undelivered_at", "is not", null)
        .where(sql<boolean>`${unindexed("status")} in ${listed.texts(waitingStatuses)}`)
        .executeTakeFirstOrThrow();
      return Number(count);
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

    /** Returns how many of these members can be assigned inquiries, that is, can sign in. */
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

    /** What a reply needs of its inquiry; null if there is none. */
    async recipientOf(id: string) {
      const row = await db
        .selectFrom("inquiry")
        .select(["id", "email", "status", "language", "mail_stopped_at as mailStoppedAt"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : { ...row, language: knownLanguage(row.language) };
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
        .select(sql<number>`coalesce(i.waiting_since, i.wrote_at, i.created_at)`.as("waits_since"))
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
        closedAt: instantOrNull(row.closed_at),
        mailStoppedAt: row.mail_stopped_at,
        merged: merged.map((each) => ({ ...each, attachments: files.get(each.id) ?? [] })),
        notes: await notesTogether(db, listed, id, mergedIds),
        ...(await newestEntries(db, listed, { id, mergedIds }, maxEntries, files)),
        history: await historyOf(db, listed, { ...row, status: summary.status }, mergedIds),
        othersCount: Number(counted[0]?.count),
        others: (await summaries(others.map(({ number }) => number))).map(
          ({
            others: _others,
            binned: _binned,
            snoozedUntil: _snoozed,
            closedAt: _closed,
            unreadSince: _unread,
            ...other
          }) => other,
        ),
      };
    },

    count: (view: InboxView, max: number): Promise<number> => views.count(view, max),

    countTags: (view: InboxView, max: number): Promise<Map<string, number>> => views.countTags(view, max),

    /** The approximate number of inquiries in a view; null for a search, which would have to run first. */
    expect: (view: InboxView): Promise<number | null> => views.expect(view),

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
      const { numbers, next } = await views.page(view, page, { inBin: false });
      return { rows: numbers, next };
    },

    ...createExportQueries(db, listed),
  };
}

/** The text of the visitor's last answer on the inquiry `i`, or on those merged into it; null without one. */
const lastAnswer = sql`(
  select last.text from inquiry_entry as last where last.number = (
    select max((select max(number) from inquiry_entry as own where own.inquiry_id = of.id and own.kind = 'answer'))
    from inquiry as of where of.id = i.id or (of.merged_into = i.id and of.binned_at is null)))`;

interface SummaryRow extends Omit<Choices, "status"> {
  id: string;
  reference: string;
  reported: string;
  status: Database["inquiry"]["status"];
  binned_status: InquiryStatus | null;
  binned_at: number | null;
  binner_id: string | null;
  binner_email: string | null;
  snoozed_until: number | null;
  undelivered_at: number | null;
  version: number;
  created_at: number;
  wrote_at: number;
  waits_since: number;
  unproven_at: number | null;
  unread_since: number | null;
  name: string;
  city: string;
  language: string | null;
  arrival_way: InquiryWay | null;
  start: string;
  assignee_id: string | null;
  assignee_email: string | null;
  target_id: string | null;
  target_reference: string | null;
}

function summaryOf(row: SummaryRow, tags: ReadonlyArray<{ id: string }> = []) {
  const { text } = splitRemarks(row.start);
  const line = visitorWords(text || row.start)
    .slice(0, excerptLength * 2)
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .trim();
  // Cut between words, so that no grapheme of several code points is split.
  const cut = line.slice(0, line.lastIndexOf(" ", excerptLength));
  return {
    id: row.id,
    reference: row.reference,
    way: row.arrival_way,
    reported: row.reported,
    ...pick(choiceNames, row),
    // The status before the bin. Rows binned by another program may have none.
    status: row.status === "binned" ? (row.binned_status ?? "new") : row.status,
    snoozedUntil: row.snoozed_until === null ? null : Number(row.snoozed_until),
    undelivered: row.undelivered_at !== null,
    unproven: row.unproven_at !== null,
    unreadSince: row.unread_since === null ? null : Number(row.unread_since),
    binned: row.binned_at === null ? null : { at: row.binned_at, by: person(row.binner_id, row.binner_email) },
    assignee: person(row.assignee_id, row.assignee_email),
    version: row.version,
    receivedAt: instant(row.created_at),
    wroteAt: instant(row.wrote_at),
    waitingSince: instant(row.unproven_at ?? row.waits_since),
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
