import { paths } from "#contract/paths.ts";
import { mailboxOf } from "#domain/inquiries/mailbox.ts";
import { type Inquiry, inquiryLimits, readReference } from "#domain/inquiries/inquiry.ts";
import { type LostFile, withRemark } from "#domain/inquiries/mail-remarks.ts";
import type { UntakenReason } from "#domain/inquiries/untaken-mail.ts";
import type { Attachments } from "../inquiries/attachments/attachments.ts";
import type { Conversations } from "../inquiries/conversation.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { UnreadReason, UntrustedInput } from "../untrusted-input/untrusted-input.ts";
import type { UntakenMail } from "./untaken/untaken-mail-queries.ts";
import type { UntakenMails } from "./untaken/untaken-mail.ts";
import { isAuthenticated } from "./authentication-results.ts";
import type { Bounce } from "./bounce.ts";
import type { IncomingMailStore, MatchedInquiry } from "./incoming-mail-queries.ts";
import type { MailOutcome, MailTries } from "./mail-tries.ts";
import type { MailLimit } from "./mail-limits.ts";
import type { ParsedMail } from "./parse-mail.ts";
import { senderLine } from "./mail-headers.ts";
import { isReplyMac, readReplyAddress, replyAddress } from "./reply-address.ts";
import { createSenderLimits } from "./sender-limits.ts";

type Mail = Omit<ParsedMail, "attachments">;

interface Match {
  inquiry: MatchedInquiry;
  isVerified: boolean;
}

export type IncomingMail = ReturnType<typeof createIncomingMail>;

/** `inquiryId`: the inquiry that it became, or was added to. */
type TakenListed = { ok: true; inquiryId: string } | { ok: false; reason: "busy" | "unreadable" };

/** `other`: not of our address's shape. `unknown`: it is, but no stored inquiry has this one. */
export type ReplyAddressReading = { ok: true; address: string } | { ok: false; reason: "other" | "unknown" };

/** Makes answers and inquiries of emails that visitors send. Each is stored before `take` resolves, and only once. */
export function createIncomingMail(deps: {
  store: IncomingMailStore;
  settings: Pick<SettingsService, "current">;
  inquiries: Pick<Inquiries, "submit" | "isKnown">;
  conversations: Pick<Conversations, "answerByEmail">;
  attachments: Pick<Attachments, "fitting">;
  untrustedInput: Pick<UntrustedInput, "read">;
  untakenMails: Pick<UntakenMails, "add">;
  mailTries: Pick<MailTries, "run">;
  outbox: Pick<Outbox, "markBounced">;
  attempts: {
    dayKey: (...parts: string[]) => string;
    countUpTo: (max: number, key: string, once: string) => Promise<boolean>;
  };
  /** The secret of reply addresses; null if it cannot be decrypted with this signing key. */
  secret: () => Promise<string | null>;
  /** Addresses of the team, which are not visitors. */
  teamAddresses: () => Promise<readonly string[]>;
}) {
  const { store, settings, inquiries, conversations } = deps;
  const senderLimits = createSenderLimits(deps.attempts);

  /** The inquiry that a reply address was made for. */
  async function inquiryOf(named: ReturnType<typeof readReplyAddress>): Promise<MatchedInquiry | null> {
    const secret = named === null ? null : await deps.secret();
    if (named === null || secret === null) return null;
    const inquiry = await store.findByReference(named.reference);
    return inquiry !== null && isReplyMac(named.mac, inquiry.id, secret) ? inquiry : null;
  }

  /**
   * The inquiry that an email answers: by its reply address or what it refers to, which only its receivers know
   * (`isVerified`), or by its subject and sender.
   */
  async function match(mail: Mail, address: string | undefined): Promise<Match | null> {
    for (const recipient of mail.recipients) {
      const inquiry = address === undefined ? null : await inquiryOf(readReplyAddress(address, recipient));
      if (inquiry !== null) return { inquiry, isVerified: true };
    }
    for (const messageId of mail.references) {
      const inquiry = await store.findById(ownId(messageId));
      if (inquiry !== null) return { inquiry, isVerified: true };
    }
    for (const [reference] of mail.subject.matchAll(/\b[a-z0-9]{3}-[a-z0-9]{3}\b/gi)) {
      const known = readReference(reference);
      const inquiry = known === null ? null : await store.findByReference(known);
      if (inquiry !== null && isSame(inquiry.fields.email, mail.sender.address)) return { inquiry, isVerified: false };
    }
    return null;
  }

  async function isOurs({ sender }: Mail, own: readonly string[]): Promise<boolean> {
    const mailbox = mailboxOf(sender.address);
    return [...own, ...(await deps.teamAddresses())].some((address) => mailboxOf(address) === mailbox);
  }

  /**
   * Marks the reply that a report of failed delivery is about: only an id or a reply address of ours, which nobody can
   * guess, says which; false if there is none.
   */
  async function takeBounce({ ids, replyAddresses, status }: Bounce, address: string): Promise<boolean> {
    if (await deps.outbox.markBounced(ids, status)) return true;
    for (const named of replyAddresses) {
      const inquiry = await inquiryOf(readReplyAddress(address, named));
      const reply = inquiry === null ? null : await store.newestMailed(inquiry.id);
      if (reply !== null && (await deps.outbox.markBounced([reply], status))) return true;
    }
    return false;
  }

  /** The address for answers to an email about this inquiry; undefined if no incoming mail is set up. */
  async function replyTo(inquiry: { id: string; reference: string }): Promise<string | undefined> {
    const { incoming } = await settings.current();
    if (incoming === null) return undefined;
    const secret = await deps.secret();
    return secret === null ? incoming.replyTo : replyAddress(incoming.replyTo, inquiry, secret);
  }

  async function takeOnce(raw: Buffer, way: UntakenMail["way"]): Promise<MailOutcome> {
    const { incoming, mail: outgoing } = await settings.current();
    if (incoming === null) return "off";
    const reading = await deps.untrustedInput.read("mail", raw, senderLine(raw));
    const list = async (reason: UntakenReason, mail?: Mail, about?: string) => {
      const what = { raw, way, reason, ...(about === undefined ? {} : { about }) };
      await deps.untakenMails.add({ ...what, read: mail && readOf(mail) });
      return "listed" as const;
    };
    if (!reading.ok) return reading.reason === "busy" ? "busy" : list(untakenCodes[reading.reason]);
    if (!reading.value.ok) {
      const { reason } = reading.value;
      return reason === "no sender" && !headerLine.test(raw.toString("latin1", 0, 1000))
        ? "unreadable"
        : list(untakenCodes[reason]);
    }
    const { mail, files } = reading.value;
    if (mail.bounce !== null) {
      if (await takeBounce(mail.bounce, incoming.replyTo)) return "bounce";
      const about = await store.findMailedTo(mail.bounce.recipients);
      return about === null ? list("bounce", mail) : list("perhaps", mail, about.reference);
    }
    const own = [incoming.replyTo, ...(outgoing === null ? [] : [outgoing.from, ...outgoing.to])];
    const isProgram = mail.origin === "auto-reply" || mail.origin === "program";
    if (await isOurs(mail, own)) {
      const isCopy = mail.messageId !== null && (await store.findById(ownId(mail.messageId))) !== null;
      return isProgram || isCopy ? "automatic" : list("own-address", mail);
    }
    if (mail.origin === "auto-reply" || mail.origin === "program") return list(mail.origin, mail);
    const key = keyOf(mail);
    if ((await inquiries.isKnown(key)) || (await inquiries.isKnown(keyOfEarlierVersions(mail)))) return "known";
    const { address } = mail.sender;
    const matched = await match(mail, incoming.replyTo);
    // `Reply-To` names whom its sender likes.
    const isAuthentic =
      isSame(mail.from.address, address) &&
      isAuthenticated(mail.authenticationResults, incoming.authservId ?? "", address);
    const counted = { address, isVerified: isAuthentic, key };
    const isFewOfSender = matched?.isVerified === true || (await senderLimits.isFewOfMailbox(counted));
    const sourceKind = matched?.isVerified === true || isAuthentic ? "mail" : "unverified mail";
    if (matched !== null && isFewOfSender) {
      const { inquiry } = matched;
      const sender = senderIn(matched, address);
      const { checked, lost } = await deps.attachments.fitting(files, sourceKind);
      const answer = { key, attachments: checked };
      const outcome = await conversations.answerByEmail(inquiry, textOf(mail, files.length, lost), sender, answer);
      if (outcome === "answered") return "answer";
      if (outcome === "full") return list("full", mail);
      if (outcome !== "over") return "known";
    }
    // Somebody whom we know is put aside, but never refused: others may have sent many in their name.
    const isKnownSender = matched !== null && !isFewOfSender;
    if (incoming.unmatched === "leave" && !isKnownSender) return "left";
    const isFew = isFewOfSender && (await senderLimits.isFewOfAll(counted));
    const none = { checked: [], lost: files.map(({ name }) => ({ name, reason: "full" as const })) };
    const { checked, lost } = isFew ? await deps.attachments.fitting(files, sourceKind) : none;
    // A sender that nobody verifies can be anybody: all of those share one source.
    const source = isAuthentic ? mailboxOf(address) : undefined;
    const options = { key, isSuspected: !isFew, source, way: "email" as const, checkedFiles: checked };
    const { outcome } = await inquiries.submit(fieldsOf(mail, textOf(mail, files.length, lost)), options);
    return outcome === "accepted" ? "inquiry" : "known";
  }

  return {
    replyTo,

    /** Reads an address that a visitor asks about: only one that we made is ours. */
    async readReplyAddress(address: string): Promise<ReplyAddressReading> {
      const { incoming } = await settings.current();
      const named = incoming === null ? null : readReplyAddress(incoming.replyTo, address);
      if (named === null) return { ok: false, reason: "other" };
      const inquiry = await inquiryOf(named);
      const made = inquiry === null ? undefined : await replyTo(inquiry);
      return made === undefined ? { ok: false, reason: "unknown" } : { ok: true, address: made };
    },

    /**
     * Takes one email, or lists it among those that were not taken. @throws if the store fails: then neither; and
     * at most twice for each email what else is thrown.
     */
    take: (raw: Buffer, way: UntakenMail["way"] = "push"): Promise<MailOutcome> =>
      deps.mailTries.run(raw, {
        take: () => takeOnce(raw, way),
        giveUp: async () => {
          await deps.untakenMails.add({ raw, way, reason: "tries" });
          return "listed";
        },
      }),

    /**
     * Takes an email of the list at a member's press, as if a person wrote it, whatever it says of itself. What it
     * makes gets the id `takeId`, once. Nothing is sent to its sender.
     */
    async takeListed(raw: Buffer, { takeId, isCut }: { takeId: string; isCut: boolean }): Promise<TakenListed> {
      const { incoming } = await settings.current();
      const reading = await deps.untrustedInput.read(isCut ? "cut mail" : "mail", raw, senderLine(raw));
      if (!reading.ok && reading.reason === "busy") return { ok: false, reason: "busy" };
      if (!reading.ok || !reading.value.ok) return { ok: false, reason: "unreadable" };
      const { mail, files } = reading.value;
      const matched = await match(mail, incoming?.replyTo);
      const { checked, lost } = await deps.attachments.fitting(files, "mail");
      const text = textOf(mail, files.length, lost);
      if (matched !== null) {
        const answer = { key: `taken answer ${takeId}`, id: takeId, attachments: checked };
        const sender = senderIn(matched, mail.sender.address);
        const outcome = await conversations.answerByEmail(matched.inquiry, text, sender, answer);
        if (outcome === "answered" || outcome === "known") return { ok: true, inquiryId: matched.inquiry.id };
      }
      const options = {
        key: `taken inquiry ${takeId}`,
        id: takeId,
        isSuspected: false,
        way: "email" as const,
        isChosen: true,
      };
      await inquiries.submit(fieldsOf(mail, text), { ...options, checkedFiles: checked });
      return { ok: true, inquiryId: takeId };
    },
  };
}

/** The address that an answer names, if it is not proven to be the inquiry's. */
function senderIn({ inquiry, isVerified }: Match, address: string): string | null {
  return isVerified && isSame(inquiry.fields.email, address) ? null : address;
}

/** The fields of an inquiry that an email makes. */
function fieldsOf({ sender, subject }: Mail, text: string): Inquiry {
  const { name, address } = sender;
  const query = [subject, text].filter((part) => part !== "").join("\n\n");
  const shown = name || address.slice(0, address.lastIndexOf("@"));
  return { name: shown.slice(0, inquiryLimits.name).toWellFormed(), phone: "", email: address, city: "", query };
}

/** Matches the first line of an email (RFC 5322, section 2.2). */
const headerLine = /^[!-9;-~]{1,100}[ \t]*:/m;

const untakenCodes = {
  "no sender": "no-sender",
  "too many lines": "too-many-lines",
  "too many headers": "too-many-headers",
  "too many parts": "too-many-parts",
  "too slow": "too-slow",
  "too much memory": "too-much-memory",
  crashed: "crashed",
} as const satisfies Record<Exclude<UnreadReason, "busy"> | MailLimit | "no sender", UntakenReason>;

/**
 * Returns the fields of an email for the list of those that were not taken, and the other addresses that it is about.
 */
function readOf({ from, sender, subject, text, bounce }: Mail) {
  const { name, address } = sender;
  return { name, address, subject, text, others: [from.address, ...(bounce?.recipients ?? [])] };
}

/** The id in a Message-ID that we made. */
const ownId = (messageId: string) => messageId.slice(0, Math.max(0, messageId.lastIndexOf("@")));

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The key in a link to a private page, also in one that the visitor's mail system has put into a link of its own. */
const receiptKeys = new RegExp(`(${paths.receipt.slice(1)}(?:\\?|%(?:25)*3F)key(?:=|%(?:25)*3D))[\\w-]+`, "gi");

/**
 * The idempotency key of an email: its Message-ID with its content, since programs reuse an id for other emails; and
 * with its sender, so that nobody can use up another's.
 */
function keyOf({ messageId, from, contentHash }: Mail): string {
  // Longer than the keys of forms may be, and with spaces: it is never one of theirs.
  return `email ${from.address.toLowerCase()} ${messageId ?? "none"} ${contentHash}`;
}
/** Returns the key of versions before 0.3, which may run beside this one; keys are kept for some days. */
function keyOfEarlierVersions({ messageId, from }: Mail): string {
  return `email ${from.address.toLowerCase()} ${messageId ?? ""}`;
}

/** `count` is how many files it had. */
function textOf({ text: received }: Mail, count: number, lost: readonly LostFile[]): string {
  // Quoted emails of ours contain keys, which are stored as hashes only.
  return withRemark(received.replaceAll(receiptKeys, "$1…"), count > 0, lost);
}
