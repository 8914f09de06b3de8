import { randomUUID } from "node:crypto";
import type { DeliveryHealth, DeliveryQuery } from "#contract/delivery.ts";
import { type DeliveryChannel, deliveryChannels, type DeliveryKind } from "#domain/delivery.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { NewMessage } from "../store/inquiries.ts";
import type { FailingReceiver, OutboxStore } from "../store/outbox.ts";
import type { SettingsService } from "./settings.ts";

export type Outbox = ReturnType<typeof createOutbox>;

const day = 86_400_000;
/** How long the log keeps what got through, and what did not. */
const kept = { delivered: 30 * day, dead: 90 * day };

/**
 * The messages on their way out. They are written with what they tell of, hold nothing but ids and the team's addresses, and leave
 * afterwards: see `notifications/worker.ts`.
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

    /** The messages that go out for a new inquiry, to be written in its own transaction; a report may have no address to answer to. */
    async messagesFor(inquiry: { status: InquiryStatus; hasAddress?: boolean }): Promise<NewMessage[]> {
      const { mail, webhook, telegram, acknowledge } = await settings.current();
      const message = (kind: DeliveryKind, channel: DeliveryChannel, payload = {}) => ({
        id: randomUUID(),
        kind,
        channel,
        payload: JSON.stringify(payload),
      });
      return [
        // A mail to each, so that one whose server refuses it for now is tried again without the others.
        ...[...new Set(mail?.to)].map((to) => message("inquiry", "email", { to })),
        ...(webhook !== null ? [message("inquiry", "webhook")] : []),
        ...(telegram !== null ? [message("inquiry", "telegram")] : []),
        // What looks like spam gets no answer: its address may be somebody else's.
        ...(mail !== null && acknowledge && inquiry.hasAddress !== false && inquiry.status !== "suspected"
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

    /** The channels that fail now; what is not told any more, a channel or an address, is left out. */
    async health(): Promise<DeliveryHealth> {
      const { mail, webhook, telegram } = await settings.current();
      const isUsed = ({ channel, payload }: FailingReceiver) =>
        ({
          email: () => mail !== null && mail.to.some((to) => JSON.stringify({ to }) === payload),
          webhook: () => webhook !== null,
          telegram: () => telegram !== null,
        })[channel]();
      const failing = Object.groupBy((await store.failing()).filter(isUsed), ({ channel }) => channel);
      return {
        failing: deliveryChannels.flatMap((channel) => {
          const receivers = failing[channel];
          if (receivers === undefined) return [];
          const since = Math.min(...receivers.map((receiver) => receiver.since));
          const messages = receivers.reduce((sum, receiver) => sum + receiver.messages, 0);
          return [{ channel, since: new Date(since).toISOString(), messages }];
        }),
      };
    },

    forgetOld: () => store.forgetBefore(now() - kept.delivered, now() - kept.dead),
  };
}
