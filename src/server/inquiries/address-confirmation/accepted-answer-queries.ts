import { mayAnswer, statusAfterAnswer } from "#domain/inquiries/conversation.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { isProven } from "#domain/inquiries/visibility.ts";
import type { GroupCommit } from "../../store/group-commit/group-commit.ts";
import { restoreWaiting } from "../activity-queries.ts";
import { applyChange, findOutsideBin, foundIn } from "../change-queries.ts";

/** Stores members' decisions on answers by email that only their subject and sender led to an inquiry. */
export function createAcceptedAnswerStore(write: GroupCommit) {
  return {
    /**
     * Takes such an answer as the visitor's, which reopens a closed inquiry as their other answers do, or takes that
     * back, with the status. Resolves with the inquiry whose thread shows it; null if there is no such answer.
     */
    setAccepted(entryId: string, isVisitors: boolean, memberId: string, now: number): Promise<string | null> {
      return write(async (transaction, end) => {
        const entry = await transaction
          .selectFrom("inquiry_entry")
          .select(["inquiry_id", "sender", "accepted_at", "accepted_by"])
          .where("id", "=", entryId)
          .where("kind", "=", "answer")
          .where("way", "=", "email")
          .executeTakeFirst();
        const row = entry && (await findOutsideBin(transaction, entry.inquiry_id));
        if (entry === undefined || row === undefined) return null;
        if (isProven({ sender: entry.sender, acceptedAt: null, email: row.email })) return null;
        const target = (row.merged_into !== null && (await findOutsideBin(transaction, row.merged_into))) || row;
        if ((entry.accepted_at !== null) === isVisitors) return target.id;
        await transaction
          .updateTable("inquiry_entry")
          .set(isVisitors ? { accepted_at: now, accepted_by: memberId } : { accepted_at: null, accepted_by: null })
          .where("id", "=", entryId)
          .execute();
        let { status } = target;
        if (isVisitors) {
          if (mayAnswer({ status, closedAt: target.closed_at }, now)) status = statusAfterAnswer(status);
        } else {
          const step = await transaction
            .selectFrom("inquiry_event")
            .select(["before", "after"])
            .where("inquiry_id", "=", target.id)
            .where("what", "=", "status")
            .where("member_id", "=", entry.accepted_by)
            .where("created_at", "=", entry.accepted_at)
            .executeTakeFirst();
          // The column `before` of a status event holds a status. It is restored unless somebody has changed it since.
          if (step?.after === status) status = step.before as InquiryStatus;
        }
        await applyChange(transaction, end, foundIn(target), { status, assigneeId: target.assignee_id, memberId }, now);
        await transaction.updateTable("inquiry").set({ unproven_at: null }).where("id", "=", target.id).execute();
        await restoreWaiting(transaction, target.id);
        return target.id;
      });
    },
  };
}
