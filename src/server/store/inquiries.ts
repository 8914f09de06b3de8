import type { ExpressionBuilder, Kysely, Selectable, Transaction } from "kysely";
import type { Inquiry, InquiryKind } from "#domain/inquiry.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import { appendAudit, type AuditDraft } from "./audit-log.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { GroupEnd } from "./group-end.ts";
import { addToIndex, deleteFromIndex, extendIndex, searchedFrom, type SearchedText } from "./inquiry-search.ts";
import { dropSubmission, keepSubmission, type KnownSubmission, type Submission } from "./submissions.ts";

export type InquiryStore = ReturnType<typeof createInquiryStore>;

/** An inquiry with all that is made for it when it comes in. */
export interface NewInquiry {
  id: string;
  reference: string;
  receiptHash: string;
  status: InquiryStatus;
  /** E.164, null where the number is none. */
  phoneKey: string | null;
  kind: InquiryKind;
  /** What an impostor report is about; empty otherwise. */
  reported: string;
  fields: Inquiry;
}

/** A message to send once what it tells of is on disk; see `OutboxTable`. */
export interface NewMessage {
  id: string;
  kind: string;
  channel: string;
  payload: string;
}

/** An inquiry as a member saw it. */
export interface SeenInquiry {
  id: string;
  version: number;
}

/** What one member changes of one inquiry as they saw it; `assigneeId` null takes it from whoever had it. */
export interface InquiryChange extends SeenInquiry {
  status?: InquiryStatus | undefined;
  assigneeId?: string | null | undefined;
}

/** `stale`: somebody else changed it since that version. `gone`: it is not there. */
export type ChangeOutcome = "changed" | "stale" | "gone";

/** An inquiry as its sender may see it. */
export interface ReceivedInquiry {
  number: number;
  reference: string;
  status: InquiryStatus;
  createdAt: number;
  kind: InquiryKind;
  reported: string;
  fields: Inquiry;
}

/** `stale`: somebody has changed it since that version, and it is kept. `gone`: it was not there. */
export type ErasureOutcome = "erased" | "stale" | "gone";

export type ErasureReason = Database["erasure"]["reason"];

export function createInquiryStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "forgetErased" | "search">,
  write: GroupCommit,
  readings: InquiryReadings,
) {
  const { search } = engine;

  return {
    /**
     * Resolves with `kept` once the inquiry, its messages and what came with its idempotency key are synced to disk. Nothing is written
     * where the reference is `taken`, nor where that key has come before: then it resolves with what came with it.
     */
    insert(
      inquiry: NewInquiry,
      messages: readonly NewMessage[],
      now: number,
      submission?: Submission,
    ): Promise<"kept" | "taken" | KnownSubmission> {
      return write(
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
              // Those without an address are not all one person's.
              email_key: inquiry.fields.email.toLowerCase() || null,
              kind: inquiry.kind,
              reported: inquiry.reported,
              receipt_hash: inquiry.receiptHash,
            })
            .onConflict((conflict) => conflict.column("reference").doNothing())
            .returning("number")
            .executeTakeFirst();
          if (inserted === undefined) {
            if (submission !== undefined) await dropSubmission(transaction, submission);
            return "taken";
          }
          end.count(inquiry.status, 1);
          end.tellInbox(inquiry.id, "added", now);
          for (const message of messages) {
            await transaction
              .insertInto("outbox")
              .values({
                ...message,
                inquiry_id: inquiry.id,
                state: "waiting",
                attempts: 0,
                next_at: now,
                created_at: now,
              })
              .execute();
          }
          end.step((last) => addToIndex(search, last, inserted.number, { ...inquiry, notes: [] }));
          return "kept";
        },
        { readsNothing: true },
      );
    },

    /** Changes several in one transaction, each judged by itself; the outcomes stand in the order of the changes. */
    change(changes: readonly InquiryChange[], memberId: string, now: number): Promise<ChangeOutcome[]> {
      return write(async (transaction, end) => {
        const outcomes: ChangeOutcome[] = [];
        for (const change of changes) outcomes.push(await changeOne(transaction, end, change, { memberId, now }));
        return outcomes;
      });
    },

    /** Adds a note; false where there is no such inquiry. */
    addNote(note: { id: string; inquiryId: string; memberId: string; text: string }, now: number): Promise<boolean> {
      return write(async (transaction, end) => {
        const row = await transaction
          .selectFrom("inquiry")
          .selectAll()
          .where("id", "=", note.inquiryId)
          .executeTakeFirst();
        if (row === undefined) return false;
        const before = await searchedTextOf(transaction, row);
        await transaction
          .insertInto("inquiry_note")
          .values({ id: note.id, inquiry_id: row.id, member_id: note.memberId, text: note.text, created_at: now })
          .execute();
        await transaction
          .updateTable("inquiry")
          .set((e) => ({ version: e("version", "+", 1) }))
          .where("number", "=", row.number)
          .execute();
        end.tellInbox(row.id, "changed", now);
        const text = { ...before, notes: [...before.notes, note.text] };
        end.step((last) => extendIndex(search, last, row.number, { before, text }));
        return true;
      });
    },

    ...readings,

    /** As the reading of this name, which is asked only where an inquiry is of that age: most often none is. */
    async numbersOver(over: { closed: number; untouched: number }, most: number): Promise<number[]> {
      const aged = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => e.or([closedBefore(e, over.closed), openSince(e, over.untouched)]))
        .limit(1)
        .executeTakeFirst();
      return aged === undefined ? [] : readings.numbersOver(over, most);
    },

    /** Which inquiry this receipt is for; null where it is none's. */
    async findByReceipt(receiptHash: string): Promise<ReceivedInquiry | null> {
      const row = await db
        .selectFrom("inquiry")
        .select(["number", "reference", "status", "created_at", "kind", "reported"])
        .select(["name", "phone", "email", "city", "query"])
        .where("receipt_hash", "=", receiptHash)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { number, reference, status, created_at, kind, reported, ...fields } = row;
      return { number, reference, status, createdAt: Number(created_at), kind, reported, fields };
    },

    /** Erases these and answers how many of them were still there. `entryOf` makes the entry of the audit log for each by its id. */
    erase(
      numbers: readonly number[],
      reason: ErasureReason,
      now: number,
      entryOf?: (inquiryId: string) => AuditDraft,
    ): Promise<number> {
      return write(async (transaction, end) => {
        let erased = 0;
        for (const number of numbers) {
          const row = await transaction
            .selectFrom("inquiry")
            .selectAll()
            .where("number", "=", number)
            .executeTakeFirst();
          if (row === undefined) continue;
          await eraseRow(row, { transaction, end, search }, reason, now);
          if (entryOf !== undefined) await appendAudit(transaction, [entryOf(row.id)]);
          erased += 1;
        }
        return erased;
      });
    },

    /** The same for those that still are as they were seen; the outcomes stand in the order of `seen`. */
    eraseSeen(
      seen: readonly SeenInquiry[],
      reason: ErasureReason,
      now: number,
      entryOf?: (inquiryId: string) => AuditDraft,
    ): Promise<ErasureOutcome[]> {
      return write(async (transaction, end) => {
        const outcomes: ErasureOutcome[] = [];
        for (const { id, version } of seen) {
          const row = await transaction.selectFrom("inquiry").selectAll().where("id", "=", id).executeTakeFirst();
          if (row?.version === version) {
            await eraseRow(row, { transaction, end, search }, reason, now);
            if (entryOf !== undefined) await appendAudit(transaction, [entryOf(id)]);
          }
          outcomes.push(row === undefined ? "gone" : row.version === version ? "erased" : "stale");
        }
        return outcomes;
      });
    },

    /** Takes what has been erased from the engine's own files, too; false where that must wait for somebody who reads. */
    forgetErased: () => engine.forgetErased(db),

    /** The numbers of up to `most` inquiries sent with this address, whatever its case. */
    async numbersByEmail(email: string, most: number): Promise<number[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("number")
        .where("email_key", "=", email.toLowerCase())
        .limit(most)
        .execute();
      return rows.map(({ number }) => number);
    },

    /** Inquiries of before the inbox, whose numbers have not been read yet: up to `most` above `after`. */
    async withoutPhoneKey(after: number, most: number): Promise<Array<{ number: number; phone: string }>> {
      return db
        .selectFrom("inquiry")
        .select(["number", "phone"])
        .where("receipt_hash", "is", null)
        .where("phone_key", "is", null)
        .where("number", ">", after)
        .orderBy("number")
        .limit(most)
        .execute();
    },

    /** Keeps the telephone keys that have been read since. */
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

export type InquiryReadings = ReturnType<typeof createInquiryReadings>;

/** What looks through many inquiries. */
export function createInquiryReadings(db: Kysely<Database>) {
  return {
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /**
     * The numbers of up to `most` inquiries that were closed before `closed`, or are not closed, were sent before `untouched`, and
     * have neither been changed nor noted on since.
     */
    async numbersOver(over: { closed: number; untouched: number }, most: number): Promise<number[]> {
      const closed = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => closedBefore(e, over.closed))
        .limit(most)
        .execute();
      const open = await db
        .selectFrom("inquiry")
        .select("number")
        .where((e) => openSince(e, over.untouched))
        .where((e) => {
          const touched = (table: "inquiry_event" | "inquiry_note") =>
            e
              .selectFrom(table)
              .select("inquiry_id")
              .whereRef("inquiry_id", "=", "inquiry.id")
              .where(`${table}.created_at`, ">=", over.untouched);
          return e.not(e.or([e.exists(touched("inquiry_event")), e.exists(touched("inquiry_note"))]));
        })
        .limit(most - closed.length)
        .execute();
      return [...closed, ...open].map(({ number }) => number);
    },
  };
}

function closedBefore(e: ExpressionBuilder<Database, "inquiry">, time: number) {
  return e("closed_at", "<", time);
}

/** Not closed, and sent before that time. */
function openSince(e: ExpressionBuilder<Database, "inquiry">, time: number) {
  return e.and([e("closed_at", "is", null), e("created_at", "<", time)]);
}

/** Erases an inquiry; its place in the search index at the end of the transaction. */
async function eraseRow(
  row: Selectable<Database["inquiry"]>,
  { transaction, end, search }: { transaction: Transaction<Database>; end: GroupEnd; search: Engine["search"] },
  reason: ErasureReason,
  now: number,
): Promise<void> {
  const text = await searchedTextOf(transaction, row);
  await transaction.deleteFrom("outbox").where("inquiry_id", "=", row.id).execute();
  // Its notes and its history go with it.
  await transaction.deleteFrom("inquiry").where("number", "=", row.number).execute();
  end.count(row.status, -1);
  await transaction.insertInto("erasure").values({ inquiry_id: row.id, reason, erased_at: now }).execute();
  end.tellInbox(row.id, "erased", now);
  end.step((last) => deleteFromIndex(search, last, row.number, text));
}

async function changeOne(
  transaction: Transaction<Database>,
  end: GroupEnd,
  change: InquiryChange,
  { memberId, now }: { memberId: string; now: number },
): Promise<ChangeOutcome> {
  const row = await transaction
    .selectFrom("inquiry")
    .select(["number", "status", "assignee_id", "version"])
    .where("id", "=", change.id)
    .executeTakeFirst();
  if (row === undefined) return "gone";
  if (row.version !== change.version) return "stale";
  const { status = row.status, assigneeId = row.assignee_id } = change;
  const steps = [
    { what: "status" as const, before: row.status as string | null, after: status as string | null },
    { what: "assignee" as const, before: row.assignee_id, after: assigneeId },
  ].filter(({ before, after }) => before !== after);
  if (steps.length === 0) return "changed";
  await transaction
    .updateTable("inquiry")
    .set({ status, assignee_id: assigneeId, version: row.version + 1 })
    .$if(status !== row.status, (query) => query.set({ closed_at: status === "closed" ? now : null }))
    .where("number", "=", row.number)
    .execute();
  for (const step of steps) {
    await transaction
      .insertInto("inquiry_event")
      .values({ inquiry_id: change.id, member_id: memberId, ...step, created_at: now })
      .execute();
  }
  if (status !== row.status) {
    end.count(row.status, -1);
    end.count(status, 1);
  }
  end.tellInbox(change.id, "changed", now);
  return "changed";
}

/** What the index holds of an inquiry. */
async function searchedTextOf(
  transaction: Transaction<Database>,
  row: Inquiry & { id: string; reference: string; reported: string; phone_key: string | null },
): Promise<SearchedText> {
  const notes = await transaction.selectFrom("inquiry_note").select("text").where("inquiry_id", "=", row.id).execute();
  return searchedFrom(
    row,
    notes.map(({ text }) => text),
  );
}
