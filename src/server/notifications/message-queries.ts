import { randomUUID } from "node:crypto";
import type { ExpressionBuilder, Transaction } from "kysely";
import { toStored } from "#copy/server/stored.ts";
import { say } from "#copy/server/say.ts";
import type { DeliveryKind } from "#domain/delivery.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { InsertAll } from "../store/engine.ts";
import type { GroupEnd } from "../store/group-commit/group-commit.ts";

/** A notification to send once its cause is on disk; see `OutboxTable`. */
export interface NewMessage {
  id: string;
  kind: string;
  channel: string;
  payload: string;
}

/** The kinds of a reply's email, which has the reply's id. */
export const replyKinds = ["reply", "reply-notice"] as const;

/** A message that is sent again now. */
export const dueAgain = (now: number) => ({ state: "waiting", attempts: 0, next_at: now, settled_at: null }) as const;

/**
 * Messages that have no kind of their own in the store: the version before this one knows none, and drops a
 * `reply-notice` without a reply.
 */
export const visitorNotices = ["address-code", "new-link"] as const;

/**
 * Notice that a reply did not arrive, to the team and to the member who works on its inquiry. The version before this
 * one announces a new inquiry to the team instead, and a mention to the member.
 */
export const failureNotice = { about: "undelivered", team: "inquiry", member: "mention" } as const;

/**
 * Topics of emails to a member. They are stored as mentions with their topic, since the version before this one knows
 * no other mail of this kind.
 */
const memberMails = { mention: "mention", assignment: "assignment", answer: "own-answer" } as const;

/**
 * Payload of an email to a member, of a kind that 0.2.0 does not know. That version takes an email with a `memberId`
 * for the request of a new password, and mails a link; one without fails there, and is tried again a minute later.
 */
export const toMember = (id: string) => ({ member: id });

/** The email to a member about an entry of the bell; see `addBellEntry`. */
export const memberMail = (memberId: string, about: keyof typeof memberMails): NewMessage => ({
  id: randomUUID(),
  kind: "mention",
  channel: "email",
  payload: JSON.stringify({ ...toMember(memberId), about }),
});

/** The notifications of a reply that did not arrive; `assigneeId` is who works on its inquiry. */
export type FailureMessages = (assigneeId: string | null) => readonly NewMessage[];

/** The kind of a stored message; the program writes no others. */
export function kindOf({ kind, payload }: { kind: string; payload: string }): DeliveryKind {
  const { about } = storedObject(payload);
  if (about === failureNotice.about) return "undelivered";
  if (kind === "mention" && (about === "assignment" || about === "answer")) return memberMails[about];
  return visitorNotices.find((notice) => kind === "reply-notice" && notice === about) ?? (kind as DeliveryKind);
}

/**
 * Condition: a message was tried, or given up. Others wait for their first try, until which a reply can be taken back.
 * A restore gives up untried ones.
 */
export const wasGivenUpOrTried = (e: ExpressionBuilder<Database, "outbox">) =>
  e.or([e("attempts", ">", 0), e("state", "=", "dead")]);

/** The problem of a reply whose email was dropped. */
export const notSent = toStored(say("delivery.not-sent"));

/** Adds notifications to the outbox, within the transaction that causes them; `dueAt` is when they are sent. */
export async function addMessages(
  transaction: Transaction<Database>,
  messages: readonly NewMessage[],
  now: number,
  inquiryId: string | null = null,
  dueAt = now,
  insertAll: InsertAll = insertTogether,
): Promise<void> {
  const queued = { inquiry_id: inquiryId, state: "waiting", attempts: 0, next_at: dueAt, created_at: now } as const;
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, ...queued }));
  await insertAll(transaction, "outbox", rows);
}

/** Inserts a few messages in one statement. */
const insertTogether: InsertAll = async (db, table, rows) => {
  await db
    .insertInto(table)
    .values([...rows])
    .execute();
};

/** An event of an inquiry. `by` is a member's id; null for an API token, the visitor and the program itself. */
type InquiryEvent =
  | { kind: "inquiry-replied"; entry: string; by: string | null; token: string | null }
  | { kind: "inquiry-status"; from: InquiryStatus; to: InquiryStatus; by: string | null; token: string | null }
  | { kind: "inquiry-erased"; inquiry: string; reason: string };

/** Sends an event of an inquiry to the webhook, if there is one, within the transaction that causes it. */
export function addWebhookEvent(
  transaction: Transaction<Database>,
  end: Pick<GroupEnd, "hasWebhook">,
  event: InquiryEvent,
  now: number,
  // An erased inquiry takes its messages along.
  { inquiryId, dueAt }: { inquiryId: string | null; dueAt?: number },
): Promise<void> {
  return addWebhookEvents(transaction, end, [event], now, { inquiryId, dueAt });
}

/** Adds many events at once. */
export async function addWebhookEvents(
  transaction: Transaction<Database>,
  { hasWebhook }: Pick<GroupEnd, "hasWebhook">,
  events: readonly InquiryEvent[],
  now: number,
  { inquiryId, dueAt, insertAll }: { inquiryId: string | null; dueAt?: number | undefined; insertAll?: InsertAll },
): Promise<void> {
  if (!hasWebhook) return;
  const messages = events.map(({ kind, ...payload }) => ({
    id: randomUUID(),
    kind,
    channel: "webhook",
    payload: JSON.stringify(payload),
  }));
  await addMessages(transaction, messages, now, inquiryId, dueAt, insertAll);
}
