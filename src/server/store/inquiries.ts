import type { Kysely, Transaction } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { Database } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";

export type InquiryStore = ReturnType<typeof createInquiryStore>;

/** An inquiry with all that is made for it when it comes in. */
export interface NewInquiry {
  id: string;
  reference: string;
  receiptHash: string;
  status: InquiryStatus;
  /** E.164, null where the number is none. */
  phoneKey: string | null;
  fields: Inquiry;
}

/** A message to send once what it tells of is on disk; see `OutboxTable`. */
export interface NewMessage {
  id: string;
  kind: string;
  channel: string;
  payload: string;
}

export function createInquiryStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** Resolves once the inquiry and its messages are synced to disk; false, and nothing is written, where the reference is taken. */
    insert(inquiry: NewInquiry, messages: readonly NewMessage[], now: number): Promise<boolean> {
      return write(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("inquiry")
          .values({
            id: inquiry.id,
            ...inquiry.fields,
            created_at: now,
            reference: inquiry.reference,
            status: inquiry.status,
            phone_key: inquiry.phoneKey,
            email_key: inquiry.fields.email.toLowerCase(),
            receipt_hash: inquiry.receiptHash,
          })
          .onConflict((conflict) => conflict.column("reference").doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return false;
        await addToCount(transaction, inquiry.status, 1);
        await transaction
          .insertInto("inbox_change")
          .values({ inquiry_id: inquiry.id, kind: "added", created_at: now })
          .execute();
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
        return true;
      });
    },

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async findByReceipt(receiptHash: string) {
      const row = await db.selectFrom("inquiry").selectAll().where("receipt_hash", "=", receiptHash).executeTakeFirst();
      if (row === undefined) return null;
      const { reference, status, created_at, name, phone, email, city, query } = row;
      return { reference, status, receivedAt: Number(created_at), fields: { name, phone, email, city, query } };
    },

    async eraseByReceipt(receiptHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("inquiry")
        .where("receipt_hash", "=", receiptHash)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Erases up to `most` inquiries sent before `time`, and answers how many there were. */
    async eraseBefore(time: number, most: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("inquiry")
        .where("id", "in", (e) => e.selectFrom("inquiry").select("id").where("created_at", "<", time).limit(most))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },

    /** Erases every inquiry sent with this e-mail address, whatever its case, and answers how many there were. */
    async eraseByEmail(email: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("inquiry")
        .where("email_key", "=", email.toLowerCase())
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** Keeps the number of inquiries of a status, in the transaction that changes it. */
async function addToCount(transaction: Transaction<Database>, status: InquiryStatus, by: number): Promise<void> {
  await transaction
    .insertInto("inquiry_count")
    .values({ status, count: by })
    .onConflict((conflict) =>
      conflict.column("status").doUpdateSet((e) => ({ count: e("inquiry_count.count", "+", by) })),
    )
    .execute();
}
