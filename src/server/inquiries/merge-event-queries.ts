import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "../store/database.ts";
import type { GroupEnd } from "../store/group-commit/group-commit.ts";

/** Events that name another inquiry by its id, in `after`. */
export const mergeEvents = ["merged", "unmerged", "absorbed", "released"] as const;

/** Adds an entry to the history of a merge's inquiry, and increments its version. */
export async function addMergeEvent(
  transaction: Transaction<Database>,
  end: GroupEnd,
  event: {
    inquiryId: string;
    otherId: string;
    what: (typeof mergeEvents)[number];
    memberId: string | null;
    /** State that an undo restores. */
    before?: string;
  },
  now: number,
): Promise<void> {
  const { inquiryId, otherId, what, memberId, before = null } = event;
  await transaction
    .insertInto("inquiry_event")
    .values({ inquiry_id: inquiryId, member_id: memberId, what, before, after: otherId, created_at: now })
    .execute();
  await transaction
    .updateTable("inquiry")
    .set((e) => ({ version: e("version", "+", 1) }))
    .where("id", "=", inquiryId)
    .execute();
  end.recordInboxEvent(inquiryId, "changed", now);
}

/** Ends the merges into inquiries that are erased: those merged into them stay as they are, closed. */
export async function releaseMerged(
  transaction: Transaction<Database>,
  end: GroupEnd,
  targetIds: RawBuilder<string>,
  now: number,
): Promise<void> {
  const merged = await transaction
    .selectFrom("inquiry")
    .select(["id", "merged_into"])
    .where("merged_into", "in", targetIds)
    .execute();
  for (const { id, merged_into: target } of merged)
    await release(transaction, end, { id, merged_into: target ?? "" }, now);
}

/** Ends a merge without a member. */
export async function release(
  transaction: Transaction<Database>,
  end: GroupEnd,
  { id, merged_into: targetId }: { id: string; merged_into: string },
  now: number,
): Promise<void> {
  await transaction.updateTable("inquiry").set({ merged_into: null }).where("id", "=", id).execute();
  await addMergeEvent(transaction, end, { inquiryId: id, otherId: targetId, what: "unmerged", memberId: null }, now);
}
