import { randomUUID } from "node:crypto";
import type { Receipt } from "#contract/submission.ts";
import { mayAnswer } from "#domain/inquiries/conversation.ts";
import { hashToken, newToken } from "../lib/tokens.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { ConversationStore } from "./conversation-queries.ts";
import type { createSubmissionKeys } from "./inquiries.ts";
import type { InquiryStore, ReceivedInquiry } from "./inquiry-queries.ts";
import type { SubmissionStore } from "./submission-queries.ts";

export type Conversations = ReturnType<typeof createConversations>;

/** Shown to a visitor after an answer. */
export const answerAccepted = "Thank you. Your answer has reached our team.";

/** Why an answer is rejected that comes too late. */
export const answerOver = "This conversation is over. Please send a new message.";

/**
 * `over`: the inquiry was closed too long ago, or is in the bin. `gone`: no inquiry has this key. `other fields`: the
 * idempotency key was used with another text.
 */
export type AnswerResult =
  | { outcome: "answered"; receipt: Receipt }
  | { outcome: "over" }
  | { outcome: "gone" }
  | { outcome: "other fields" };

/** The visitor's side of conversations. `key` is always that of a private page. */
export function createConversations(deps: {
  store: ConversationStore;
  inquiries: Pick<InquiryStore, "findByReceipt">;
  submissions: SubmissionStore;
  submissionKeys: Pick<ReturnType<typeof createSubmissionKeys>, "answer">;
  outbox: Pick<Outbox, "messagesForAnswer" | "wake">;
  settings: Pick<SettingsService, "current">;
  /** Called after each durable change. */
  publishInbox: () => void;
  timeZone: string;
  now: () => number;
}) {
  const { store, outbox, now } = deps;
  let clock: Intl.DateTimeFormat | undefined;
  const timeOf = (at: number) => {
    // Created on first use: loading the locale and the time zone would slow the start.
    clock ??= new Intl.DateTimeFormat("en-IN", {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone: deps.timeZone,
    });
    return clock.format(at);
  };

  const received = (key: string) => deps.inquiries.findByReceipt(hashToken(key));

  async function shown(inquiry: ReceivedInquiry): Promise<Receipt> {
    const { reference, status, createdAt, kind, reported, fields, isMailedKey, isMailStopped } = inquiry;
    const { mail } = await deps.settings.current();
    const entries = await store.visibleEntries(inquiry.id, now());
    return {
      reference,
      status: status === "suspected" ? "new" : status,
      receivedAt: timeOf(createdAt),
      kind,
      reported,
      fields: isMailedKey ? { name: "", phone: "", email: "", city: "", query: fields.query } : fields,
      entries: entries.map(({ createdAt: at, ...entry }) => ({ ...entry, at: timeOf(at) })),
      mayAnswer: mayAnswer(inquiry, now()),
      mail: mail === null || fields.email === "" ? null : isMailStopped ? "stopped" : "on",
    };
  }

  return {
    /** The inquiry as its visitor sees it; null if none has this key. */
    async find(key: string): Promise<Receipt | null> {
      const inquiry = await received(key);
      return inquiry === null ? null : shown(inquiry);
    },

    /**
     * Accepts a visitor's answer; once this resolves it is durable. The same idempotency key with the same text counts
     * once.
     */
    async answer(
      key: string,
      text: string,
      how: { idempotencyKey: string | undefined; isSuspected: boolean },
    ): Promise<AnswerResult> {
      const inquiry = await received(key);
      if (inquiry === null) return { outcome: "gone" };
      const { idempotencyKey, isSuspected } = how;
      const submission =
        idempotencyKey === undefined ? undefined : deps.submissionKeys.answer(idempotencyKey, inquiry.id, text);
      const id = randomUUID();
      const messages = isSuspected ? [] : await outbox.messagesForAnswer(id);
      const entry = { id, inquiryId: inquiry.id, text, way: "page" as const, isSuspected };
      const outcome = await store.addAnswer(entry, messages, submission, now());
      if (outcome === "over") return { outcome };
      if (outcome === "added") {
        outbox.wake();
        deps.publishInbox();
      } else if (outcome.bodyHash !== submission?.bodyHash) return { outcome: "other fields" };
      return { outcome: "answered", receipt: await shown({ ...inquiry, ...(await received(key)) }) };
    },

    /** Ends emails about the inquiry, or allows them again; false if none has this key. */
    async setMailStopped(key: string, isStopped: boolean): Promise<boolean> {
      const inquiry = await received(key);
      if (inquiry === null) return false;
      await store.setMailStopped(inquiry.id, isStopped, now());
      deps.publishInbox();
      return true;
    },

    /** A new key to the private page, for an email; null if the inquiry is gone or in the bin. */
    async newLinkKey(inquiryId: string): Promise<string | null> {
      const key = newToken();
      return (await store.addLink(hashToken(key), inquiryId, now())) ? key : null;
    },
  };
}
