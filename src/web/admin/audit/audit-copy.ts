import { siteLabel } from "#domain/site-fields.ts";
import type { AuditEntryView, AuditedChange } from "#contract/audit.ts";
import type { Contact } from "#contract/contact.ts";
import type { AuditFact, AuditGroup, AuditKind } from "#domain/audit.ts";
import { brandOf } from "#domain/brands/brands.ts";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { senderKinds } from "#domain/inquiries/blocked-sender.ts";
import type { ChangeKind } from "#domain/channels/channel-list.ts";
import { channelName, ruleWords } from "../channels/history/change-copy.ts";
import { kindWords as sendersText } from "../inbox/blocked/blocked-copy.ts";
import { statusLabels } from "../inbox/inbox-copy.ts";
import { personName } from "../shell/person.tsx";

/** The copy of each kind of entry, for the filter. */
export const kindWords: Record<AuditKind, string> = {
  "signed-in": "Signed in",
  "sign-in-refused": "Sign-in refused",
  "second-factor-asked": "Password right, second factor asked",
  "signed-out": "Signed out",
  "sessions-ended": "Sessions ended",
  "new-device": "Sign-in from a new device",
  "proof-refused": "Proof refused",
  "password-link-made": "Link for a password made",
  "password-set": "Password set",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "codes-added": "One-time codes set up",
  "codes-removed": "One-time codes removed",
  "recovery-codes-made": "Recovery codes made",
  "second-factor-reset": "Second factor reset",
  "inquiries-exported": "Inquiries exported",
  "inquiries-imported": "Inquiries imported",
  "everything-exported": "Everything exported",
  "inquiry-erased": "Inquiry erased",
  "inquiry-replied": "Visitor replied to",
  "reply-taken-back": "Reply taken back",
  "inquiry-snoozed": "Inquiry snoozed",
  "inquiry-woken": "Snooze ended",
  "sender-blocked": "Sender blocked",
  "sender-unblocked": "Sender unblocked",
  "inquiries-merged": "Inquiries merged",
  "inquiries-unmerged": "Merge of inquiries undone",
  "settings-changed": "Settings changed",
  "site-changed": "Site changed",
  "delivery-tested": "Delivery tested",
  "channels-changed": "Channels changed",
  "member-invited": "Member invited",
  "member-joined": "Member joined with the company's account",
  "member-changed": "Member changed",
  "turns-changed": "Turns at new inquiries changed",
  "command-run": "Command run on the server",
  "backup-made": "Backup made",
  "backup-failed": "Backup failed",
  "backup-copy-failed": "Copy of a backup failed",
  restored: "Restored from a backup",
  "audit-log-accepted": "Broken audit log accepted",
  "settings-signed": "Settings signed",
  "inquiries-reassigned": "Inquiries reassigned",
  "inquiry-binned": "Inquiry moved to the bin",
  "inquiry-restored": "Inquiry restored from the bin",
  "members-signed": "Members signed as they are in the store",
  "owner-proposed": "New owner proposed",
  "owner-approved": "New owner approved",
  "owner-withdrawn": "New owner rejected or withdrawn",
  "audit-log-exported": "Audit log exported",
  "tag-added": "Tag added",
  "tag-changed": "Tag changed",
  "tags-merged": "Tags merged",
  "tag-deleted": "Tag deleted",
  "api-token-made": "API token made",
  "api-token-revoked": "API token revoked",
  "inquiry-status-set": "Status set by an API token",
};

export const groupWords: Record<AuditGroup, string> = {
  warnings: "Warnings",
  channels: "Channels",
  "sign-ins": "Sign-ins",
  inquiries: "Inquiries",
  team: "Team",
  settings: "Settings",
  server: "Server and log",
};

const replyWays: Record<string, string> = {
  page: "on the visitor's page",
  email: "by email",
  whatsapp: "given on WhatsApp",
  phone: "given by phone",
} satisfies Record<EntryWay, string>;

const isLogged = (way: AuditFact | undefined) => way === "whatsapp" || way === "phone";

/** One part of what an entry adds to its verb: a text, or a value before and after. */
export type Detail = string | { label: string; before: string; after: string };

/** An entry as a sentence, whose subject stands before it: `what` is the verb, then come the details. */
export interface Sentence {
  what: string;
  details: Detail[];
}

/** What a sentence needs besides the entry. */
export interface SentenceContext {
  /** A member's email by id; undefined for one that is not listed. */
  emailOf: (id: string) => string | undefined;
  /** The change of the channels that the entry names; undefined if their history no longer has it. */
  change?: AuditedChange | undefined;
  /** How many entries the sentence stands for; `isOpen` if there may be more of them. */
  count?: number;
  isOpen?: boolean;
}

type Facts = Readonly<Record<string, AuditFact>>;
/** The names and counts with which a kind's sentence is made. */
interface Words {
  /** A fact as text; empty if there is none. */
  text: (name: string) => string;
  person: (name: string) => string;
  /** `several("inquiry", "inquiries")`: `an inquiry`, or `12 inquiries`. */
  several: (one: string, many: string) => string;
  times: string;
}

const ways: Readonly<Record<string, string>> = {
  password: "with the password",
  passkey: "with a passkey",
  code: "with a one-time code",
  recovery: "with a recovery code",
  provider: "with the company's account",
};
const reasons: Readonly<Record<string, string>> = {
  team: "for good",
  request: "at the visitor's request",
  retention: "past the retention",
};
const senderWords = (what: AuditFact | undefined) =>
  Array.isArray(what) ? `by ${sendersText(senderKinds.filter((kind) => what.includes(kind)))}` : "";
const roles: Readonly<Record<string, string>> = { owner: "an owner", agent: "an agent" };
const signingCauses: Readonly<Record<string, string>> = {
  start: "at the first start",
  key: "with another key",
  restored: "after an alarm",
  trusted: "as they are in the store",
};

/** An entry as a sentence. Other entries of one bulk action count into it. */
export function sentenceOf({ kind, about }: AuditEntryView, context: SentenceContext): Sentence {
  const { emailOf, change, count = 1, isOpen = false } = context;
  if (change !== undefined && kind === "channels-changed") return changeSentence(change);
  const number = `${count}${isOpen ? " or more" : ""}`;
  const [what, ...details] = sentences[kind](about, {
    text: (name) => factText(about[name]),
    person: (name) => person(about[name], emailOf),
    several: (one, many) => (count === 1 && !isOpen ? one : `${number} ${many}`),
    times: count === 1 && !isOpen ? "" : ` ${number} times`,
  });
  return { what, details: details.filter((detail) => detail !== "") };
}

const sentences: Record<AuditKind, (about: Facts, words: Words) => [what: string, ...details: string[]]> = {
  "signed-in": ({ way }, { text }) => ["Signed in", ways[String(way)] ?? "", text("device")],
  "sign-in-refused": ({ member, way, isClone }, { text, person: named, times }) => [
    `Failed to sign in${times}`,
    member === null ? "with an unknown address" : `as ${named("member")}`,
    isClone === true ? "with a copied passkey" : (ways[String(way)] ?? ""),
    text("device"),
  ],
  "second-factor-asked": (_about, { text, person: named }) => [
    "Gave the right password",
    `of ${named("member")}, and was asked for the second factor`,
    text("device"),
  ],
  "signed-out": () => ["Signed out"],
  "sessions-ended": ({ count, member }, { person: named }) => [
    `Ended ${count === 1 ? "a session" : `${factText(count)} sessions`}`,
    member === undefined ? "of their own" : `of ${named("member")}`,
  ],
  "new-device": (_about, { text }) => ["Signed in from a new device", text("device")],
  "proof-refused": ({ way }, { times }) => [`Failed to confirm who they are${times}`, ways[String(way)] ?? ""],
  "password-link-made": ({ by }, { person: named }) => [
    "Made a link for a password",
    `for ${named("member")}`,
    by === "mail" ? "asked for by email" : by === "command" ? "by a command" : "",
  ],
  "password-set": () => ["Set a password"],
  "passkey-added": () => ["Added a passkey"],
  "passkey-removed": () => ["Removed a passkey"],
  "codes-added": () => ["Set up one-time codes"],
  "codes-removed": () => ["Removed one-time codes"],
  "recovery-codes-made": () => ["Made recovery codes"],
  "second-factor-reset": (_about, { person: named }) => ["Reset the second factor", `of ${named("member")}`],
  "inquiries-exported": ({ expected, chosen }, { text }) => [
    typeof expected === "number"
      ? `Exported ${expected === 1 ? "1 inquiry" : `${expected} inquiries`}`
      : "Exported inquiries",
    chosen === true ? "chosen one by one" : filteredBy(text("filters")),
  ],
  "inquiries-imported": ({ added, savedReplies, refused }, { text }) => [
    `Imported ${added === 1 ? "1 inquiry" : `${factText(added)} inquiries`}`,
    savedReplies === 0 ? "" : `${factText(savedReplies)} saved replies`,
    `from ${text("source")}`,
    refused === 0 ? "" : `${factText(refused)} could not be imported`,
  ],
  "everything-exported": ({ inquiries }) => ["Exported everything", ofInquiries(inquiries)],
  "inquiry-erased": ({ reason }, { several }) => [
    `Erased ${several("an inquiry", "inquiries")}`,
    reasons[String(reason)] ?? "",
  ],
  "inquiry-replied": ({ way }, { several }) => [
    isLogged(way)
      ? `Logged a reply to ${several("an inquiry", "inquiries")}`
      : `Replied to ${several("an inquiry", "inquiries")}`,
    replyWays[String(way)] ?? "",
  ],
  "reply-taken-back": () => ["Took a reply back before it left"],
  "inquiry-snoozed": ({ until }, { several, text }) => [
    `Snoozed ${several("an inquiry", "inquiries")}`,
    until === "answer" ? "until the visitor answers" : `until ${text("until").slice(0, 16).replace("T", " ")} UTC`,
  ],
  "inquiry-woken": (_about, { several }) => [`Ended the snooze of ${several("an inquiry", "inquiries")}`],
  "sender-blocked": ({ what }, { several }) => [`Blocked ${several("a sender", "senders")}`, senderWords(what)],
  "sender-unblocked": ({ what }, { several }) => [`Unblocked ${several("a sender", "senders")}`, senderWords(what)],
  "inquiries-merged": (_about, { several }) => [
    `Merged ${several("an inquiry into another", "inquiries into others")}`,
  ],
  "inquiries-unmerged": (_about, { several }) => [`Undid ${several("a merge", "merges")} of inquiries`],
  "settings-changed": (_about, { text }) => ["Changed the settings", text("names")],
  "site-changed": ({ waits, withdrawn }, { text }) => [
    waits === true
      ? "Proposed a change of the site"
      : withdrawn === true
        ? "Withdrew a change of the site"
        : "Changed what the site says",
    text("names").split(", ").map(siteLabel).join(", "),
  ],
  "delivery-tested": ({ delivered }, { text }) => [
    `Tested the delivery by ${text("channel")}`,
    delivered === true ? "it worked" : "it failed",
  ],
  "channels-changed": ({ what, opens, describes }) => [
    changeVerbs[what as ChangeKind] ?? "Changed the channels",
    opens === true ? "where a channel opens" : "",
    describes === true ? "what visitors read beside it" : "",
  ],
  "member-invited": ({ role }, { person: named }) => [
    `Invited ${named("member")}`,
    roles[String(role)] ? `as ${roles[String(role)]}` : "",
  ],
  "member-joined": ({ role }) => [
    "Joined with the company's account",
    roles[String(role)] ? `as ${roles[String(role)]}` : "",
  ],
  "member-changed": ({ role }, { text, person: named }) => [
    `Changed ${named("member")}`,
    roles[String(role)] ? `now ${roles[String(role)]}` : "",
    text("state"),
  ],
  "turns-changed": ({ member, takesTurns }, { person: named }) => [
    takesTurns === true ? "Switched on the turns at new inquiries" : "Switched off the turns at new inquiries",
    member === undefined ? "of their own" : `of ${named("member")}`,
  ],
  "command-run": (_about, { text }) => ["Ran a command", text("command")],
  "backup-made": ({ bytes }) => ["Made a backup", typeof bytes === "number" ? megabytes(bytes) : ""],
  "backup-failed": (_about, { text }) => ["Failed to make a backup", text("why")],
  "backup-copy-failed": (_about, { text }) => ["Failed to copy a backup elsewhere", text("why")],
  restored: ({ erasedAgain, accepted }, { text }) => [
    "Restored a backup",
    text("madeAt") && `made at ${text("madeAt")}`,
    typeof erasedAgain === "number" && erasedAgain > 0 ? `${erasedAgain} inquiries erased again` : "",
    Array.isArray(accepted) ? `accepted: ${factText(accepted)}` : "",
  ],
  "audit-log-accepted": (_about, { text }) => ["Accepted a broken audit log", text("found")],
  "settings-signed": ({ why }) => ["Signed the settings", signingCauses[String(why)] ?? ""],
  "inquiries-reassigned": ({ count }, { person: named }) => [
    `Reassigned ${count === 1 ? "an inquiry" : `${factText(count)} inquiries`}`,
    `of ${named("member")} to ${named("to")}`,
  ],
  "inquiry-binned": (_about, { several }) => [`Moved ${several("an inquiry", "inquiries")} to the bin`],
  "inquiry-restored": (_about, { several }) => [`Restored ${several("an inquiry", "inquiries")} from the bin`],
  "members-signed": ({ what, names }) => [
    "Signed the members as they are in the store",
    what === "first time" ? "for the first time" : Array.isArray(names) ? `${names.length} of them` : "",
  ],
  "owner-proposed": (_about, { person: named }) => [`Proposed ${named("member")} as an owner`],
  "owner-approved": (_about, { person: named }) => [`Approved ${named("member")} as an owner`],
  "owner-withdrawn": (_about, { person: named }) => [`Rejected or withdrew ${named("member")} as an owner`],
  "audit-log-exported": ({ format }, { text }) => [
    "Exported the audit log",
    format === "csv" ? "as CSV" : "as JSON Lines",
    filteredBy(text("filters")),
  ],
  "tag-added": (_about, { several }) => [`Added ${several("a tag", "tags")}`],
  "tag-changed": (_about, { text }) => ["Changed a tag", text("what")],
  "tags-merged": ({ inquiries }) => ["Merged a tag into another", ofInquiries(inquiries)],
  "tag-deleted": ({ inquiries }) => ["Deleted a tag", ofInquiries(inquiries)],
  "api-token-made": ({ scopes }, { text }) => [
    `Made the API token ${text("name")}`,
    Array.isArray(scopes) ? scopes.join(", ") : "",
    `until ${text("expires")}`,
  ],
  "api-token-revoked": (_about, { text }) => [`Revoked the API token ${text("name")}`],
  "inquiry-status-set": ({ status }, { several }) => [
    `Set the status of ${several("an inquiry", "inquiries")}`,
    statusLabels[status as InquiryStatus] ?? "",
  ],
};

const ofInquiries = (count: AuditFact | undefined) =>
  typeof count !== "number" ? "" : count === 1 ? "of 1 inquiry" : `of ${count} inquiries`;

const filteredBy = (filters: string) => (filters === "" ? "all of it" : `filtered by ${filters.toLowerCase()}`);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** A member by name. */
function person(fact: AuditFact | undefined, emailOf: SentenceContext["emailOf"]): string {
  if (typeof fact !== "string") return "nobody";
  const email = emailOf(fact);
  return email === undefined ? "a member who is not listed" : personName(email);
}

/** A fact's value as text; empty if there is none. */
function factText(fact: AuditFact | undefined): string {
  if (fact === null || fact === undefined) return "";
  return typeof fact === "object" ? fact.map(inWords).join(", ") : String(fact);
}

function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const changeVerbs: Record<ChangeKind, string> = {
  added: "Added a channel",
  edited: "Changed a channel",
  switched: "Switched a channel",
  removed: "Deleted a channel",
  moved: "Changed the order of the channels",
  scheduled: "Scheduled a change of a channel",
  unscheduled: "Cancelled a scheduled change",
  began: "Scheduled a change that has begun",
  ended: "Scheduled a change that has ended",
  imported: "Imported channels",
  undone: "Undid a change",
  rule: "Changed when changes are published",
  proposed: "Asked for approval",
  withdrawn: "Withdrew a change",
  hidden: "Hid all channels",
  shown: "Showed all channels again",
  restored: "Put the last good list back",
};

/** The number of channels in a sentence; the history has the others. */
const maxListed = 3;

function changeSentence({ kind, before, after, rule, approvedBy }: AuditedChange): Sentence {
  const now = new Map(after.map((contact) => [contact._id, contact]));
  const old = new Set(before.map(({ _id }) => _id));
  const listed = [
    ...before.flatMap((contact) => differences(contact, now.get(contact._id))),
    ...after.filter(({ _id }) => !old.has(_id)).map(channelName),
  ];
  return {
    what: changeVerbs[kind],
    details: [
      ...(rule === undefined ? [] : [{ label: "", before: ruleWords(rule.before), after: ruleWords(rule.after) }]),
      ...listed.slice(0, maxListed),
      ...(listed.length > maxListed ? [`and ${listed.length - maxListed} more`] : []),
      ...(typeof approvedBy !== "string" ? [] : [`approved by ${personName(approvedBy)}`]),
    ],
  };
}

/** What has changed of a channel; its name if that is all there is to say. */
function differences(before: Contact, after: Contact | undefined): Detail[] {
  if (after === undefined) return [channelName(before)];
  const { label } = brandOf(before.type);
  const isMoved = before.type !== after.type || before.value !== after.value;
  const details: Detail[] = [];
  if (before.type !== after.type) details.push({ label: "", before: channelName(before), after: channelName(after) });
  else if (isMoved) details.push({ label, before: before.value, after: after.value });
  const name = isMoved ? label : channelName(before);
  const shown = (isActive: boolean) => (isActive ? "shown" : "hidden");
  if (before.isActive !== after.isActive)
    details.push({ label: name, before: shown(before.isActive), after: shown(after.isActive) });
  if (before.proof !== after.proof)
    details.push({ label: `${name}, description`, before: before.proof || "none", after: after.proof || "none" });
  if (JSON.stringify(before.hours) !== JSON.stringify(after.hours)) details.push(`${name}, other hours`);
  return details.length === 0 ? [name] : details;
}
