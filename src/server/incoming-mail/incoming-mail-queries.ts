import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Inquiry, InquiryStatus } from "#domain/inquiries/inquiry.ts";
import type { Database } from "../store/database.ts";

export type IncomingMailStore = ReturnType<typeof createIncomingMailStore>;

/** An inquiry that an email may belong to. */
export interface MatchedInquiry {
  id: string;
  reference: string;
  status: InquiryStatus | "binned";
  fields: Inquiry;
}

/** Position in a mailbox: UIDs below are taken, while UIDVALIDITY is the same (RFC 9051, section 2.3.1.1). */
interface MailboxPosition {
  uidValidity: string;
  uid: number;
}

/** Stores how far the mailbox has been read, and finds the inquiries that emails belong to. */
export function createIncomingMailStore(db: Kysely<Database>) {
  const inquiries = db
    .selectFrom("inquiry")
    .select(["inquiry.id", "reference", "status", "name", "phone", "email", "city", "query"]);

  /** Replies whose email has left, whatever became of it. */
  const mailedReplies = db
    .selectFrom("inquiry_entry")
    .innerJoin("inquiry", "inquiry.id", "inquiry_entry.inquiry_id")
    .select(["inquiry_entry.id", "inquiry.reference"])
    .where("inquiry_entry.kind", "=", "reply")
    .where("inquiry_entry.delivery", "in", ["delivered", "dead"])
    .where("inquiry.binned_at", "is", null)
    .limit(1);

  async function first<Row extends { id: string; reference: string; status: MatchedInquiry["status"] } & Inquiry>(
    found: SelectQueryBuilder<Database, "inquiry", Row>,
  ): Promise<MatchedInquiry | null> {
    const row = await found.executeTakeFirst();
    if (row === undefined) return null;
    const { id, reference, status, name, phone, email, city, query } = row;
    return { id, reference, status, fields: { name, phone, email, city, query } };
  }

  return {
    findByReference: (reference: string) => first(inquiries.where("reference", "=", reference)),

    /** The inquiry with this id, or of the reply with this id: both are in the Message-IDs that we send. */
    async findById(id: string): Promise<MatchedInquiry | null> {
      const entry = await db.selectFrom("inquiry_entry").select("inquiry_id").where("id", "=", id).executeTakeFirst();
      return first(inquiries.where("inquiry.id", "=", entry?.inquiry_id ?? id));
    },

    /** The last reply of an inquiry that was emailed, until a time; null without one. */
    async newestMailed(inquiryId: string, until = Number.MAX_SAFE_INTEGER): Promise<string | null> {
      const row = await mailedReplies
        .where("inquiry.id", "=", inquiryId)
        .where("inquiry_entry.created_at", "<=", until)
        .orderBy("inquiry_entry.number", "desc")
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** The inquiry whose last reply was emailed to one of these addresses; null if none was. */
    async findMailedTo(addresses: readonly string[]): Promise<{ reference: string } | null> {
      if (addresses.length === 0) return null;
      const row = await mailedReplies
        .where("inquiry.email_key", "in", addresses)
        .orderBy("inquiry_entry.number", "desc")
        .executeTakeFirst();
      return row === undefined ? null : { reference: row.reference };
    },

    /** Returns the position in a mailbox; null if nothing has been read from it. */
    async position(mailbox: string): Promise<MailboxPosition | null> {
      const row = await db.selectFrom("mailbox").selectAll().where("id", "=", mailbox).executeTakeFirst();
      return row === undefined ? null : { uidValidity: row.uid_validity, uid: Number(row.uid) };
    },

    async setPosition(mailbox: string, { uidValidity, uid }: MailboxPosition): Promise<void> {
      await db
        .insertInto("mailbox")
        .values({ id: mailbox, uid_validity: uidValidity, uid })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ uid_validity: uidValidity, uid }))
        .execute();
    },
  };
}
