import { randomUUID } from "node:crypto";
import type { DeliveryHealth, DeliveryQuery } from "#contract/delivery.ts";
import { type DeliveryChannel, deliveryChannels, type DeliveryKind, type SecurityNotice } from "#domain/delivery.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";
import type { NewMessage } from "../store/inquiries.ts";
import type { FailingReceiver, OutboxStore } from "../store/outbox.ts";
import type { SettingsService } from "./settings.ts";

export type Outbox = ReturnType<typeof createOutbox>;

export interface Backlog {
  waiting: number;
  dead: number;
  /** How long ago the oldest message that waits was written; 0 where none waits. */
  oldestSeconds: number;
}

const day = 86_400_000;
/** How long the log keeps what got through, and what did not. */
const kept = { delivered: 30 * day, dead: 90 * day };

/**
 * The messages on their way out. They are written with what they tell of, hold nothing but ids and the team's addresses, and leave
 * afterwards: see `notifications/worker.ts`.
 */
export function createOutbox(deps: {
  store: OutboxStore;
  settings: SettingsService;
  /** The addresses of the owners, who are told of the channels. */
  owners: () => Promise<string[]>;
  now: () => number;
}) {
  const { store, settings, now } = deps;
  let wake = () => {};

  const message = (kind: DeliveryKind, channel: DeliveryChannel, payload = {}): NewMessage => ({
    id: randomUUID(),
    kind,
    channel,
    payload: JSON.stringify(payload),
  });

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

    /** The messages that tell the owners of a change of the channels, to be written in its own transaction. */
    async messagesForChannelChange(change: number): Promise<NewMessage[]> {
      const { mail, webhook, telegram } = await settings.current();
      return [
        // To each owner's own address, whoever else is told of inquiries: a thief who is one of them cannot take the others off.
        ...(mail === null ? [] : (await deps.owners()).map((to) => message("channel-change", "email", { change, to }))),
        ...(webhook === null ? [] : [message("channel-change", "webhook", { change })]),
        ...(telegram === null ? [] : [message("channel-change", "telegram", { change })]),
      ];
    },

    /** Sends a member a one-time link by mail, which is made when the mail is. Resolves once it is sure to be tried. */
    async add(to: { kind: "password-reset" | "invitation"; memberId: string }): Promise<void> {
      const payload = JSON.stringify({ memberId: to.memberId });
      await store.add({ id: randomUUID(), kind: to.kind, channel: "email", payload }, now());
      wake();
    },

    /** Tells a member by mail of something about their own sign-in; nothing is written where the site sends no mail. */
    async notice(memberId: string, notice: SecurityNotice, device: string | null): Promise<void> {
      if ((await settings.current()).mail === null) return;
      const at = now();
      await store.add(message("security-notice", "email", { memberId, notice, at, device }), at);
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
      const addresses = new Set([...(mail?.to ?? []), ...(await deps.owners())]);
      const isUsed = ({ channel, to }: FailingReceiver) =>
        ({
          email: () => mail !== null && to !== null && addresses.has(to),
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

    /** What waits on each channel, for how long the oldest has, and what was given up. */
    async backlog(): Promise<Record<DeliveryChannel, Backlog>> {
      const none = (): Backlog => ({ waiting: 0, dead: 0, oldestSeconds: 0 });
      const found = { email: none(), webhook: none(), telegram: none() };
      for (const { channel, state, messages, oldest } of await store.backlog()) {
        found[channel][state] = messages;
        if (state === "waiting") found[channel].oldestSeconds = Math.max(0, now() - oldest) / 1000;
      }
      return found;
    },

    forgetOld: () => store.forgetBefore(now() - kept.delivered, now() - kept.dead),
  };
}
