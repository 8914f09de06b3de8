import type { Transaction } from "kysely";
import { maxMerged, statusAfterAnswer } from "#domain/inquiries/conversation.ts";
import { type InquiryStatus, inquiryStatuses, waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { stillSnoozed } from "#domain/inquiries/snooze.ts";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit, GroupEnd } from "../store/group-commit/group-commit.ts";
import { applyChange, findOutsideBin, foundIn, type SeenInquiry } from "./change-queries.ts";
import { markUndelivered } from "./undelivered-queries.ts";
import { restoreWaiting } from "./activity-queries.ts";
import { addMergeEvent } from "./merge-event-queries.ts";

export type MergeStore = ReturnType<typeof createMergeStore>;

/**
 * Reason for which two inquiries are not merged. `stale` and `gone` are about the merged one; those with `target` about
 * the other one. `has merged`: others are merged into it, and there are no chains.
 */
export type MergeRefusal =
  | "stale"
  | "gone"
  | "target stale"
  | "target gone"
  | "merged elsewhere"
  | "has merged"
  | "target merged"
  | "target suspected"
  | "target full";

interface MergeCommand {
  memberId: string;
  now: number;
  audit: AuditDraft;
}

/** Further fields that a merge changes in the merged inquiry: JSON in the event's `before`. */
interface Before {
  status: InquiryStatus;
  snoozedUntil: number | null;
}

/** Returns the fields that `merge` has stored; an inquiry whose event is damaged goes on as one in progress. */
function beforeOf(text: string | null): Before {
  const { status, snoozedUntil } = storedObject(text);
  return {
    status: inquiryStatuses.find((known) => known === status) ?? "in progress",
    snoozedUntil: typeof snoozedUntil === "number" ? snoozedUntil : null,
  };
}

/**
 * Merges inquiries. Nothing is copied or moved: `merged_into` names the other one, whose thread shows what both hold,
 * and everything that belongs to an inquiry stays with it.
 */
export function createMergeStore(write: GroupCommit) {
  return {
    /**
     * Closes an inquiry and merges it into another, each unchanged since it was seen. If the visitor of the first one
     * waits for the team, the other one is reopened. Again, it changes nothing.
     */
    merge(seen: SeenInquiry, seenTarget: SeenInquiry, command: MergeCommand): Promise<"merged" | MergeRefusal> {
      const { memberId, now, audit } = command;
      return write(async (transaction, end) => {
        const row = await findOutsideBin(transaction, seen.id);
        const target = await findOutsideBin(transaction, seenTarget.id);
        if (row === undefined) return "gone";
        if (target === undefined) return "target gone";
        if (row.merged_into !== null) return row.merged_into === target.id ? "merged" : "merged elsewhere";
        if (row.version !== seen.version) return "stale";
        if (target.version !== seenTarget.version) return "target stale";
        if (target.merged_into !== null) return "target merged";
        if (target.status === "suspected") return "target suspected";
        if ((await countMerged(transaction, row.id)) > 0) return "has merged";
        if ((await countMerged(transaction, target.id)) >= maxMerged) return "target full";
        const before: Before = { status: row.status, snoozedUntil: stillSnoozed(row.snoozed_until, now) };
        const closed = { status: "closed" as const, assigneeId: row.assignee_id, memberId };
        await applyChange(transaction, end, foundIn(row), closed, now);
        await transaction.updateTable("inquiry").set({ merged_into: target.id }).where("id", "=", row.id).execute();
        const [from, to] = [
          { inquiryId: row.id, otherId: target.id, memberId, what: "merged" as const, before: JSON.stringify(before) },
          { inquiryId: target.id, otherId: row.id, memberId, what: "absorbed" as const },
        ];
        await addMergeEvent(transaction, end, from, now);
        await addMergeEvent(transaction, end, to, now);
        const isDone = !isWaiting(target);
        // A snooze would hide that somebody waits, unless the merged one was snoozed as well.
        const isHidden = before.snoozedUntil === null && stillSnoozed(target.snoozed_until, now) !== null;
        if (isWaiting(row) && (isDone || isHidden)) {
          const status = isDone ? "new" : target.status;
          const snoozedUntil = isHidden ? null : undefined;
          const reopened = { status, snoozedUntil, assigneeId: target.assignee_id, memberId };
          await applyChange(transaction, end, foundIn(target), reopened, now);
        }
        if (isWaiting(row) && isDone) {
          const wroteAt = Math.max(wroteLast(row), wroteLast(target));
          const set = { wrote_at: wroteAt, waiting_since: waitsSince(row) };
          await transaction.updateTable("inquiry").set(set).where("id", "=", target.id).execute();
        } else if (isWaiting(row)) {
          const since = Math.min(waitsSince(row), waitsSince(target));
          await transaction.updateTable("inquiry").set({ waiting_since: since }).where("id", "=", target.id).execute();
        }
        await markUndelivered(transaction, target.id, now);
        await appendAudit(transaction, [audit]);
        return "merged";
      });
    },

    /**
     * Undoes a merge, with the status and the snooze from before it; what its visitor wrote since then waits for the
     * team. If it is undone already, nothing changes.
     */
    unmerge(seen: SeenInquiry, command: MergeCommand): Promise<"unmerged" | "stale" | "gone"> {
      const { memberId, now, audit } = command;
      return write(async (transaction, end) => {
        const row = await findOutsideBin(transaction, seen.id);
        if (row === undefined) return "gone";
        if (row.merged_into === null) return "unmerged";
        if (row.version !== seen.version) return "stale";
        const merge = await transaction
          .selectFrom("inquiry_event")
          .select(["before", "created_at"])
          .where("inquiry_id", "=", row.id)
          .where("what", "=", "merged")
          .orderBy("number", "desc")
          .executeTakeFirst();
        const { status, snoozedUntil } = beforeOf(merge?.before ?? null);
        // Merging closes it.
        const mergedAt = Number(merge?.created_at ?? row.closed_at);
        const hasAnswered = Number(row.wrote_at) > mergedAt;
        const change = {
          status: hasAnswered ? statusAfterAnswer(status) : status,
          snoozedUntil: hasAnswered ? null : stillSnoozed(snoozedUntil, now),
        };
        await applyChange(transaction, end, foundIn(row), { ...change, assigneeId: row.assignee_id, memberId }, now);
        await transaction.updateTable("inquiry").set({ merged_into: null }).where("id", "=", row.id).execute();
        const { merged_into: targetId } = row;
        const [from, back] = [
          { inquiryId: row.id, otherId: targetId, memberId, what: "unmerged" as const },
          { inquiryId: targetId, otherId: row.id, memberId, what: "released" as const },
        ];
        await addMergeEvent(transaction, end, from, now);
        await addMergeEvent(transaction, end, back, now);
        await revertTarget(transaction, end, targetId, { memberId, mergedAt, now });
        await markUndelivered(transaction, row.id, now);
        await markUndelivered(transaction, targetId, now);
        for (const id of [row.id, targetId]) await restoreWaiting(transaction, id);
        await appendAudit(transaction, [audit]);
        return "unmerged";
      });
    },
  };
}

const isWaiting = ({ status }: { status: InquiryStatus }) => waitingStatuses.includes(status);

const waitsSince = (row: Parameters<typeof wroteLast>[0] & { waiting_since: number | null }) =>
  Number(row.waiting_since ?? wroteLast(row));

const wroteLast = (row: { created_at: number; wrote_at: number | null }) => Number(row.wrote_at ?? row.created_at);

/** Reverts the status and the snooze that a merge has set, if nobody has set others, or come to wait, since. */
async function revertTarget(
  transaction: Transaction<Database>,
  end: GroupEnd,
  id: string,
  { memberId, mergedAt, now }: { memberId: string; mergedAt: number; now: number },
): Promise<void> {
  const target = await findOutsideBin(transaction, id);
  const last = await transaction
    .selectFrom("inquiry_event")
    .select(["what", "before", "after", "created_at"])
    .where("inquiry_id", "=", id)
    .where("what", "in", ["status", "snooze"])
    .orderBy("number", "desc")
    .limit(2)
    .execute();
  if (target === undefined || Number(last[0]?.created_at) !== mergedAt) return;
  const set = last.filter(({ created_at }) => Number(created_at) === mergedAt);
  const reopened = set.find(({ what, after }) => what === "status" && after === "new" && after === target.status);
  const woken = set.find(({ what, after }) => what === "snooze" && after === null);
  if ((reopened ?? woken) === undefined || (await hasOthersSince(transaction, id, mergedAt))) return;
  const change = {
    // The column `before` of a status event holds a status.
    status: (reopened?.before ?? target.status) as InquiryStatus,
    snoozedUntil: woken === undefined ? undefined : stillSnoozed(Number(woken.before), now),
  };
  await applyChange(transaction, end, foundIn(target), { ...change, assigneeId: target.assignee_id, memberId }, now);
}

/** Returns whether its visitor, or one merged into it, has written since then, or another one was merged into it. */
async function hasOthersSince(transaction: Transaction<Database>, id: string, time: number): Promise<boolean> {
  const found = await transaction
    .selectFrom("inquiry")
    .select("id")
    .where((e) => e.or([e("id", "=", id), e("merged_into", "=", id)]))
    .where((e) => {
      const since = (table: "inquiry_entry" | "inquiry_event") =>
        e
          .selectFrom(table)
          .select("inquiry_id")
          .whereRef("inquiry_id", "=", "inquiry.id")
          .where(`${table}.created_at`, ">=", time);
      const wrote = since("inquiry_entry").where("inquiry_entry.kind", "=", "answer");
      const merged = since("inquiry_event").where("inquiry_event.what", "=", "merged");
      return e.or([e.exists(wrote), e.exists(merged)]);
    })
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function countMerged(transaction: Transaction<Database>, id: string): Promise<number> {
  const { count } = await transaction
    .selectFrom("inquiry")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("merged_into", "=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
