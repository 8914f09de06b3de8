import { type Kysely, type RawBuilder, sql } from "kysely";
import type { HistoryEntry, InquiryDetail, InquirySummary, Note, Person } from "#contract/inbox.ts";
import type { Inquiry, InquiryKind } from "#domain/inquiry.ts";
import { type InquiryStatus, inquiryStatuses } from "#domain/inquiry-status.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { askedGrams, searchedText, searchWords } from "./inquiry-search.ts";

/** Which inquiries are asked for. Without a status: all but the suspected ones. Times are milliseconds since 1970. */
export interface InboxView {
  status?: InquiryStatus | undefined;
  kind?: InquiryKind | undefined;
  /** Null: nobody's. */
  assigneeId?: string | null | undefined;
  from?: number | undefined;
  before?: number | undefined;
  search?: string | undefined;
}

/** A part of a view, the newest first; `next` is the `after` of the part below it. */
export interface Part<Row> {
  rows: Row[];
  /** A search stops looking after a while: a part may be short, even empty, with more below it. */
  next: number | null;
}

export type StoredDetail = Omit<InquiryDetail, "internationalPhone">;

export interface ExportedInquiry extends Inquiry {
  id: string;
  reference: string;
  kind: InquiryKind;
  reported: string;
  status: InquiryStatus;
  assignee: string | null;
  receivedAt: string;
  closedAt: string | null;
  notes: Array<{ author: string | null; text: string; createdAt: string }>;
}

export type InboxStore = ReturnType<typeof createInboxStore>;

/** At most so many others of the same person are counted or shown. */
const mostOthers = 50;
const excerptLength = 160;
/** Clocks are set back now and then: within this time an older inquiry may have the higher number. */
const clockSlack = 3_600_000;
/** A search looks through so many inquiries for one part at most, so many at a time. */
const mostLooked = 2000;
const lookedAtOnce = 500;
/** So many texts are compared in one turn of the event loop. */
const comparedAtOnce = 50;
/** A view of so few inquiries is searched without the index. */
const few = 500;

const iso = (time: number) => new Date(Number(time)).toISOString();

/** The inbox as the team reads it. Numbers grow with each inquiry, and lists go down by them. */
export function createInboxStore(db: Kysely<Database>, engine: Pick<Engine, "listed" | "search" | "unindexed">) {
  const { listed, unindexed } = engine;

  /**
   * The numbers that hold all inquiries of a time: `[from, before)`; the times themselves are still to be compared. They are those of
   * the last inquiry surely before that time and of the first surely after it.
   */
  async function numbersOf({ from, before }: InboxView): Promise<{ from: number; before: number }> {
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

  /** Of the two kinds one is rare: its own index leads to it past all the others, and for the other that index leads nowhere. */
  function isOfStatusAndKind(status: InquiryStatus, { kind }: InboxView): RawBuilder<unknown> {
    if (kind === undefined) return sql`status = ${status}`;
    return kind === "impostor"
      ? sql`kind = ${kind} and ${unindexed("status")} = ${status}`
      : sql`${unindexed("kind")} = ${kind} and status = ${status}`;
  }

  const isOfKind = ({ kind }: InboxView) => (kind === undefined ? sql`true` : sql`kind = ${kind}`);

  const statusesOf = ({ status }: InboxView): readonly InquiryStatus[] =>
    status === undefined ? inquiryStatuses.filter((each) => each !== "suspected") : [status];

  /**
   * The newest numbers of a view, its search left aside. Each status is walked down its index and the walks are merged, so that
   * the time depends on `most` alone, whatever stands between the inquiries asked for.
   */
  async function newest(view: InboxView, bounds: { from: number; before: number }, most: number): Promise<number[]> {
    const walks = statusesOf(view).map(
      (status) => sql`select number from (
        select number from inquiry
        where ${isOfStatusAndKind(status, view)} and ${isAssigned(view)} and number < ${bounds.before} and number >= ${bounds.from}
          and ${isInTime(view)}
        order by number desc limit ${most}) as walk`,
    );
    const { rows } = await sql<{ number: number }>`
      ${sql.join(walks, sql` union all `)} order by number desc limit ${most}`.execute(db);
    return rows.map(({ number }) => number);
  }

  /** Which of these inquiries belong to the view and have the words. */
  async function verify(numbers: readonly number[], view: InboxView, words: readonly string[]): Promise<Set<number>> {
    const rows = await db
      .selectFrom("inquiry")
      .select(["number", "id", "reference", "phone_key", "reported"])
      .select(["name", "phone", "email", "city", "query"])
      .where("number", "in", listed.numbers(numbers))
      .where("status", "in", statusesOf(view))
      .where(sql<boolean>`${isOfKind(view)} and ${isAssigned(view)} and ${isInTime(view)}`)
      .execute();
    const notes = await notesOf(rows.map(({ id }) => id));
    const found = new Set<number>();
    for (const [index, { number, id, reference, phone_key, reported, ...fields }] of rows.entries()) {
      const texts = (notes.get(id) ?? []).map(({ text }) => text);
      const text = searchedText({ fields, reference, reported, phoneKey: phone_key, notes: texts });
      if (words.every((word) => text.includes(word))) found.add(number);
      // Others get their turn: long texts take their time.
      if (index % comparedAtOnce === comparedAtOnce - 1) await pause();
    }
    return found;
  }

  async function search(
    view: InboxView,
    words: readonly string[],
    bounds: { from: number; before: number },
    most: number,
  ): Promise<{ numbers: number[]; next: number | null }> {
    const isNarrow =
      view.status !== undefined || view.kind === "impostor" || view.assigneeId !== undefined || view.from !== undefined;
    const all = isNarrow ? await newest(view, bounds, few + 1) : [];
    const isKnown = isNarrow && all.length <= few;
    const find = isKnown ? undefined : await engine.search.ask(db, askedGrams(words));
    const numbers: number[] = [];
    let { before } = bounds;
    // Nearly all that the index finds are right, so the first look is a small one; the next is as large as that one makes likely.
    for (let looked = 0, at = most + 1; looked < mostLooked;) {
      const candidates =
        find === undefined ? all.slice(looked, looked + at) : await find({ from: bounds.from, before, most: at });
      const found = await verify(candidates, view, words);
      numbers.push(...candidates.filter((number) => found.has(number)));
      if (numbers.length > most) return { numbers: numbers.slice(0, most), next: numbers[most - 1] ?? null };
      if (candidates.length < at) return { numbers, next: null };
      before = candidates.at(-1) ?? before;
      looked += at;
      const likely = ((most + 1 - numbers.length) * looked) / (numbers.length + 1);
      at = Math.min(lookedAtOnce, Math.ceil(likely * 1.5));
      // Others get their turn between two looks.
      await pause();
    }
    return { numbers, next: before };
  }

  /** The numbers of one part of a view. */
  async function part(view: InboxView, after: number | undefined, most: number) {
    const bounds = await numbersOf(view);
    if (after !== undefined) bounds.before = Math.min(bounds.before, after);
    const words = searchWords(view.search ?? "");
    if (words.length > 0) return search(view, words, bounds, most);
    const numbers = await newest(view, bounds, most + 1);
    return numbers.length > most
      ? { numbers: numbers.slice(0, most), next: numbers[most - 1] ?? null }
      : { numbers, next: null };
  }

  async function summaries(numbers: readonly number[]): Promise<InquirySummary[]> {
    const rows = await db
      .selectFrom("inquiry as i")
      .leftJoin("member", "member.id", "i.assignee_id")
      .select(["i.id", "reference", "status", "version", "i.created_at", "name", "city", "kind", "reported"])
      .select(["member.id as assignee_id", "member.email as assignee_email"])
      .select((e) => [
        sql<string>`substr(query, 1, ${excerptLength * 2})`.as("start"),
        e
          .selectFrom(
            e
              .selectFrom("inquiry as o")
              .select("o.number")
              .where((o) =>
                o.or([o("o.phone_key", "=", o.ref("i.phone_key")), o("o.email_key", "=", o.ref("i.email_key"))]),
              )
              .whereRef("o.number", "<>", "i.number")
              .limit(mostOthers)
              .as("other"),
          )
          .select((o) => o.fn.countAll<number>().as("count"))
          .as("others"),
      ])
      .where("i.number", "in", listed.numbers(numbers))
      .orderBy("i.number", "desc")
      .execute();
    return rows.map((row) => ({ ...summaryOf(row), others: Number(row.others) }));
  }

  async function notesOf(ids: readonly string[]): Promise<Map<string, Note[]>> {
    const rows = await db
      .selectFrom("inquiry_note as note")
      .leftJoin("member", "member.id", "note.member_id")
      .select(["note.id", "note.inquiry_id", "note.text", "note.created_at"])
      .select(["member.id as author_id", "member.email as author_email"])
      .where("note.inquiry_id", "in", listed.texts(ids))
      .orderBy("note.created_at")
      .orderBy(sql`note.rowid`)
      .execute();
    const notes = new Map<string, Note[]>();
    for (const row of rows) {
      const note = {
        id: row.id,
        author: person(row.author_id, row.author_email),
        text: row.text,
        createdAt: iso(row.created_at),
      };
      notes.set(row.inquiry_id, [...(notes.get(row.inquiry_id) ?? []), note]);
    }
    return notes;
  }

  async function historyOf(inquiry: { id: string; created_at: number; status: InquiryStatus }) {
    const rows = await db
      .selectFrom("inquiry_event as event")
      .leftJoin("member as by", "by.id", "event.member_id")
      .leftJoin("member as before", "before.id", "event.before")
      .leftJoin("member as after", "after.id", "event.after")
      .select(["event.what", "event.before", "event.after", "event.created_at"])
      .select(["by.id as by_id", "by.email as by_email", "before.id as before_id", "before.email as before_email"])
      .select(["after.id as after_id", "after.email as after_email"])
      .where("event.inquiry_id", "=", inquiry.id)
      .orderBy("event.number")
      .execute();
    const first = rows.find(({ what }) => what === "status")?.before ?? inquiry.status;
    const received: HistoryEntry = {
      what: "received",
      at: iso(inquiry.created_at),
      by: null,
      suspected: first === "suspected",
    };
    const steps = rows.map((row): HistoryEntry => {
      const step = { at: iso(row.created_at), by: person(row.by_id, row.by_email) };
      if (row.what === "assignee") {
        const from = person(row.before_id, row.before_email);
        return { ...step, what: "assignee", from, to: person(row.after_id, row.after_email) };
      }
      // An event of a status holds two of them.
      return { ...step, what: "status", from: row.before as InquiryStatus, to: row.after as InquiryStatus };
    });
    return [received, ...steps];
  }

  return {
    /** One part of a view, `after` the number of the last inquiry of the part before. */
    async list(view: InboxView, page: { after?: number | undefined; limit: number }): Promise<Part<InquirySummary>> {
      const { numbers, next } = await part(view, page.after, page.limit);
      return { rows: await summaries(numbers), next };
    },

    async counts(): Promise<Record<InquiryStatus, number>> {
      const rows = await db.selectFrom("inquiry_count").selectAll().execute();
      const counts = { new: 0, "in progress": 0, answered: 0, closed: 0, suspected: 0 };
      for (const { status, count } of rows) counts[status] = Number(count);
      return counts;
    },

    /** Summaries by id; those that are no longer there are left out. */
    async summariesOf(ids: readonly string[]): Promise<InquirySummary[]> {
      const rows = await db.selectFrom("inquiry").select("number").where("id", "in", listed.texts(ids)).execute();
      return summaries(rows.map(({ number }) => number));
    },

    /** How many of these are members who may be given an inquiry: those who can sign in. */
    async countAssignable(ids: readonly string[]): Promise<number> {
      const { count } = await db
        .selectFrom("member")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("id", "in", ids)
        .where("is_active", "=", 1)
        .where("password_hash", "<>", "")
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Everything of one inquiry, or null where it is not there. */
    async find(id: string): Promise<StoredDetail | null> {
      const row = await db
        .selectFrom("inquiry as i")
        .leftJoin("member", "member.id", "i.assignee_id")
        .selectAll("i")
        .select(["member.id as assignee_id", "member.email as assignee_email", "query as start"])
        .where("i.id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { excerpt: _excerpt, ...summary } = summaryOf(row);
      const same = (column: "phone_key" | "email_key") => sql`select number from (
        select number from inquiry where ${sql.ref(column)} = ${row[column]} and number <> ${row.number}
        order by number desc limit ${mostOthers}) as same`;
      const { rows: others } = await sql<{ number: number }>`
        ${same("phone_key")} union ${same("email_key")} order by number desc limit ${mostOthers}`.execute(db);
      return {
        ...summary,
        phone: row.phone,
        email: row.email,
        query: row.query,
        closedAt: row.closed_at === null ? null : iso(row.closed_at),
        notes: (await notesOf([id])).get(id) ?? [],
        history: await historyOf(row),
        others: (await summaries(others.map(({ number }) => number))).map(({ others: _others, ...other }) => other),
      };
    },

    /** About how many inquiries a view holds; null for a search, which would have to be run to know. */
    async expect(view: InboxView): Promise<number | null> {
      if (searchWords(view.search ?? "").length > 0) return null;
      const { from, before } = await numbersOf(view);
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from inquiry
        where status in (${sql.join(statusesOf(view))}) and ${isOfKind(view)} and ${isAssigned(view)}
          and number >= ${from} and number < ${before}`.execute(db);
      return Number(rows[0]?.count ?? 0);
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

    /** The numbers of one part of a view. */
    async numbers(view: InboxView, page: { after?: number | undefined; limit: number }): Promise<Part<number>> {
      const { numbers, next } = await part(view, page.after, page.limit);
      return { rows: numbers, next };
    },

    /** All that is kept of these, the newest first. */
    async read(numbers: readonly number[]): Promise<ExportedInquiry[]> {
      const rows = await db
        .selectFrom("inquiry as i")
        .leftJoin("member", "member.id", "i.assignee_id")
        .select(["i.id", "reference", "status", "kind", "reported", "i.created_at", "closed_at"])
        .select(["name", "phone", "i.email", "city", "query", "member.email as assignee_email"])
        .where("i.number", "in", listed.numbers(numbers))
        .orderBy("i.number", "desc")
        .execute();
      const notes = await notesOf(rows.map(({ id }) => id));
      return rows.map(({ id, reference, status, created_at, closed_at, assignee_email, ...fields }) => ({
        id,
        reference,
        status,
        assignee: assignee_email,
        receivedAt: iso(created_at),
        closedAt: closed_at === null ? null : iso(closed_at),
        ...fields,
        notes: (notes.get(id) ?? []).map(({ author, text, createdAt }) => ({
          author: author?.email ?? null,
          text,
          createdAt,
        })),
      }));
    },
  };
}

const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));

function person(id: string | null, email: string | null): Person | null {
  return id === null || email === null ? null : { id, email };
}

function summaryOf(row: {
  id: string;
  reference: string;
  kind: InquiryKind;
  reported: string;
  status: InquiryStatus;
  version: number;
  created_at: number;
  name: string;
  city: string;
  start: string;
  assignee_id: string | null;
  assignee_email: string | null;
}) {
  const line = row.start.replaceAll(/\s+/g, " ").trim();
  // At the end of a word, so that no letter of several code points is torn.
  const cut = line.slice(0, line.lastIndexOf(" ", excerptLength));
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    reported: row.reported,
    status: row.status,
    assignee: person(row.assignee_id, row.assignee_email),
    version: row.version,
    receivedAt: iso(row.created_at),
    name: row.name,
    city: row.city,
    excerpt: line.length > excerptLength ? `${cut}…` : line,
  };
}
