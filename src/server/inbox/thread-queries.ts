import { type Kysely, sql } from "kysely";
import type { Entry, HistoryEntry, Note, Person } from "#contract/inbox.ts";
import type { EntryKind } from "#domain/inquiries/conversation.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { snoozeEnd } from "#domain/inquiries/snooze.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";

type Db = Kysely<Database>;
type Listed = Engine["listed"];

export const iso = (time: number) => new Date(Number(time)).toISOString();

export function person(id: string | null, email: string | null): Person | null {
  return id === null || email === null ? null : { id, email };
}

/** The notes of each inquiry, in order. */
export async function notesOf(db: Db, listed: Listed, ids: readonly string[]): Promise<Map<string, Note[]>> {
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
    add(notes, row.inquiry_id, note);
  }
  return notes;
}

/** The history of an inquiry, from its arrival on. */
export async function historyOf(db: Db, inquiry: { id: string; created_at: number; status: InquiryStatus }) {
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
    if (row.what === "snooze")
      return { ...step, what: "snooze", until: row.after === null ? null : snoozeEnd(Number(row.after)) };
    if (row.what === "blocked") return { ...step, what: "blocked" };
    if (row.what === "unblocked") return { ...step, what: "unblocked" };
    if (row.what === "binned") return { ...step, what: "binned" };
    if (row.what === "restored") return { ...step, what: "restored" };
    // For a status event, `before` and `after` hold statuses.
    return { ...step, what: "status", from: row.before as InquiryStatus, to: row.after as InquiryStatus };
  });
  return [received, ...steps];
}

/** The entries of each inquiry's conversation, in order. */
export async function entriesOf(db: Db, listed: Listed, ids: readonly string[]): Promise<Map<string, Entry[]>> {
  const rows = await db
    .selectFrom("inquiry_entry as entry")
    .leftJoin("member", "member.id", "entry.member_id")
    .select(["entry.id", "entry.inquiry_id", "entry.kind", "way", "text", "entry.created_at", "leaves_at"])
    .select(["delivery", "problem"])
    .select(["member.id as author_id", "member.email as author_email"])
    .where("entry.inquiry_id", "in", listed.texts(ids))
    .where("entry.kind", "<>", "withdrawn")
    .orderBy("entry.number")
    .$narrowType<{ kind: EntryKind }>()
    .execute();
  const entries = new Map<string, Entry[]>();
  for (const row of rows) {
    const entry: Entry = {
      id: row.id,
      kind: row.kind,
      way: row.way,
      author: person(row.author_id, row.author_email),
      text: row.text,
      createdAt: iso(row.created_at),
      leavesAt: row.leaves_at === null ? null : iso(row.leaves_at),
      delivery: row.delivery,
      problem: row.problem,
    };
    add(entries, row.inquiry_id, entry);
  }
  return entries;
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

/** Adds to the list of a key. */
function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
