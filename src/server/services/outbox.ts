import { randomUUID } from "node:crypto";
import type { DeliveryQuery } from "#contract/delivery.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { NewMessage } from "../store/inquiries.ts";
import type { OutboxStore } from "../store/outbox.ts";
import type { SettingsService } from "./settings.ts";

export type Outbox = ReturnType<typeof createOutbox>;

const day = 86_400_000;
/** How long the log keeps what got through, and what did not. */
const kept = { delivered: 30 * day, dead: 90 * day };

/**
 * The messages on their way out. They are written with what they tell of, hold nothing but ids, and leave afterwards: see
 * `notifications/worker.ts`.
 */
export function createOutbox(deps: { store: OutboxStore; settings: SettingsService; now: () => number }) {
  const { store, settings, now } = deps;
  let wake = () => {};

  return {
    /** Has `listener` called whenever something may be there to send. */
    onWaiting(listener: () => void): void {
      wake = listener;
    },

    /** Tells that messages are on disk; they leave as soon as may be, and nobody waits for it. */
    wake: () => wake(),

    /** The messages that go out for a new inquiry, to be written in its own transaction. */
    async messagesFor(inquiry: { status: InquiryStatus }): Promise<NewMessage[]> {
      const { mail, webhook, telegram, acknowledge } = await settings.current();
      const message = (kind: string, channel: string) => ({ id: randomUUID(), kind, channel, payload: "{}" });
      return [
        ...(mail !== null && mail.to.length > 0 ? [message("inquiry", "email")] : []),
        ...(webhook !== null ? [message("inquiry", "webhook")] : []),
        ...(telegram !== null ? [message("inquiry", "telegram")] : []),
        // What looks like spam gets no answer: its address may be somebody else's.
        ...(mail !== null && acknowledge && inquiry.status !== "suspected"
          ? [message("acknowledgement", "email")]
          : []),
      ];
    },

    /** Sends a member a one-time link by mail, which is made when the mail is. Resolves once it is sure to be tried. */
    async add(message: { kind: "password-reset" | "invitation"; memberId: string }): Promise<void> {
      const payload = JSON.stringify({ memberId: message.memberId });
      await store.add({ id: randomUUID(), kind: message.kind, channel: "email", payload }, now());
      wake();
    },

    list: (query: DeliveryQuery) => store.list(query),

    /** Sends a message again now; false where there is none that has not got through. */
    async retry(id: string): Promise<boolean> {
      const found = await store.retry(id, now());
      if (found) wake();
      return found;
    },

    /** Sends all again that were given up; answers how many. */
    async retryDead(): Promise<number> {
      const count = await store.retryDead(now());
      if (count > 0) wake();
      return count;
    },

    /** The channels that fail now; one that is not set up any more is none of them. */
    async health() {
      const { mail, webhook, telegram } = await settings.current();
      const isSetUp = { email: mail !== null, webhook: webhook !== null, telegram: telegram !== null };
      return { failing: (await store.failing()).filter(({ channel }) => isSetUp[channel]) };
    },

    forgetOld: () => store.forgetBefore(now() - kept.delivered, now() - kept.dead),
  };
}
