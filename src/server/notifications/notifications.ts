import type { PublicAddress } from "../address/public-address.ts";
import type { AuditActor } from "#domain/audit.ts";
import type { NotifiedChange } from "#domain/channels/channel-list.ts";
import type { Audit } from "../audit/audit.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { pathIn, paths } from "#contract/paths.ts";
import type { SecretName, TestOutcome } from "#contract/settings.ts";
import { inLanguage } from "#copy/current.ts";
import { fromStored } from "#copy/server/stored.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { type DeliveryChannel, inboxActions, securityEvents } from "#domain/delivery.ts";
import { trustKindNames, trustStates } from "#domain/trust-changes.ts";
import { mailboxOf } from "#domain/inquiries/mailbox.ts";
import { addressCode } from "#domain/inquiries/conversation.ts";
import { minute } from "#domain/time/durations.ts";
import { visitorWords } from "#domain/inquiries/quoted-text.ts";
import type { BellKind } from "#domain/inquiries/bell.ts";
import type { Bell } from "../bell/bell.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { Config } from "../config.ts";
import type { Store } from "../open-store.ts";
import { defaultLanguage, languages, type TeamLanguage } from "#domain/languages.ts";
import type { Role } from "#domain/member.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import type { Outbox } from "./outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { KnownSettings } from "../settings/full-settings.ts";
import { notSent } from "./message-queries.ts";
import type { DueMessage } from "./outbox-queries.ts";
import type { ReplyProof } from "./reply-proof.ts";
import { type Mail, maxCharacters, sendMail, sendTelegram, sendWebhook } from "./deliveries.ts";
import { createPost, failed, type Resolve, type Sent } from "./http-post.ts";
import { changeNotification, changeWithoutDetails } from "./channel-copy.ts";
import { trustNotification } from "./trust-copy.ts";
import { inboxNotification, lateAnswersNotification, securityNotification, siteNotification } from "./event-copy.ts";
import {
  acknowledgementOf,
  answerNotification,
  codeEmail,
  failureNotification,
  type EmailText,
  inquiryLink,
  inquiryNotification,
  linkFor,
  memberNotification,
  newLinkEmail,
  replyEmail,
  supportTestOf,
  testOf,
} from "./copy.ts";
import {
  type AroundDelivery,
  createWorker,
  type Held,
  type Timings,
  timings,
  type Worker,
  type WorkerLog,
} from "./worker.ts";

const wayPayload = z.object({ via: z.string().optional() });
const linkPayload = z.object({ memberId: z.string(), by: z.string().nullish() });
/** See `toMember`. */
const memberPayload = z.object({ member: z.string() });
const teamPayload = z.object({ to: z.string().optional() });
const replyPayload = z.object({ proof: z.string().optional() });
const problemPayload = z.object({ problem: z.string().default("") });
const failurePayload = teamPayload.extend({ problem: z.string(), ...memberPayload.partial().shape });
const answerPayload = teamPayload.extend({ entry: z.string() });
const securityPayload = z.object({
  memberId: z.string(),
  notice: z.enum(securityEvents),
  at: z.number(),
  device: z.string().nullable(),
  about: z.string().optional(),
  by: z.string().nullable().optional(),
});
const inboxPayload = z.object({
  notice: z.enum(inboxActions),
  count: z.number().nullable(),
  by: z.string(),
  at: z.number(),
  oneByOne: z.boolean().optional(),
  to: z.string().optional(),
});
const lateAnswersPayload = teamPayload.extend({ promised: z.string(), median: z.number(), at: z.number() });
const sitePayload = teamPayload.extend({
  by: z.string().nullable(),
  waits: z.boolean(),
  changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  at: z.number(),
});
const trustPayload = teamPayload.extend({
  kind: z.enum(trustKindNames),
  state: z.enum(trustStates),
  by: z.string().nullable(),
  member: z.string().nullable(),
  fields: z.array(z.string()),
  at: z.number(),
  from: z.number().nullable(),
});
const who = { by: z.string().nullable(), token: z.string().nullable() };
const repliedPayload = z.object({ entry: z.string(), ...who });
const statusPayload = z.object({ from: z.string(), to: z.string(), ...who });
const erasedPayload = z.object({ inquiry: z.string(), reason: z.string() });
const changePayload = z.object({ change: z.int(), to: z.string().optional() });
/** Max receipts to one address per day: nobody must be able to flood a stranger's address through our form. */
const maxAcknowledgements = 3;
/** Max replies by email to one address per day: a stolen account must not flood a stranger's address. */
const maxReplies = 30;
/** Max new links to one address per day. */
const maxNewLinks = 3;
/** Max mails about inquiries to one member per day: a stolen account must not flood the others' mailboxes. */
const maxMentions = 50;
const tooManyReplies = say("delivery.daily-limit", { count: maxReplies });
const notProved = say("delivery.unproved-address");
const notSetUp: Record<DeliveryChannel, ServerText> = {
  email: say("delivery.mail-not-set-up"),
  webhook: say("delivery.webhook-not-set-up"),
  telegram: say("delivery.telegram-not-set-up"),
};
/** The secret of each channel, and the problem to report if it was encrypted with another key. */
const secretOf: Record<DeliveryChannel, [name: SecretName, problem: ServerText]> = {
  email: ["mail.password", say("delivery.mail-secret")],
  webhook: ["webhook.secret", say("delivery.webhook-secret")],
  telegram: ["telegram.token", say("delivery.telegram-secret")],
};

/** Returns why a channel cannot send; undefined if it can. */
function whyNot(channel: DeliveryChannel, set: KnownSettings): ServerText | undefined {
  const isSetUp = { email: set.mail, webhook: set.webhook, telegram: set.telegram }[channel] !== null;
  const [name, problem] = secretOf[channel];
  if (!isSetUp && set.alarm?.isStrict === true) return say("settings.untrusted");
  if (!isSetUp) return notSetUp[channel];
  return set.unreadable.includes(name) ? problem : undefined;
}

/** The kind of bell entry for each kind of email to a member. */
const bellKindOf = { mention: "mention", assignment: "assignment", "own-answer": "answer" } as const;

/** A notification to the team or the owners on each delivery; `to` is the address, for email only. */
interface Notification {
  to: string | undefined;
  /** Makes the texts in the current language, and what programs get. */
  make: () => EmailText & { data: Record<string, unknown> };
  /** The name of the event for programs, and when it happened. */
  type: string;
  time: number;
}

/** Returns the text of `make` in a language of the team. */
function textIn<Made extends EmailText>(language: TeamLanguage, make: () => Made): Made & { language: string } {
  return { ...inLanguage(language, make), language: languages[language].tag };
}

/** An email; all but its texts is optional. */
type Email = EmailText &
  Partial<
    Pick<
      Mail,
      | "fromName"
      | "stopLink"
      | "html"
      | "language"
      | "replyTo"
      | "startsThread"
      | "thread"
      | "after"
      | "isWritten"
      | "files"
    >
  >;

/** Network targets and limits that tests override. */
export interface Outside {
  resolve?: Resolve;
  telegramOrigin?: string;
  timeoutMs?: number;
  timings?: Partial<Timings>;
}

/** Sends the outbox by email, webhook and Telegram. The content is read when the message is sent. */
export function createNotifications(deps: {
  store: Pick<Store, "outbox" | "members" | "conversations" | "ownSettings">;
  outbox: Outbox;
  settings: SettingsService;
  owners: Pick<Owners, "list">;
  accounts: { newMemberLink: (memberId: string) => Promise<{ email: string; role: Role; token: string } | null> };
  publishInbox: () => void;
  bell: Pick<Bell, "claimForMail" | "quietUntil">;
  /** Makes a key to a visitor's private page; null if the inquiry is gone. */
  newLinkKey: (inquiryId: string) => Promise<string | null>;
  /** Makes a code that proves the visitor's address; null if the inquiry is gone. */
  newAddressCode: (inquiryId: string) => Promise<string | null>;
  supportAddress: ReadSupportAddress;
  /** The address for the visitor's answers to an email; undefined if no mail comes in. */
  replyTo: (inquiry: { id: string; reference: string }) => Promise<string | undefined>;
  replyProof: Pick<ReplyProof, "isProved">;
  /** The files of a reply; null if they are too large for an email. */
  filesOf: (replyId: string) => Promise<NonNullable<Mail["files"]> | "changed" | null>;
  /** The replies of an inquiry that nothing proves. */
  unprovedIn: (inquiryIds: readonly string[]) => Promise<ReadonlySet<string>>;
  channelHistory: { changeToNotify: (change: number) => Promise<NotifiedChange | null> };
  attempts: { dayKey: (...parts: string[]) => string; countUpTo: (max: number, key: string) => Promise<boolean> };
  audit: Pick<Audit, "record">;
  config: Pick<Config, "limits" | "site" | "webhookPrivateHosts" | "mailPlainHosts">;
  /** Its origin is the base of links. */
  address: Pick<PublicAddress, "origin" | "listensAt">;
  now: () => number;
  outside?: Outside;
}) {
  const { outbox, settings, accounts, attempts, now, outside = {} } = deps;
  const { outbox: store, members, conversations, ownSettings } = deps.store;
  const { site, limits, webhookPrivateHosts: privateHosts, mailPlainHosts } = deps.config;
  const { telegramOrigin = "https://api.telegram.org", timeoutMs } = outside;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const resolve = outside.resolve === undefined ? {} : { resolve: outside.resolve };
  const post = createPost({ privateHosts, ...resolve, ...limit });
  // Telegram has a fixed public address; tests replace it with this machine.
  const telegramHosts = new Set(outside.telegramOrigin === undefined ? [] : [new URL(telegramOrigin).hostname]);
  const postTelegram = createPost({ privateHosts: telegramHosts, ...resolve, ...limit });
  const { address } = deps;
  let worker: Worker | undefined;

  const mail = (recipients: string[], set: KnownSettings, id: string, email: Email, end: AbortSignal) =>
    set.mail === null || set.unreadable.includes("mail.password")
      ? Promise.resolve(failed(whyNot("email", set) ?? notSetUp.email))
      : sendMail(
          set.mail,
          { id, to: recipients, fromName: site.brands.home.name, ...email },
          end,
          timeoutMs,
          mailPlainHosts,
        );

  const telegram = (set: KnownSettings, text: string, end: AbortSignal) =>
    set.telegram === null || set.unreadable.includes("telegram.token")
      ? Promise.resolve(failed(whyNot("telegram", set) ?? notSetUp.telegram))
      : sendTelegram(postTelegram, telegramOrigin, set.telegram, text, end);

  const webhook = (
    set: KnownSettings,
    event: { id: string; type: string; time: number; data: Record<string, unknown> },
    end: AbortSignal,
  ) =>
    set.webhook === null || set.unreadable.includes("webhook.secret")
      ? Promise.resolve(failed(whyNot("webhook", set) ?? notSetUp.webhook))
      : sendWebhook(post, set.webhook, event, now(), end);

  async function deliver(message: DueMessage, end: AbortSignal): Promise<Sent | Held | null> {
    const { via } = wayPayload.parse(message.payload);
    const set = via === undefined ? await settings.current() : await settings.withMailOf(via);
    // The earlier mail configuration has been erased.
    if (set === null) return null;
    if (message.kind === "inquiry") return notifyOfInquiry(message, set, end);
    if (message.kind === "answer") return notifyOfAnswer(message, set, end);
    if (message.kind === "reply" || message.kind === "reply-notice") return reply(message, set, end);
    if (message.kind === "address-code") return mailCode(message, set, end);
    if (message.kind === "new-link") return mailLink(message, set, end);
    if (message.kind === "channel-change") return notifyOfChannels(message, set, end);
    if (message.kind === "inbox-notice") return notifyOfInbox(message, set, end);
    if (message.kind === "late-answers") return notifyOfLateAnswers(message, set, end);
    if (message.kind === "trust-change") return notifyOfTrust(message, set, end);
    if (message.kind === "site-change") return notifyOfSite(message, set, end);
    if (message.kind === "acknowledgement") return acknowledge(message, set, end);
    if (message.kind === "inquiry-replied" || message.kind === "inquiry-status")
      return sendInquiryEvent(message, set, end);
    if (message.kind === "inquiry-erased") {
      const { inquiry: id, reason } = erasedPayload.parse(message.payload);
      const event = { type: "inquiry.erased", time: message.createdAt, data: { id, reason } };
      return webhook(set, { id: message.id, ...event }, end);
    }
    if (message.kind === "mention" || message.kind === "assignment" || message.kind === "own-answer")
      return notifyMember(message, bellKindOf[message.kind], set, end);
    if (message.kind === "undelivered") return notifyOfFailure(message, set, end);
    if (message.kind === "security-notice") return emailMember(message, set, end);
    // If email is not set up, no link is created: nobody would receive it.
    const problem = whyNot("email", set);
    if (problem !== undefined) return failed(problem);
    const { memberId, by } = linkPayload.parse(message.payload);
    const link = await accounts.newMemberLink(memberId);
    if (link === null) return null;
    const about = { brand: site.brands.home.name, role: link.role, by: await emailOf(by) };
    const { kind } = message;
    // An invited member has chosen no language yet: that of who invites is the likeliest.
    const language = await languageOf(kind === "invitation" && by ? by : memberId, set);
    const text = () => linkFor(kind, { ...about, origin: address.origin, token: link.token, hours: limits.linkHours });
    return mail([link.email], set, message.id, textIn(language, text), end);
  }

  /** The language of emails to a member: what they have chosen, or that of the team. */
  async function languageOf(memberId: string | undefined, set: KnownSettings): Promise<TeamLanguage> {
    const chosen = memberId === undefined ? null : (await ownSettings.of(memberId)).mailLanguage;
    return chosen ?? set.teamLanguage;
  }

  /**
   * The language of a message to the team: for an email, that of the member with this address; for a program, the
   * default one, so that its links stay.
   */
  async function languageFor({ channel }: DueMessage, recipient: string | undefined, set: KnownSettings) {
    if (channel === "webhook") return defaultLanguage;
    const member = channel === "email" && recipient !== undefined ? await members.findByEmail(recipient) : null;
    return languageOf(member?.id, set);
  }

  /** The address of a member; null if there is none. */
  async function emailOf(id: string | null | undefined): Promise<string | null> {
    return id ? ((await members.findById(id))?.email ?? null) : null;
  }

  async function emailMember({ id, payload }: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { memberId, about, by, ...event } = securityPayload.parse(payload);
    const member = await members.findById(memberId);
    // Members who can no longer sign in get no email.
    if (member === null || !member.isActive || !member.isVerified) return null;
    const recipient = member.email;
    const whom = { about: await emailOf(about), by: await emailOf(by) };
    const text = () => securityNotification({ ...event, ...whom }, { origin: address.origin, timeZone: site.timeZone });
    return mail([recipient], set, id, textIn(await languageOf(member.id, set), text), end);
  }

  /**
   * Mails a member what is new for them, also of other inquiries; held back in their quiet hours, and needless once
   * they have read it.
   */
  async function notifyMember(message: DueMessage, kind: BellKind, set: KnownSettings, end: AbortSignal) {
    const { id, inquiryId, payload, attempts: tries } = message;
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    const member = await members.findById(memberPayload.parse(payload).member);
    if (inquiry === null || member === null || !member.isActive || !member.isVerified) return null;
    // A member among the team's recipients has had the team's email.
    if (kind === "undelivered" && set.mail?.to.includes(member.email) === true) return null;
    const heldUntil = await deps.bell.quietUntil(member.id);
    if (heldUntil !== null) return { heldUntil };
    const own = { kind, id: inquiry.id, reference: inquiry.reference };
    const due = (await deps.bell.claimForMail(id, member.id, { kind, inquiryId: inquiry.id })) ?? [own];
    if (due.length === 0) return null;
    if (tries === 0 && !(await attempts.countUpTo(maxMentions, attempts.dayKey("mention", member.id)))) return null;
    const { problem } = problemPayload.parse(payload);
    const email = () => {
      if (due.length > 1 || kind !== "undelivered") return memberNotification(due, address.origin);
      const { subject, text } = failureNotification(inquiry, fromStored(problem), address.origin);
      return { subject, text };
    };
    return mail([member.email], set, id, textIn(await languageOf(member.id, set), email), end);
  }

  async function notifyOfInquiry(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to } = teamPayload.parse(message.payload);
    const inquiry = message.inquiryId === null ? null : await store.inquiry(message.inquiryId);
    if (inquiry === null) return null;
    const longest = message.channel === "telegram" ? maxCharacters : undefined;
    const make = () => inquiryNotification(inquiry, set.says, address.origin, longest);
    return notifyTeam(message, { to, make, type: "inquiry.received", time: inquiry.receivedAt }, set, end);
  }

  async function notifyOfAnswer(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { entry, to } = answerPayload.parse(message.payload);
    const inquiry = message.inquiryId === null ? null : await store.inquiry(message.inquiryId);
    const answer = await conversations.find(entry);
    if (inquiry === null || answer === null) return null;
    const longest = message.channel === "telegram" ? maxCharacters : undefined;
    const text = answer.way === "email" ? visitorWords(answer.text) : answer.text;
    const about = { ...inquiry, answer: text, isProven: answer.isProven };
    const make = () => answerNotification(about, set.says, address.origin, longest);
    return notifyTeam(message, { to, make, type: "inquiry.answered", time: message.createdAt }, set, end);
  }

  /** Tells the team, or a member whom it concerns, that a reply did not arrive. */
  async function notifyOfFailure(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to, member, problem } = failurePayload.parse(message.payload);
    if (member !== undefined) return notifyMember(message, "undelivered", set, end);
    const inquiry = message.inquiryId === null ? null : await store.inquiry(message.inquiryId);
    if (inquiry === null) return null;
    const make = () => failureNotification(inquiry, fromStored(problem), address.origin);
    return notifyTeam(message, { to, make, type: "inquiry.undelivered", time: message.createdAt }, set, end);
  }

  /** Sends a reply to the visitor, or that there is one on their page. */
  async function reply(
    { id, kind, inquiryId, payload, attempts: tries }: DueMessage,
    set: KnownSettings,
    end: AbortSignal,
  ) {
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    const found = await conversations.find(id);
    if (inquiry === null || found === null || inquiry.isMailStopped || inquiry.fields.email === "") return null;
    const { proof } = replyPayload.parse(payload);
    const mailed = { id, inquiryId: inquiry.id, address: inquiry.fields.email, text: found.text };
    // Tried again: an instance of an earlier version, which wrote no proof, may be there to send its own.
    if (!(await deps.replyProof.isProved(mailed, proof))) return failed(notProved);
    if ((await deps.unprovedIn([inquiry.id])).has(id)) return failed(notProved);
    const limitKey = attempts.dayKey("reply", mailboxOf(inquiry.fields.email));
    if (tries === 0 && !(await attempts.countUpTo(maxReplies, limitKey)))
      return { ...failed(tooManyReplies), isFinal: true };
    const problem = whyNot("email", set);
    if (problem !== undefined) return failed(problem);
    const isWhole = kind === "reply";
    const files = isWhole ? await deps.filesOf(id) : [];
    if (files === "changed") return failed(notProved);
    const key = await deps.newLinkKey(inquiry.id);
    if (key === null) return null;
    const { reference, language } = inquiry;
    const authorName = found.author?.name;
    const made = {
      reference,
      language,
      by: authorName,
      text: isWhole ? found.text : null,
      key,
      isWithoutFiles: files === null,
    };
    const email = replyEmail(made, site, address.origin);
    const thread = {
      ...(await answerableAt(inquiry)),
      thread: inquiry.id,
      ...(found.emailBefore === null ? {} : { after: found.emailBefore }),
    };
    const whole = { ...email, ...thread, isWritten: isWhole, files: files ?? [] };
    // After a failure the key stays: the mail server may have sent the email, and only its answer was lost.
    return mail([inquiry.fields.email], set, id, whole, end);
  }

  /** The inquiry whose visitor gets an email about their page; null if there is none, or they want no email. */
  async function visitorOf({ inquiryId }: DueMessage) {
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    return inquiry === null || inquiry.isMailStopped || inquiry.fields.email === "" ? null : inquiry;
  }

  /** Mails a code that is made now: the outbox holds none. */
  async function mailCode(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const inquiry = await visitorOf(message);
    // Whoever asked has gone.
    if (inquiry === null || now() - message.createdAt > addressCode.minutes * minute) return null;
    const problem = whyNot("email", set);
    if (problem !== undefined) return failed(problem);
    const code = await deps.newAddressCode(inquiry.id);
    if (code === null) return null;
    return mail([inquiry.fields.email], set, message.id, codeEmail(inquiry, code, site), end);
  }

  async function mailLink(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const inquiry = await visitorOf(message);
    // The address of suspected spam may be somebody else's.
    if (inquiry === null || inquiry.status === "suspected") return null;
    const limitKey = attempts.dayKey("new link", mailboxOf(inquiry.fields.email));
    if (message.attempts === 0 && !(await attempts.countUpTo(maxNewLinks, limitKey))) return null;
    const problem = whyNot("email", set);
    if (problem !== undefined) return failed(problem);
    const key = await deps.newLinkKey(inquiry.id);
    if (key === null) return null;
    return mail([inquiry.fields.email], set, message.id, newLinkEmail(inquiry, key, site, address.origin), end);
  }

  /** Sends the event of a reply, unless it was taken back, or of a changed status to the webhook. */
  async function sendInquiryEvent(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { id, kind, inquiryId, payload, createdAt: time } = message;
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    if (inquiry === null) return null;
    const nameOf = async (memberId: string | null) =>
      memberId === null ? null : ((await members.findById(memberId))?.email ?? null);
    const about = { id: inquiry.id, reference: inquiry.reference, link: inquiryLink(address.origin, inquiry.id) };
    if (kind === "inquiry-status") {
      const { by, ...change } = statusPayload.parse(payload);
      const data = { ...about, ...change, by: await nameOf(by) };
      return webhook(set, { id, type: "inquiry.status_changed", time, data }, end);
    }
    const { entry, by, token } = repliedPayload.parse(payload);
    const found = await conversations.find(entry);
    if (found === null) return null;
    const text = set.says === "all" ? { reply: found.text } : {};
    const data = { ...about, way: found.way, by: await nameOf(by), token, ...text };
    return webhook(set, { id, type: "inquiry.replied", time, data }, end);
  }

  async function notifyOfInbox(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to, ...action } = inboxPayload.parse(message.payload);
    const make = () => inboxNotification(action, { origin: address.origin, timeZone: site.timeZone });
    return notifyOwners(message, { to, make, type: `inbox.${action.notice}`, time: action.at }, set, end);
  }

  async function notifyOfLateAnswers(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to, ...late } = lateAnswersPayload.parse(message.payload);
    const make = () => lateAnswersNotification(late, { origin: address.origin, timeZone: site.timeZone });
    return notifyOwners(message, { to, make, type: "answers.late", time: late.at }, set, end);
  }

  async function notifyOfSite(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to, ...change } = sitePayload.parse(message.payload);
    const longest = message.channel === "telegram" ? maxCharacters : undefined;
    const options = { origin: address.origin, timeZone: site.timeZone, maxCharacters: longest };
    const make = () => siteNotification(change, options);
    return notifyOwners(message, { to, make, type: "site.changed", time: change.at }, set, end);
  }

  async function notifyOfTrust(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { to, ...change } = trustPayload.parse(message.payload);
    const make = () => trustNotification(change, { origin: address.origin, timeZone: site.timeZone });
    return notifyOwners(message, { to, make, type: "trust.changed", time: change.at }, set, end);
  }

  async function notifyOfChannels(message: DueMessage, set: KnownSettings, end: AbortSignal) {
    const { channel, payload } = message;
    const { change: number, to } = changePayload.parse(payload);
    const change = await deps.channelHistory.changeToNotify(number);
    const longest = channel === "telegram" ? maxCharacters : undefined;
    const make = () => {
      const made =
        change === null
          ? changeWithoutDetails(address.origin)
          : changeNotification(change, { origin: address.origin, timeZone: site.timeZone, maxCharacters: longest });
      return { ...made, data: { number, ...made.data } };
    };
    return notifyOwners(message, { to, make, type: "channels.changed", time: change?.at ?? now() }, set, end);
  }

  /** Skips former owners. */
  async function notifyOwners(message: DueMessage, what: Notification, set: KnownSettings, end: AbortSignal) {
    const isOwner = async (recipient: string) => (await deps.owners.list()).some((owner) => owner.email === recipient);
    return notify(message, what, isOwner, set, end);
  }

  /** Skips addresses that were removed from the recipients. */
  function notifyTeam(message: DueMessage, what: Notification, set: KnownSettings, end: AbortSignal) {
    const isRecipient = async (recipient: string) => set.mail === null || set.mail.to.includes(recipient);
    return notify(message, what, isRecipient, set, end);
  }

  async function notify(
    message: DueMessage,
    { to, make, type, time }: Notification,
    isRecipient: (recipient: string) => Promise<boolean>,
    set: KnownSettings,
    end: AbortSignal,
  ) {
    const { id, channel } = message;
    const { data, ...email } = textIn(await languageFor(message, to, set), make);
    switch (channel) {
      case "email":
        return to !== undefined && (await isRecipient(to)) ? mail([to], set, id, email, end) : null;
      case "webhook":
        return webhook(set, { id, type, time, data }, end);
      case "telegram":
        return telegram(set, email.text, end);
    }
  }

  async function acknowledge({ id, inquiryId, attempts: tries }: DueMessage, set: KnownSettings, end: AbortSignal) {
    const inquiry = inquiryId === null ? null : await store.inquiry(inquiryId);
    if (inquiry === null || !set.acknowledge) return null;
    const { email } = inquiry.fields;
    // Count before sending, so that parallel messages cannot exceed the limit. The count is independent of the inquiry,
    // which may be erased meanwhile.
    const key = attempts.dayKey("acknowledgement", mailboxOf(email));
    if (tries === 0 && !(await attempts.countUpTo(maxAcknowledgements, key))) return null;
    const support = await deps.supportAddress();
    const page = address.origin + pathIn(inquiry.language, paths.contact);
    const questions = support.source === "nobody" ? page : support.email;
    const acknowledgement = { ...acknowledgementOf(inquiry, site, questions), ...(await answerableAt(inquiry)) };
    return mail([email], set, id, { ...acknowledgement, startsThread: inquiry.id }, end);
  }

  async function answerableAt(inquiry: { id: string; reference: string }): Promise<{ replyTo?: string }> {
    const replyTo = await deps.replyTo(inquiry);
    return replyTo === undefined ? {} : { replyTo };
  }

  return {
    /**
     * Sends until `stop`. `origin` is where the server listens: the base of links while there is no public address.
     * `around` runs each try.
     */
    start(options: { origin: string; log: WorkerLog; around?: AroundDelivery | undefined }): void {
      address.listensAt(options.origin);
      const { log, around } = options;
      worker = createWorker({
        store: {
          ...store,
          settle: async (id, settlement, at) =>
            settlement.state === "dead"
              ? store.settle(id, settlement, at, await outbox.messagesForFailure(settlement.problem ?? ""))
              : store.settle(id, settlement, at),
          drop: async (id, at) => store.drop(id, at, await outbox.messagesForFailure(notSent)),
        },
        deliver,
        now,
        random: Math.random,
        log,
        around,
        // The thread shows the state of a reply's email.
        settled: ({ kind }) => {
          if (kind === "reply" || kind === "reply-notice") deps.publishInbox();
        },
        timings: { ...timings, ...outside.timings },
      });
      // Bound: the polls are not part of the request that wakes it.
      outbox.onWaiting(AsyncLocalStorage.bind(worker.wake));
      worker.wake();
    },

    /** Resolves once nothing is in flight; unsent messages stay in the store. */
    async stop(): Promise<void> {
      outbox.onWaiting(() => {});
      await worker?.stop();
    },

    /** Sends a test message immediately and returns its outcome as text. */
    /** Mails a code to the support address, which an owner types to show that it has arrived. */
    async testSupport(email: string, code: string): Promise<TestOutcome> {
      const set = await settings.current();
      const text = textIn(set.teamLanguage, () => supportTestOf(site, code));
      const sent = await mail([email], set, randomUUID(), text, new AbortController().signal);
      return { delivered: sent.ok, message: sent.ok ? accepted.email : sent.problem };
    },

    async test(channel: DeliveryChannel, actor: AuditActor = null): Promise<TestOutcome> {
      const set = await settings.current();
      const id = randomUUID();
      const end = new AbortController().signal;
      const email = textIn(set.teamLanguage, () => testOf(site));
      if (channel === "email" && set.mail?.to.length === 0) {
        return { delivered: false, message: say("delivery-test.no-receiver") };
      }
      const sent = await {
        email: () => mail(set.mail?.to ?? [], set, id, email, end),
        webhook: () => webhook(set, { id, type: "test", time: now(), data: {} }, end),
        telegram: () => telegram(set, email.text, end),
      }[channel]();
      const delivered = sent.ok;
      await deps.audit.record({ kind: "delivery-tested", by: actor, about: { channel, delivered } });
      return { delivered, message: sent.ok ? accepted[channel] : sent.problem };
    },
  };
}

const accepted: Record<DeliveryChannel, ServerText> = {
  email: say("delivery-test.mail-taken"),
  webhook: say("delivery-test.webhook-taken"),
  telegram: say("delivery-test.telegram-taken"),
};
