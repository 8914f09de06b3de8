import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { TestOutcome } from "#contract/settings.ts";
import type { Site } from "#contract/site.ts";
import { type DeliveryChannel, securityNotices } from "#domain/delivery.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { Outbox } from "../services/outbox.ts";
import type { FullSettings, SettingsService } from "../services/settings.ts";
import type { DueMessage, OutboxStore } from "../store/outbox.ts";
import { sendMail } from "./mail.ts";
import { createPost, type Resolve } from "./post.ts";
import { failed, type Sent } from "./sending.ts";
import { mostCharacters, sendTelegram } from "./telegram.ts";
import { sendWebhook } from "./webhook.ts";
import { type ChannelNews, newsOfChange, newsWithoutParticulars } from "./channel-words.ts";
import { noticeFor } from "./notice-words.ts";
import { acknowledgementOf, linkFor, newsOf, testOf } from "./words.ts";
import { createWorker, type Timings, timings, type Worker, type WorkerLog } from "./worker.ts";

export type Notifications = ReturnType<typeof createNotifications>;

const memberPayload = z.object({ memberId: z.string() });
const teamMailPayload = z.object({ to: z.string() });
const noticePayload = z.object({
  memberId: z.string(),
  notice: z.enum(securityNotices),
  at: z.number(),
  device: z.string().nullable(),
});
const changePayload = z.object({ change: z.int(), to: z.string().optional() });
/** Receipts to one address in a day: a stranger's address must not be flooded through our form. */
const mostAcknowledgements = 3;
const notSetUp: Record<DeliveryChannel, string> = {
  email: "Mail is not set up.",
  webhook: "The webhook is not set up.",
  telegram: "Telegram is not set up.",
};

/** Where messages go, as tests may have it otherwise. */
export interface Outside {
  resolve?: Resolve;
  telegramOrigin?: string;
  timeoutMs?: number;
  timings?: Partial<Timings>;
}

/** Sends what the outbox holds, by mail, webhook and Telegram. What a message says is read when it is sent. */
export function createNotifications(deps: {
  store: OutboxStore;
  outbox: Outbox;
  settings: SettingsService;
  accounts: Pick<Accounts, "newMemberLink">;
  /** A member's own address; null where they cannot sign in any more. */
  addressOf: (memberId: string) => Promise<string | null>;
  /** The addresses of those who are told of the channels now. */
  owners: () => Promise<string[]>;
  /** A change of the channels by its number; null where the history does not have it any more. */
  changeForNews: (change: number) => Promise<ChannelNews | null>;
  attempts: Pick<Attempts, "key" | "countUpTo">;
  site: Site;
  /** Where links lead, unless `start` says otherwise. */
  origin: string;
  linkHours: number;
  privateHosts: ReadonlySet<string>;
  now: () => number;
  outside?: Outside;
}) {
  const { store, outbox, settings, accounts, attempts, site, now, outside = {} } = deps;
  const { telegramOrigin = "https://api.telegram.org", timeoutMs } = outside;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const resolve = outside.resolve === undefined ? {} : { resolve: outside.resolve };
  const post = createPost({ privateHosts: deps.privateHosts, ...resolve, ...limit });
  // Telegram stands at an address of ours; for tests that is this machine.
  const telegramHosts = new Set(outside.telegramOrigin === undefined ? [] : [new URL(telegramOrigin).hostname]);
  const postTelegram = createPost({ privateHosts: telegramHosts, ...resolve, ...limit });
  let { origin } = deps;
  let worker: Worker | undefined;

  const mail = (
    to: string[],
    set: FullSettings,
    id: string,
    letter: { subject: string; text: string },
    end: AbortSignal,
  ) =>
    set.mail === null
      ? Promise.resolve(failed(notSetUp.email))
      : sendMail(set.mail, { id, to, fromName: site.brands.home.name, ...letter }, end, timeoutMs);

  const telegram = (set: FullSettings, text: string, end: AbortSignal) =>
    set.telegram === null
      ? Promise.resolve(failed(notSetUp.telegram))
      : sendTelegram(postTelegram, telegramOrigin, set.telegram, text, end);

  const webhook = (
    set: FullSettings,
    event: { id: string; type: string; time: number; data: Record<string, unknown> },
    end: AbortSignal,
  ) =>
    set.webhook === null
      ? Promise.resolve(failed(notSetUp.webhook))
      : sendWebhook(post, set.webhook, event, now(), end);

  async function deliver(message: DueMessage, end: AbortSignal): Promise<Sent | null> {
    const set = await settings.current();
    if (message.kind === "inquiry") return tellTeam(message, set, end);
    if (message.kind === "channel-change") return tellOwners(message, set, end);
    if (message.kind === "acknowledgement") return acknowledge(message, set, end);
    if (message.kind === "security-notice") return tellMember(message, set, end);
    // Without mail no link is made that nobody would get.
    if (set.mail === null) return failed(notSetUp.email);
    const link = await accounts.newMemberLink(memberPayload.parse(message.payload).memberId);
    if (link === null) return null;
    return mail([link.email], set, message.id, linkFor(message.kind, origin, link.token, deps.linkHours), end);
  }

  async function tellMember({ id, payload }: DueMessage, set: FullSettings, end: AbortSignal) {
    const { memberId, ...notice } = noticePayload.parse(payload);
    const to = await deps.addressOf(memberId);
    if (to === null) return null;
    return mail([to], set, id, noticeFor(notice, { origin, timeZone: site.timeZone }), end);
  }

  async function tellTeam({ id, channel, inquiryId, payload }: DueMessage, set: FullSettings, end: AbortSignal) {
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    if (inquiry === null) return null;
    const longest = channel === "telegram" ? mostCharacters : undefined;
    const { subject, text, data } = newsOf(inquiry, set.says, origin, longest);
    switch (channel) {
      case "email": {
        const { to } = teamMailPayload.parse(payload);
        // This address is not to be told any more.
        if (set.mail !== null && !set.mail.to.includes(to)) return null;
        return mail([to], set, id, { subject, text }, end);
      }
      case "webhook":
        return webhook(set, { id, type: "inquiry.received", time: inquiry.receivedAt, data }, end);
      case "telegram":
        return telegram(set, text, end);
    }
  }

  async function tellOwners({ id, channel, payload }: DueMessage, set: FullSettings, end: AbortSignal) {
    const { change: number, to } = changePayload.parse(payload);
    const change = await deps.changeForNews(number);
    const longest = channel === "telegram" ? mostCharacters : undefined;
    const { subject, text, data } =
      change === null
        ? newsWithoutParticulars(origin)
        : newsOfChange(change, { origin, timeZone: site.timeZone, mostCharacters: longest });
    const time = change?.at ?? now();
    switch (channel) {
      case "email":
        // Whoever is no owner any more is not told.
        if (to === undefined || !(await deps.owners()).includes(to)) return null;
        return mail([to], set, id, { subject, text }, end);
      case "webhook":
        return webhook(set, { id, type: "channels.changed", time, data: { number, ...data } }, end);
      case "telegram":
        return telegram(set, text, end);
    }
  }

  async function acknowledge({ id, inquiryId, attempts: tries }: DueMessage, set: FullSettings, end: AbortSignal) {
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    if (inquiry === null || !set.acknowledge) return null;
    const { email } = inquiry.fields;
    // Counted before it goes, so that many at once are not too many, and apart from the inquiry, which may be erased meanwhile.
    const key = attempts.key("acknowledgement", email.toLowerCase());
    if (tries === 0 && !(await attempts.countUpTo(mostAcknowledgements, key))) return null;
    return mail([email], set, id, acknowledgementOf(inquiry.reference, site), end);
  }

  return {
    /** Begins to send, and goes on until `stop`. `origin` is where links lead. */
    start(options: { origin: string; log: WorkerLog }): void {
      ({ origin } = options);
      const { log } = options;
      worker = createWorker({
        store,
        deliver,
        now,
        random: Math.random,
        log,
        timings: { ...timings, ...outside.timings },
      });
      outbox.onWaiting(worker.wake);
      worker.wake();
    },

    /** Resolves once nothing is being sent; what has not gone out stays in the store. */
    async stop(): Promise<void> {
      outbox.onWaiting(() => {});
      await worker?.stop();
    },

    /** Sends a test at once, and tells in words how that went. */
    async test(channel: DeliveryChannel): Promise<TestOutcome> {
      const set = await settings.current();
      const id = randomUUID();
      const end = new AbortController().signal;
      const letter = testOf(site);
      if (channel === "email" && set.mail?.to.length === 0) {
        return { delivered: false, message: "Name an address to send it to first." };
      }
      const sent = await {
        email: () => mail(set.mail?.to ?? [], set, id, letter, end),
        webhook: () => webhook(set, { id, type: "test", time: now(), data: {} }, end),
        telegram: () => telegram(set, letter.text, end),
      }[channel]();
      if (!sent.delivered) return { delivered: false, message: sent.problem };
      return { delivered: true, message: accepted[channel] };
    },
  };
}

const accepted: Record<DeliveryChannel, string> = {
  email: "The mail server has taken the test. Look for it in the inbox, and among the spam.",
  webhook: "The receiver has taken the test.",
  telegram: "Telegram has taken the test. Look for it in the chat.",
};
