import { sql, type Transaction } from "kysely";
import { mayAnswer, statusAfterAnswer } from "#domain/inquiries/conversation.ts";
import { addMessages, type FailureMessages } from "../notifications/message-queries.ts";
import { addBellEntry } from "../bell/bell-queries.ts";
import type { SettledReply } from "../notifications/outbox-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupEnd } from "../store/group-commit/group-commit.ts";
import { applyChange, findOutsideBin, foundIn } from "./change-queries.ts";
import { recordActivity } from "./activity-queries.ts";
import { hasFailedReply, markUndelivered } from "./undelivered-queries.ts";

/**
 * Records what the reports need of a settled reply, within its transaction. One that did not arrive reopens its
 * inquiry, or the one that this is merged into, and notifies the team; unless its visitor has written since, or may not
 * write any more.
 */
export async function settleFailedReply(
  transaction: Transaction<Database>,
  end: GroupEnd,
  { id, inquiryId, way, outcome }: SettledReply,
  messages: FailureMessages,
  now: number,
): Promise<void> {
  if (outcome === "delivered") {
    await transaction
      .insertInto("reply_outcome")
      .columns(["entry_id", "inquiry_id", "outcome", "created_at"])
      .expression((e) =>
        e
          .selectFrom("reply_outcome")
          .select([
            sql<string>`${id}`.as("entry_id"),
            sql<string>`${inquiryId}`.as("inquiry_id"),
            sql<"delivered">`'delivered'`.as("outcome"),
            sql<number>`cast(${now} as bigint)`.as("created_at"),
          ])
          .where("inquiry_id", "=", inquiryId)
          .where("entry_id", "=", id)
          .limit(1),
      )
      .execute();
    return;
  }
  // The visitor finds a reply on the page without an email, too, and wants none.
  if (outcome === "dropped" && way === "page") return;
  if (outcome !== "waiting") {
    const failure = { entry_id: id, inquiry_id: inquiryId, outcome: "failed" as const, created_at: now };
    await transaction.insertInto("reply_outcome").values(failure).execute();
  }
  const row = await findOutsideBin(transaction, inquiryId);
  if (row === undefined) return;
  const target = row.merged_into === null ? row : ((await findOutsideBin(transaction, row.merged_into)) ?? row);
  const isUndelivered = await hasFailedReply(transaction, target.id);
  const isMarked = target.undelivered_at !== null;
  if (isUndelivered && !isMarked && mayAnswer({ status: target.status, closedAt: target.closed_at }, now)) {
    const change = { status: statusAfterAnswer(target.status), assigneeId: target.assignee_id, snoozedUntil: null };
    await applyChange(transaction, end, foundIn(target), { ...change, memberId: null }, now);
    const { id: targetId, assignee_id: assigneeId } = target;
    await addMessages(transaction, messages(assigneeId), now, targetId);
    const author = await transaction
      .selectFrom("inquiry_entry")
      .select("member_id")
      .where("id", "=", id)
      .executeTakeFirst();
    for (const memberId of new Set([assigneeId, author?.member_id ?? null])) {
      if (memberId === null) continue;
      const about = { memberId, kind: "undelivered", inquiryId: targetId, by: null } as const;
      await addBellEntry(transaction, end, { ...about, isInBellOnly: memberId !== assigneeId }, now);
    }
  }
  if (isUndelivered === isMarked) return;
  await markUndelivered(transaction, target.id, now);
  if (isUndelivered) await recordActivity(transaction, target.number, now);
  if (target.id !== inquiryId) end.recordInboxEvent(target.id, "changed", now);
}
