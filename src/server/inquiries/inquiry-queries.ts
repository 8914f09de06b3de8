import { type Kysely, sql, type Transaction } from "kysely";
import {
  type Inquiry,
  type InquiryKind,
  type InquiryStatus,
  type InquiryWay,
  openStatuses,
} from "#domain/inquiries/inquiry.ts";
import type { Language } from "#domain/languages.ts";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { addMessages, type NewMessage } from "../notifications/message-queries.ts";
import { addBellEntry } from "../bell/bell-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { Placed, StoredFiles } from "../store/files/stored-files.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { addToIndex, extendIndex, searchedFrom, type SearchedText } from "../store/search-text.ts";
import { createSeenStore } from "./activity-queries.ts";
import {
  type Changer,
  changeOne,
  type ChangeOutcome,
  type InquiryChange,
  addAssignmentToBell,
} from "./change-queries.ts";
import { deleteSentDraft } from "./draft-queries.ts";
import { addAttachments } from "./attachments/attachment-queries.ts";
import type { CheckedFile } from "./attachments/check-file.ts";
import { dropSubmission, keepSubmission, type KnownSubmission, type Submission } from "./submission-queries.ts";

export type InquiryStore = ReturnType<typeof createInquiryStore>;

/** An inquiry with everything generated on receipt. */
export interface NewInquiry {
  id: string;
  reference: string;
  receiptHash: string;
  status: InquiryStatus;
  /** E.164; null if the number is invalid. */
  phoneKey: string | null;
  kind: InquiryKind;
  /** Subject of an impostor report; empty otherwise. */
  reported: string;
  fields: Inquiry;
  language?: Language | undefined;
  way?: InquiryWay;
  attachments?: readonly CheckedFile[];
}

/** An inquiry as its sender may see it. */
export interface ReceivedInquiry {
  id: string;
  number: number;
  reference: string;
  status: InquiryStatus | "binned";
  createdAt: number;
  closedAt: number | null;
  kind: InquiryKind;
  reported: string;
  fields: Inquiry;
  /** Whether the key is from an email, and not the one that its sender got. */
  isMailedKey: boolean;
  /** Whether who opened it has proved on the private page that its address is theirs. */
  isAddressProved: boolean;
  /** Whether the visitor wants no email about it. */
  isMailStopped: boolean;
  /**
   * The inquiry that this one is merged into, where the conversation goes on; null if there is none outside the bin.
   */
  continuedIn: Pick<ReceivedInquiry, "reference" | "status" | "closedAt"> | null;
}

export function createInquiryStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "listed" | "search">,
  write: GroupCommit,
  slow: SlowInquiryQueries,
  stored: Pick<StoredFiles, "placing">,
) {
  const { search } = engine;

  return {
    ...createSeenStore(write),

    /**
     * Resolves with `kept` once the inquiry, its notifications and its idempotency key are synced to disk. Writes
     * nothing if the reference is `taken`, or if the key is known: then it resolves with the first submission of that
     * key.
     */
    insert(
      inquiry: NewInquiry,
      messages: readonly NewMessage[],
      now: number,
      submission?: Submission,
    ): Promise<"kept" | "taken" | KnownSubmission> {
      const writeWith = (attachments: ReadonlyArray<Placed<CheckedFile>>) =>
        write(
          async (transaction, end) => {
            if (submission !== undefined) {
              const known = await keepSubmission(transaction, submission, inquiry.reference, now);
              if (known !== null) return known;
            }
            const inserted = await transaction
              .insertInto("inquiry")
              .values({
                id: inquiry.id,
                ...inquiry.fields,
                created_at: now,
                reference: inquiry.reference,
                status: inquiry.status,
                phone_key: inquiry.phoneKey,
                // Null, so that inquiries without an address are not grouped as one person's.
                email_key: inquiry.fields.email.toLowerCase() || null,
                kind: inquiry.kind,
                reported: inquiry.reported,
                receipt_hash: inquiry.receiptHash,
                language: inquiry.language ?? null,
                arrival_way: inquiry.way ?? null,
                unread_since: inquiry.status === "suspected" ? null : now,
              })
              .onConflict((conflict) => conflict.column("reference").doNothing())
              .returning("number")
              .executeTakeFirst();
            if (inserted === undefined) {
              if (submission !== undefined) await dropSubmission(transaction, submission);
              return "taken";
            }
            end.count(inquiry.status, 1);
            end.recordInboxEvent(inquiry.id, inquiry.status === "suspected" ? "changed" : "added", now);
            await addAttachments(transaction, { inquiryId: inquiry.id, entryId: null }, attachments, now);
            await addMessages(transaction, messages, now, inquiry.id);
            end.step((last) => addToIndex(search, last, inserted.number, { ...inquiry, texts: [] }));
            return "kept";
          },
          { readsNothing: true },
        );
      return stored.placing(inquiry.attachments ?? [], writeWith, (outcome) => outcome === "kept");
    },

    /**
     * Applies several changes in one transaction, each with its own outcome; outcomes are in the order of the changes.
     * `snoozeEntry` makes the audit entry of a snooze or of its end.
     */
    change(
      changes: readonly InquiryChange[],
      changer: Changer,
      now: number,
      snoozeEntry?: (inquiryId: string, until: number | null) => AuditDraft,
    ): Promise<ChangeOutcome[]> {
      return write(async (transaction, end) => {
        const outcomes: ChangeOutcome[] = [];
        for (const change of changes)
          outcomes.push(await changeOne(transaction, end, change, { by: changer, now, snoozeEntry }));
        return outcomes;
      });
    },

    /**
     * Assigns up to `max` of a member's unclosed inquiries to another member, or to nobody, with history entries.
     * Returns how many.
     */
    reassign(
      members: { from: string; to: string | null; by: string },
      max: number,
      now: number,
      entryOf: (count: number) => AuditDraft,
    ): Promise<number> {
      const { from, to, by } = members;
      return write(async (transaction, end) => {
        const rows = await transaction
          .selectFrom("inquiry")
          .select(["id", "number"])
          .where("assignee_id", "=", from)
          .where("status", "in", openStatuses)
          .limit(max)
          .execute();
        if (rows.length === 0) return 0;
        const numbers = engine.listed.numbers(rows.map(({ number }) => number));
        await sql`
          insert into inquiry_event (inquiry_id, member_id, what, "before", "after", created_at)
          select id, cast(${by} as text), 'assignee', assignee_id, cast(${to} as text), cast(${now} as bigint)
          from inquiry where number in ${numbers} order by number`.execute(transaction);
        await transaction
          .updateTable("inquiry")
          .set((e) => ({ assignee_id: to, version: e("version", "+", 1) }))
          .where("number", "in", numbers)
          .execute();
        for (const { id } of rows) {
          end.recordInboxEvent(id, "changed", now);
          await addAssignmentToBell(transaction, end, { inquiryId: id, from, to, by }, now);
        }
        await appendAudit(transaction, [entryOf(rows.length)]);
        return rows.length;
      });
    },

    /**
     * Adds a note, and tells those that it mentions; false if there is no such inquiry outside the
     * bin.
     */
    addNote(
      note: { id: string; inquiryId: string; memberId: string; text: string; mentions?: readonly string[] },
      now: number,
    ): Promise<boolean> {
      const { mentions = [] } = note;
      return write(async (transaction, end) => {
        const row = await transaction
          .selectFrom("inquiry")
          .selectAll()
          .where("id", "=", note.inquiryId)
          .where("status", "<>", "binned")
          .executeTakeFirst();
        if (row === undefined) return false;
        const before = await searchedTextOf(transaction, row);
        await transaction
          .insertInto("inquiry_note")
          .values({
            id: note.id,
            inquiry_id: row.id,
            member_id: note.memberId,
            text: note.text,
            created_at: now,
            mentions: JSON.stringify(mentions),
          })
          .execute();
        const { memberId } = note;
        await deleteSentDraft(transaction, { memberId, inquiryId: row.id, kind: "note" }, note.text);
        await transaction
          .updateTable("inquiry")
          .set((e) => ({ version: e("version", "+", 1) }))
          .where("number", "=", row.number)
          .execute();
        end.recordInboxEvent(row.id, "changed", now);
        for (const id of mentions) {
          if (id === note.memberId) continue;
          end.recordInboxEvent(row.id, "mentioned", now, id);
          await addBellEntry(
            transaction,
            end,
            { memberId: id, kind: "mention", inquiryId: row.id, by: note.memberId },
            now,
          );
        }
        const text = { ...before, texts: [...before.texts, note.text] };
        end.step((last) => extendIndex(search, last, row.number, { before, text }));
        return true;
      });
    },

    count: () => slow.count(),

    async idOfReference(reference: string): Promise<string | null> {
      const row = await db.selectFrom("inquiry").select("id").where("reference", "=", reference).executeTakeFirst();
      return row?.id ?? null;
    },

    /** Returns the references of those inquiries that are not erased, including those in the bin. */
    async referencesOf(ids: readonly string[]): Promise<Array<{ id: string; reference: string }>> {
      if (ids.length === 0) return [];
      return db.selectFrom("inquiry").select(["id", "reference"]).where("id", "in", ids).execute();
    },

    /** The inquiry with this key to its private page; null if there is none. */
    async findByReceipt(keyHash: string): Promise<ReceivedInquiry | null> {
      const inquiries = db
        .selectFrom("inquiry")
        .select(["id", "number", "reference", "status", "inquiry.created_at", "closed_at", "kind", "reported"])
        .select(["name", "phone", "email", "city", "query", "mail_stopped_at", "address_proved_at", "merged_into"]);
      const own = await inquiries.where("receipt_hash", "=", keyHash).executeTakeFirst();
      const row =
        own ??
        (await inquiries
          .innerJoin("inquiry_link", "inquiry_link.inquiry_id", "inquiry.id")
          .where("key_hash", "=", keyHash)
          .executeTakeFirst());
      if (row === undefined) return null;
      const { id, number, reference, status, created_at, closed_at, mail_stopped_at, kind, reported } = row;
      const { name, phone, email, city, query, merged_into } = row;
      const target =
        merged_into === null
          ? undefined
          : await db
              .selectFrom("inquiry")
              .select(["reference", "status", "closed_at"])
              .where("id", "=", merged_into)
              .where("status", "<>", "binned")
              .executeTakeFirst();
      return {
        id,
        number,
        reference,
        status,
        createdAt: Number(created_at),
        closedAt: timeOf(closed_at),
        kind,
        reported,
        fields: { name, phone, email, city, query },
        isMailedKey: own === undefined,
        isAddressProved: row.address_proved_at !== null,
        isMailStopped: mail_stopped_at !== null,
        continuedIn: target === undefined ? null : { ...target, closedAt: timeOf(target.closed_at) },
      };
    },

    /** Inquiries from before the inbox whose phone numbers are not parsed yet: up to `max` above `after`. */
    async withoutPhoneKey(after: number, max: number): Promise<Array<{ number: number; phone: string }>> {
      return db
        .selectFrom("inquiry")
        .select(["number", "phone"])
        .where("receipt_hash", "is", null)
        .where("phone_key", "is", null)
        .where("number", ">", after)
        .orderBy("number")
        .limit(max)
        .execute();
    },

    /** Stores the parsed phone keys. */
    setPhoneKeys(keys: ReadonlyArray<{ number: number; phoneKey: string }>): Promise<void> {
      return write(async (transaction, end) => {
        for (const { number, phoneKey } of keys) {
          const row = await transaction
            .selectFrom("inquiry")
            .selectAll()
            .where("number", "=", number)
            .executeTakeFirst();
          if (row === undefined) continue;
          const before = await searchedTextOf(transaction, row);
          await transaction.updateTable("inquiry").set({ phone_key: phoneKey }).where("number", "=", number).execute();
          const text = { ...before, phoneKey };
          end.step((last) => extendIndex(search, last, number, { before, text }));
        }
      });
    },
  };
}

type SlowInquiryQueries = ReturnType<typeof createSlowInquiryQueries>;

/** Queries that scan many inquiries. */
export function createSlowInquiryQueries(db: Kysely<Database>) {
  return {
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

const timeOf = (time: number | null) => (time === null ? null : Number(time));

type SearchedRow = Inquiry & { id: string; reference: string; reported: string; phone_key: string | null };

/** The text of an inquiry as indexed. */
export async function searchedTextOf(transaction: Transaction<Database>, row: SearchedRow): Promise<SearchedText> {
  const texts = (table: "inquiry_note" | "inquiry_entry") =>
    transaction.selectFrom(table).select("text").where("inquiry_id", "=", row.id).execute();
  const found = [...(await texts("inquiry_note")), ...(await texts("inquiry_entry"))];
  return searchedFrom(
    row,
    found.map(({ text }) => text),
  );
}

/** The texts of many inquiries as indexed. */
export async function searchedTextsOf(
  transaction: Transaction<Database>,
  rows: readonly SearchedRow[],
  listed: Engine["listed"],
): Promise<SearchedText[]> {
  const ids = listed.texts(rows.map(({ id }) => id));
  const texts = (table: "inquiry_note" | "inquiry_entry") =>
    transaction.selectFrom(table).select(["inquiry_id", "text"]).where("inquiry_id", "in", ids).execute();
  const found = Map.groupBy(
    [...(await texts("inquiry_note")), ...(await texts("inquiry_entry"))],
    ({ inquiry_id: id }) => id,
  );
  return rows.map((row) =>
    searchedFrom(
      row,
      (found.get(row.id) ?? []).map(({ text }) => text),
    ),
  );
}
