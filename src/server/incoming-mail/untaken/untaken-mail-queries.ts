import type { Kysely, Selectable, Transaction } from "kysely";
import type { UntakenReason, UntakenState } from "#domain/inquiries/untaken-mail.ts";
import { storedTexts } from "../../lib/stored-rows.ts";
import type { Database } from "../../store/database.ts";
import type { GroupCommit } from "../../store/group-commit/group-commit.ts";

export type UntakenMailStore = ReturnType<typeof createUntakenMailStore>;

/** Stored facts of an email that was not taken, without its content. */
export interface UntakenMail {
  number: number;
  id: string;
  receivedAt: number;
  way: "imap" | "push";
  senderName: string;
  /** Empty if none can be read. */
  senderAddress: string;
  subject: string;
  /** The beginning of its text; empty if it cannot be read. */
  preview: string;
  reason: UntakenReason;
  /** The reference of the inquiry that it is perhaps about. */
  about: string | null;
  /** Bytes of the email, and those of them that are kept. */
  size: number;
  kept: number;
  state: UntakenState;
  /** The id of the inquiry or the answer that taking it makes, also its idempotency key. */
  takeId: string;
  /** The inquiry that it became, or was added to. */
  inquiryId: string | null;
}

export interface NewUntakenMail extends Omit<UntakenMail, "number" | "state" | "inquiryId" | "kept"> {
  /** SHA-256 of the email: the same one is listed once. */
  hash: string;
  /** Addresses that it is found by when one is erased, in lower case. */
  addresses: readonly string[];
  content: Buffer;
}

/** Bytes of a part; see `attachment-queries.ts`. */
const partBytes = 48 * 1024;

const columns = [
  "number",
  "id",
  "received_at",
  "way",
  "sender_name",
  "sender_address",
  "subject",
  "preview",
  "reason",
  "about",
  "size",
  "kept",
  "state",
  "take_id",
  "inquiry_id",
] as const;

export function createUntakenMailStore(db: Kysely<Database>, write: GroupCommit) {
  const rows = db.selectFrom("untaken_mail").select(columns);

  return {
    /** Lists an email, and removes the oldest beyond the quota; `known`: the same one was listed before. */
    add(mail: NewUntakenMail, quota: { count: number; bytes: number }): Promise<"added" | "known"> {
      return write(async (transaction) => {
        const { content } = mail;
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("untaken_mail")
          .values({
            id: mail.id,
            hash: mail.hash,
            received_at: mail.receivedAt,
            way: mail.way,
            sender_name: mail.senderName,
            sender_address: mail.senderAddress,
            addresses: JSON.stringify(mail.addresses),
            subject: mail.subject,
            preview: mail.preview,
            reason: mail.reason,
            about: mail.about,
            size: mail.size,
            kept: content.length,
            state: "listed",
            take_id: mail.takeId,
          })
          .onConflict((conflict) => conflict.column("hash").doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return "known";
        for (let position = 0; position * partBytes < content.length; position += 1) {
          const part = content.subarray(position * partBytes, (position + 1) * partBytes).toString("base64");
          await transaction
            .insertInto("untaken_mail_part")
            .values({ id: `${mail.id}-${position}`, mail_id: mail.id, position, content: part })
            .execute();
        }
        await removeBeyond(transaction, quota);
        return "added";
      });
    },

    /** The newest first, without erased ones; `before` is the number of the last one of the page before. */
    async list({ before, limit }: { before: number | undefined; limit: number }): Promise<UntakenMail[]> {
      const found = await rows
        .where("state", "<>", "erased")
        .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
        .orderBy("number", "desc")
        .limit(limit)
        .execute();
      return found.map(mailOf);
    },

    /** Returns how many emails wait to be reviewed. */
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom("untaken_mail")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("state", "=", "listed")
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async find(id: string): Promise<UntakenMail | null> {
      const row = await rows.where("id", "=", id).where("state", "<>", "erased").executeTakeFirst();
      return row === undefined ? null : mailOf(row);
    },

    /** Returns the email's content, as far as it is kept. */
    async content(id: string): Promise<Buffer> {
      const parts = await db
        .selectFrom("untaken_mail_part")
        .select("content")
        .where("mail_id", "=", id)
        .orderBy("position")
        .execute();
      return Buffer.concat(parts.map(({ content }) => Buffer.from(content, "base64")));
    },

    /** The ids of all that are not erased, with the addresses that they are found by. */
    async addresses(): Promise<Array<{ id: string; addresses: string[] }>> {
      const found = await db
        .selectFrom("untaken_mail")
        .select(["id", "addresses"])
        .where("state", "<>", "erased")
        .execute();
      return found.map(({ id, addresses }) => ({ id, addresses: storedTexts(addresses) }));
    },

    /** Erases an email but for its hash, so that it is not listed again. */
    erase(id: string): Promise<void> {
      return write(async (transaction) => {
        await transaction.deleteFrom("untaken_mail_part").where("mail_id", "=", id).execute();
        const nothing = { sender_name: "", sender_address: "", addresses: "[]", subject: "", preview: "", about: null };
        await transaction
          .updateTable("untaken_mail")
          .set({ ...nothing, kept: 0, state: "erased", inquiry_id: null })
          .where("id", "=", id)
          .execute();
      });
    },

    async deleteBefore(time: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("untaken_mail")
        .where("received_at", "<", time)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** Removes the oldest until the others fit. */
async function removeBeyond(
  transaction: Transaction<Database>,
  quota: { count: number; bytes: number },
): Promise<void> {
  const kept = await transaction
    .selectFrom("untaken_mail")
    .select(["number", "kept"])
    .orderBy("number", "desc")
    .execute();
  let bytes = 0;
  const first = kept.findIndex(({ kept: size }, at) => at >= quota.count || (bytes += size) > quota.bytes);
  const oldest = kept[first];
  if (oldest !== undefined) await transaction.deleteFrom("untaken_mail").where("number", "<=", oldest.number).execute();
}

function mailOf(row: Pick<Selectable<Database["untaken_mail"]>, (typeof columns)[number]>): UntakenMail {
  return {
    number: Number(row.number),
    id: row.id,
    receivedAt: Number(row.received_at),
    way: row.way,
    senderName: row.sender_name,
    senderAddress: row.sender_address,
    subject: row.subject,
    preview: row.preview,
    reason: row.reason,
    about: row.about,
    size: row.size,
    kept: row.kept,
    state: row.state,
    takeId: row.take_id,
    inquiryId: row.inquiry_id,
  };
}
