import { type Kysely, sql } from "kysely";
import type { NamedAttachment } from "#contract/inquiries/attachment.ts";
import type { Entry, HistoryEntry, MergedInquiry, Note, Person } from "#contract/inbox/inbox.ts";
import { fromStored } from "#copy/server/stored.ts";
import type { EntryKind } from "#domain/inquiries/conversation.ts";
import type { ChangedChoices, ChangedName } from "#domain/inquiries/choices.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { snoozeEnd } from "#domain/inquiries/snooze.ts";
import { isProven } from "#domain/inquiries/visibility.ts";
import { tokenActor } from "#domain/api-token.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { storedTexts } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { mergeEvents } from "../inquiries/merge-event-queries.ts";

type Db = Kysely<Database>;
type Listed = Engine["listed"];

export function person(id: string | null, email: string | null): Person | null {
  return id === null || email === null ? null : { id, email };
}

/** A member or the API token who acted: a name without an @ is no member's. */
const actor = (row: { by_id: string | null; by_email: string | null; token_name: string | null }): Person | null =>
  row.token_name === null ? person(row.by_id, row.by_email) : { id: "", email: tokenActor(row.token_name) };

/** The inquiries merged into one, without those in the bin. */
export async function mergedInto(db: Db, inquiryId: string): Promise<Array<Omit<MergedInquiry, "attachments">>> {
  const rows = await db
    .selectFrom("inquiry")
    .select([
      "id",
      "reference",
      "kind",
      "arrival_way as way",
      "reported",
      "version",
      "created_at",
      "name",
      "email",
      "query",
    ])
    .where("merged_into", "=", inquiryId)
    .where("binned_at", "is", null)
    .orderBy("number")
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, receivedAt: instant(created_at) }));
}

/** The notes of an inquiry and of those merged into it, in order. */
export async function notesTogether(db: Db, listed: Listed, id: string, mergedIds: readonly string[]): Promise<Note[]> {
  const notes = await notesOf(db, listed, [id, ...mergedIds]);
  const merged = mergedIds.flatMap((from) => (notes.get(from) ?? []).map((note) => ({ ...note, mergedFrom: from })));
  return [...(notes.get(id) ?? []), ...merged].toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
}

/** The notes of each inquiry, in order. */
export async function notesOf(db: Db, listed: Listed, ids: readonly string[]): Promise<Map<string, Note[]>> {
  const rows = await db
    .selectFrom("inquiry_note as note")
    .leftJoin("member", "member.id", "note.member_id")
    .select(["note.id", "note.inquiry_id", "note.text", "note.created_at", "mentions"])
    .select(["member.id as author_id", "member.email as author_email"])
    .where("note.inquiry_id", "in", listed.texts(ids))
    .orderBy("note.created_at")
    .orderBy(sql`note.rowid`)
    .execute();
  const mentioned = rows.map((row) => storedTexts(row.mentions));
  const people = await peopleOf(db, listed, mentioned.flat());
  const notes = new Map<string, Note[]>();
  for (const [at, row] of rows.entries()) {
    const note = {
      id: row.id,
      author: person(row.author_id, row.author_email),
      text: row.text,
      createdAt: instant(row.created_at),
      mentions: (mentioned[at] ?? []).flatMap((id) => people.get(id) ?? []),
      mergedFrom: null,
    };
    add(notes, row.inquiry_id, note);
  }
  return notes;
}

async function peopleOf(db: Db, listed: Listed, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const found = await db.selectFrom("member").select(["id", "email"]).where("id", "in", listed.texts(ids)).execute();
  return new Map(found.map((one) => [one.id, one]));
}

/** The history of an inquiry, from its arrival on. An answer to one of `mergedIds` is one to it. */
export async function historyOf(
  db: Db,
  listed: Listed,
  inquiry: { id: string; created_at: number; status: InquiryStatus },
  mergedIds: readonly string[],
) {
  const rows = await db
    .selectFrom("inquiry_event as event")
    .leftJoin("member as by", "by.id", "event.member_id")
    .leftJoin("member as before", "before.id", "event.before")
    .leftJoin("member as after", "after.id", "event.after")
    .select(["event.what", "event.before", "event.after", "event.created_at", "event.token_name"])
    .select(["by.id as by_id", "by.email as by_email", "before.id as before_id", "before.email as before_email"])
    .select(["after.id as after_id", "after.email as after_email"])
    .where("event.inquiry_id", "=", inquiry.id)
    .orderBy("event.number")
    .execute();
  const byNobody = rows.filter(({ what, by_id }) => (what === "status" || what === "snooze") && by_id === null);
  const times = byNobody.map(({ created_at }) => created_at);
  const answeredAt =
    times.length === 0 ? new Set<number>() : await answersAt(db, listed, [inquiry.id, ...mergedIds], times);
  const failedAt = times.length === 0 ? new Set<number>() : await failuresAt(db, listed, [inquiry.id, ...mergedIds]);
  const isMerge = (what: string): what is (typeof mergeEvents)[number] => mergeEvents.some((known) => known === what);
  const named = rows.flatMap(({ what, after }) => (isMerge(what) && after !== null ? [after] : []));
  const others = named.length === 0 ? [] : await namedOf(db, listed, named);
  const first = rows.find(({ what }) => what === "status")?.before ?? inquiry.status;
  const received: HistoryEntry = {
    what: "received",
    at: instant(inquiry.created_at),
    by: null,
    suspected: first === "suspected",
  };
  const steps = rows.map((row): HistoryEntry => {
    const step = { at: instant(row.created_at), by: actor(row) };
    if (row.what === "assignee") {
      const from = person(row.before_id, row.before_email);
      return { ...step, what: "assignee", from, to: person(row.after_id, row.after_email) };
    }
    if (row.what === "tagged" || row.what === "untagged")
      return { ...step, what: row.what, tag: row.after ?? row.before ?? "" };
    const isByAnswer = step.by === null && answeredAt.has(Number(row.created_at));
    if (row.what === "snooze") {
      const until = row.after === null ? null : snoozeEnd(Number(row.after));
      return { ...step, what: "snooze", until, isByAnswer };
    }
    if (isMerge(row.what)) return { ...step, what: row.what, other: others.find(({ id }) => id === row.after) ?? null };
    if (row.what === "blocked") return { ...step, what: "blocked" };
    if (row.what === "unblocked") return { ...step, what: "unblocked" };
    if (row.what === "imported") return { ...step, what: "imported", source: row.before ?? "", number: row.after };
    if (row.what === "binned") return { ...step, what: "binned" };
    if (row.what === "restored") return { ...step, what: "restored" };
    // The columns `before` and `after` of the others hold values.
    const [from, to] = [row.before as ChangedChoices[ChangedName], row.after as ChangedChoices[ChangedName]];
    const isByFailure = step.by === null && !isByAnswer && failedAt.has(Number(row.created_at));
    return { ...step, what: row.what, from, to, isByAnswer, isByFailure };
  });
  return [received, ...steps];
}

const namedOf = (db: Db, listed: Listed, ids: readonly string[]) =>
  db.selectFrom("inquiry").select(["id", "reference"]).where("id", "in", listed.texts(ids)).execute();

/** When replies failed: the status changes with the failure. */
async function failuresAt(db: Db, listed: Listed, ids: readonly string[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("reply_outcome")
    .select("created_at")
    .where("inquiry_id", "in", listed.texts(ids))
    .where("outcome", "=", "failed")
    .execute();
  return new Set(rows.map(({ created_at }) => Number(created_at)));
}

/** Returns which of these times are those of a visitor's answer: the status changes with the answer. */
async function answersAt(
  db: Db,
  listed: Listed,
  ids: readonly string[],
  times: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("inquiry_entry")
    .select("created_at")
    .where("inquiry_id", "in", listed.texts(ids))
    .where("kind", "=", "answer")
    .where("created_at", "in", listed.numbers(times))
    .execute();
  return new Set(rows.map(({ created_at }) => Number(created_at)));
}

const entryRows = (db: Db) =>
  db
    .selectFrom("inquiry_entry as entry")
    .innerJoin("inquiry", "inquiry.id", "entry.inquiry_id")
    .leftJoin("member", "member.id", "entry.member_id")
    .leftJoin("member as acceptor", "acceptor.id", "entry.accepted_by")
    .select(["entry.id", "entry.inquiry_id", "entry.kind", "way", "text", "entry.created_at", "leaves_at"])
    .select(["delivery", "problem", "sender", "accepted_at", "entry.token_name", "inquiry.email"])
    .select(["member.id as by_id", "member.email as by_email"])
    .select(["acceptor.id as acceptor_id", "acceptor.email as acceptor_email"])
    .where("entry.kind", "<>", "withdrawn")
    .$narrowType<{ kind: EntryKind }>();

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>["execute"]>>[number];

/** `ownId`: of the inquiry whose thread it is in. */
const entryOf = (row: EntryRow, ownId: string, files: ReadonlyMap<string, NamedAttachment[]>): Entry => ({
  id: row.id,
  kind: row.kind,
  way: row.way,
  author: actor(row),
  text: row.text,
  createdAt: instant(row.created_at),
  leavesAt: instantOrNull(row.leaves_at),
  delivery: row.delivery,
  problem: row.problem === null ? null : fromStored(row.problem),
  sender: row.sender,
  isProven: isProven({ sender: row.sender, acceptedAt: row.accepted_at, email: row.email }),
  accepted:
    row.accepted_at === null ? null : { at: instant(row.accepted_at), by: person(row.acceptor_id, row.acceptor_email) },
  attachments: files.get(row.id) ?? [],
  mergedFrom: row.inquiry_id === ownId ? null : row.inquiry_id,
});

/** The entries of each inquiry's conversation, in order. `files` are those of `attachmentsOf`. */
export async function entriesOf(
  db: Db,
  listed: Listed,
  ids: readonly string[],
  files: ReadonlyMap<string, NamedAttachment[]>,
): Promise<Map<string, Entry[]>> {
  const rows = await entryRows(db).where("entry.inquiry_id", "in", listed.texts(ids)).orderBy("entry.number").execute();
  const entries = new Map<string, Entry[]>();
  for (const row of rows) add(entries, row.inquiry_id, entryOf(row, row.inquiry_id, files));
  return entries;
}

/**
 * The newest entries of an inquiry's conversation and of those merged into it, in order, and how many are `earlier`.
 */
export async function newestEntries(
  db: Db,
  listed: Listed,
  { id, mergedIds }: { id: string; mergedIds: readonly string[] },
  max: number,
  files: ReadonlyMap<string, NamedAttachment[]>,
): Promise<{ entries: Entry[]; earlier: number }> {
  const ids = [id, ...mergedIds];
  // Each by its index: a search for all of them could read every entry.
  const newest = ids.map(
    (each) => sql<number>`select number from (select number from inquiry_entry
      where inquiry_id = ${each} and kind <> 'withdrawn' order by number desc limit ${max}) as newest`,
  );
  const rows = await entryRows(db)
    .where("entry.number", "in", sql<number>`(${sql.join(newest, sql` union all `)})`)
    .orderBy("entry.number", "desc")
    .limit(max)
    .execute();
  const entries = rows.toReversed().map((row) => entryOf(row, id, files));
  if (rows.length < max) return { entries, earlier: 0 };
  const { count } = await db
    .selectFrom("inquiry_entry")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("inquiry_id", "in", listed.texts(ids))
    .where("kind", "<>", "withdrawn")
    .executeTakeFirstOrThrow();
  // One may have been added between the two queries.
  return { entries, earlier: Math.max(0, Number(count) - rows.length) };
}

/** The texts of each inquiry's notes and conversation, for the search. */
export async function textsOf(db: Db, listed: Listed, ids: readonly string[]): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  const notes = await db
    .selectFrom("inquiry_note")
    .select(["inquiry_id", "text"])
    .where("inquiry_id", "in", listed.texts(ids))
    .execute();
  const entries = await db
    .selectFrom("inquiry_entry")
    .select(["inquiry_id", "text"])
    .where("inquiry_id", "in", listed.texts(ids))
    .where("kind", "<>", "withdrawn")
    .execute();
  for (const { inquiry_id: id, text } of [...notes, ...entries]) add(texts, id, text);
  return texts;
}

/** The tags of each inquiry, by its number. */
export async function tagsOf(
  db: Db,
  listed: Listed,
  numbers: readonly number[],
): Promise<Map<number, Array<{ id: string; name: string }>>> {
  const rows = await db
    .selectFrom("inquiry_tag")
    .innerJoin("tag", "tag.id", "inquiry_tag.tag_id")
    .select(["inquiry_number", "tag.id", "tag.name"])
    .where("inquiry_number", "in", listed.numbers(numbers))
    .orderBy("tag.name_key")
    .execute();
  const tags = new Map<number, Array<{ id: string; name: string }>>();
  for (const { inquiry_number: number, ...tag } of rows) add(tags, number, tag);
  return tags;
}

/** Adds to the list of a key. */
function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
