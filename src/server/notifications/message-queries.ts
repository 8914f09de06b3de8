import type { Transaction } from "kysely";
import type { Database } from "../store/database.ts";

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

/** The problem of a reply whose email was dropped. */
export const notSent = "It was not sent: the inquiry was in the bin, or the visitor wants no more mails.";

/** Adds notifications to the outbox, within the transaction that causes them; `dueAt` is when they are sent. */
export async function addMessages(
  transaction: Transaction<Database>,
  messages: readonly NewMessage[],
  now: number,
  inquiryId: string | null = null,
  dueAt = now,
): Promise<void> {
  const queued = { inquiry_id: inquiryId, state: "waiting", attempts: 0, next_at: dueAt, created_at: now } as const;
  for (const message of messages)
    await transaction
      .insertInto("outbox")
      .values({ ...message, ...queued })
      .execute();
}
