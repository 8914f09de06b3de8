import type { Selectable, Transaction } from "kysely";
import { type InquiryStatus, waitingStatuses } from "#domain/inquiries/inquiry.ts";
import { changedNames, type ChangedChoices } from "#domain/inquiries/choices.ts";
import { maySnooze, stillSnoozed } from "#domain/inquiries/snooze.ts";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import { addWebhookEvent } from "../notifications/message-queries.ts";
import { addBellEntry, removeBellEntry } from "../bell/bell-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupEnd } from "../store/group-commit/group-commit.ts";
import { applyTagging, planTagging, type Tagging } from "./tagging-queries.ts";
import { markUndelivered } from "./undelivered-queries.ts";

/** The version of an inquiry that a member saw. */
export interface SeenInquiry {
  id: string;
  version: number;
}

type SomeChoices = { [Name in keyof ChangedChoices]?: ChangedChoices[Name] | undefined };

/** A member's change of an inquiry as they saw it; `assigneeId` null removes the assignment. */
export interface InquiryChange extends SeenInquiry, SomeChoices {
  assigneeId?: string | null | undefined;
  tags?: Tagging | undefined;
  /** Time in ms since 1970; null ends a snooze. */
  snoozedUntil?: number | null | undefined;
}

/**
 * `stale`: somebody else changed it since that version. `gone`: it does not exist or is in the bin. `full`: it would
 * get too many tags. `merged`: it is merged into another one, and stays closed.
 */
export type ChangeOutcome = "changed" | "stale" | "gone" | "full" | "merged";

/** The actor of a change: a member's id, or an API token, whose changes of a status get an audit entry. */
export type Changer = string | { tokenName: string; entryOf: (inquiryId: string, status: InquiryStatus) => AuditDraft };

/** Applies one change, if the inquiry is still at the version that it is based on. */
export async function changeOne(
  transaction: Transaction<Database>,
  end: GroupEnd,
  change: InquiryChange,
  made: {
    by: Changer;
    now: number;
    snoozeEntry: ((inquiryId: string, until: number | null) => AuditDraft) | undefined;
  },
): Promise<ChangeOutcome> {
  const { by, now, snoozeEntry } = made;
  const token = typeof by === "string" ? null : by;
  const memberId = typeof by === "string" ? by : null;
  const row = await transaction
    .selectFrom("inquiry")
    .select(["id", "number", "assignee_id", "version", "snoozed_until", "merged_into", "unproven_at", ...changedNames])
    .where("id", "=", change.id)
    .executeTakeFirst();
  if (row === undefined || row.status === "binned") return "gone";
  if (row.version !== change.version) return "stale";
  const found = foundIn({ ...row, status: row.status });
  const { choices: before } = found;
  const choices = choicesAfter(before, change);
  const { status } = choices;
  const { assigneeId = row.assignee_id } = change;
  if (row.merged_into !== null && status !== row.status) return "merged";
  const planned = change.tags && (await planTagging(transaction, row.number, change.tags));
  if (planned?.ok === false) return planned.reason;
  const tagging = planned?.plan ?? null;
  const snoozedUntil = maySnooze(status) ? change.snoozedUntil : undefined;
  const isSnoozeSame = snoozedUntil === undefined || snoozedUntil === row.snoozed_until;
  // Closed again: what anybody can have sent to it needs nothing.
  const isDecided = row.unproven_at !== null && change.status === "closed";
  const areChoicesSame = changedNames.every((name) => choices[name] === before[name]);
  const isSame = areChoicesSame && assigneeId === row.assignee_id && isSnoozeSame && tagging === null;
  if (isSame && !isDecided) return "changed";
  const author = { memberId, tokenName: token?.tokenName ?? null };
  await applyChange(transaction, end, found, { ...choices, assigneeId, snoozedUntil, ...author }, now);
  if (isDecided)
    await transaction.updateTable("inquiry").set({ unproven_at: null }).where("number", "=", row.number).execute();
  if (token !== null && status !== row.status) await appendAudit(transaction, [token.entryOf(change.id, status)]);
  if (tagging !== null) await applyTagging(transaction, found, tagging, memberId, now);
  if (snoozedUntil !== undefined && snoozedUntil !== stillSnoozed(row.snoozed_until, now) && snoozeEntry !== undefined)
    await appendAudit(transaction, [snoozeEntry(change.id, snoozedUntil)]);
  return "changed";
}

/** An inquiry outside the bin as a change finds it. */
interface FoundInquiry {
  id: string;
  number: number;
  choices: ChangedChoices;
  assigneeId: string | null;
  snoozedUntil: number | null;
}

export function foundIn(
  row: Pick<Selectable<Database["inquiry"]>, "id" | "number" | "assignee_id" | "snoozed_until"> & ChangedChoices,
): FoundInquiry {
  const { id, number, assignee_id: assigneeId, snoozed_until: snoozedUntil } = row;
  return { id, number, choices: choicesAfter(row, {}), assigneeId, snoozedUntil };
}

/** The values after a change; those that it leaves out stay. */
const choicesAfter = (before: ChangedChoices, change: SomeChoices) =>
  Object.fromEntries(changedNames.map((name) => [name, change[name] ?? before[name]])) as ChangedChoices;

/** An inquiry outside the bin. */
export async function findOutsideBin(transaction: Transaction<Database>, id: string) {
  const row = await transaction.selectFrom("inquiry").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined || row.status === "binned" ? undefined : { ...row, status: row.status };
}

/**
 * Changes the choices, the assignee and the snooze (undefined: what lasts stays), with an entry in the history for each
 * that differs, and increments the version. `memberId` is null for an API token, which has a `tokenName`, and for
 * the visitor, whose answer has its own kind of event.
 */
export async function applyChange(
  transaction: Transaction<Database>,
  end: GroupEnd,
  found: FoundInquiry,
  next: SomeChoices & {
    assigneeId: string | null;
    snoozedUntil?: number | null | undefined;
    memberId: string | null;
    tokenName?: string | null;
  },
  now: number,
  kind: "changed" | "answered" = "changed",
): Promise<void> {
  const { assigneeId } = next;
  const { choices: before } = found;
  const choices = choicesAfter(before, next);
  const { status } = choices;
  const lasting = stillSnoozed(found.snoozedUntil, now);
  const { snoozedUntil = lasting } = maySnooze(status) ? next : { snoozedUntil: null };
  await transaction
    .updateTable("inquiry")
    .set((e) => ({
      ...choices,
      assignee_id: assigneeId,
      snoozed_until: snoozedUntil,
      version: e("version", "+", 1),
    }))
    .$if(status !== before.status, (query) => query.set({ closed_at: status === "closed" ? now : null }))
    .$if(status !== before.status, (query) => query.set({ unproven_at: null }))
    .$if(!isWaiting(status), (query) => query.set({ undelivered_at: null }))
    // It stays where the end of its snooze has put it.
    .$if(found.snoozedUntil !== null && lasting === null, (query) => query.set({ activity_at: found.snoozedUntil }))
    // The end of a snooze is news.
    .$if(next.memberId !== null || snoozedUntil !== lasting, (query) => query.set({ unread_since: snoozedUntil }))
    .where("number", "=", found.number)
    .execute();
  if (isWaiting(status) && !isWaiting(before.status)) await markUndelivered(transaction, found.id, now);
  const steps = [
    ...changedNames.map((what) => ({
      what,
      before: before[what] as string | null,
      after: choices[what] as string | null,
    })),
    { what: "assignee" as const, before: found.assigneeId, after: assigneeId },
    // Closing it says so itself.
    ...(maySnooze(status) ? [{ what: "snooze" as const, before: textOf(lasting), after: textOf(snoozedUntil) }] : []),
  ].filter((step) => step.before !== step.after);
  for (const step of steps) {
    await transaction
      .insertInto("inquiry_event")
      .values({
        inquiry_id: found.id,
        member_id: next.memberId,
        token_name: next.tokenName ?? null,
        ...step,
        created_at: now,
      })
      .execute();
  }
  await addAssignmentToBell(
    transaction,
    end,
    { inquiryId: found.id, from: found.assigneeId, to: assigneeId, by: next.memberId },
    now,
  );
  if (status !== before.status) {
    const who = { by: next.memberId, token: next.tokenName ?? null };
    const event = { kind: "inquiry-status" as const, from: before.status, to: status, ...who };
    await addWebhookEvent(transaction, end, event, now, { inquiryId: found.id });
    end.count(before.status, -1);
    end.count(status, 1);
  }
  end.recordInboxEvent(found.id, kind, now);
}

/** Tells the new assignee, and the former one no longer that it is theirs. */
export async function addAssignmentToBell(
  transaction: Transaction<Database>,
  end: GroupEnd,
  change: { inquiryId: string; from: string | null; to: string | null; by: string | null },
  now: number,
): Promise<void> {
  const { inquiryId, from, to, by } = change;
  if (from === to) return;
  const about = { kind: "assignment", inquiryId } as const;
  if (from !== null) await removeBellEntry(transaction, end, { ...about, memberId: from }, now);
  if (to !== null) await addBellEntry(transaction, end, { ...about, memberId: to, by }, now);
}

const isWaiting = (status: InquiryStatus) => waitingStatuses.includes(status);

const textOf = (time: number | null) => (time === null ? null : String(time));
