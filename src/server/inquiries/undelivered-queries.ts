import { sql, type Transaction } from "kysely";
import { waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { isProven } from "#domain/inquiries/visibility.ts";
import type { Database } from "../store/database.ts";

/**
 * Returns whether a reply of an inquiry, or of one merged into it, did not arrive, and neither the visitor has written
 * since that reply nor the team since it failed.
 */
export async function hasFailedReply(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const isOfThread = sql<boolean>`inquiry_id in (select id from inquiry where id = ${id} or merged_into = ${id})`;
  const failed = await transaction
    .selectFrom("reply_outcome")
    .innerJoin("inquiry_entry", "inquiry_entry.id", "reply_outcome.entry_id")
    .select((e) => ["inquiry_entry.number", e.fn.max("reply_outcome.created_at").as("at")])
    .where("outcome", "=", "failed")
    .where("delivery", "=", "dead")
    .where("kind", "=", "reply")
    .where("reply_outcome.inquiry_id", "in", (e) =>
      e
        .selectFrom("inquiry")
        .select("id")
        .where((or) => or.or([or("id", "=", id), or("merged_into", "=", id)])),
    )
    .groupBy("inquiry_entry.number")
    .execute();
  if (failed.length === 0) return false;
  const last = await transaction
    .selectFrom("inquiry_entry")
    .select((e) => e.fn.max("created_at").as("at"))
    .where(isOfThread)
    .where("kind", "=", "reply")
    .executeTakeFirst();
  const answers = await transaction
    .selectFrom("inquiry_entry")
    .innerJoin("inquiry", "inquiry.id", "inquiry_entry.inquiry_id")
    .select(["inquiry_entry.number", "sender", "accepted_at", "email"])
    .where(isOfThread)
    .where("inquiry_entry.kind", "=", "answer")
    .orderBy("inquiry_entry.number", "desc")
    .limit(maxRead)
    .execute();
  const heard = answers.find(({ sender, accepted_at, email }) => isProven({ sender, acceptedAt: accepted_at, email }));
  return failed.some(({ number, at }) => Number(last?.at ?? 0) <= Number(at) && number > (heard?.number ?? 0));
}

/** Max answers that are read: an address sends fewer unproven ones before one that is the visitor's. */
const maxRead = 200;

/** Marks an inquiry that waits because a reply did not arrive, or takes the mark off. */
export async function markUndelivered(transaction: Transaction<Database>, id: string, now: number): Promise<void> {
  const isUndelivered = await hasFailedReply(transaction, id);
  await transaction
    .updateTable("inquiry")
    .set((e) => ({ undelivered_at: isUndelivered ? e.fn.coalesce("undelivered_at", e.val(now)) : null }))
    .where("id", "=", id)
    .where("status", "in", waitingStatuses)
    .execute();
}
