import { second } from "./time/durations.ts";

/** Subjects of events; every event has one. */
export const auditSubjects = ["channels", "sign-ins", "inquiries", "team", "settings", "server"] as const;

type AuditSubject = (typeof auditSubjects)[number];

/** What a sentence shows of a fact; `web/admin/audit/audit-sentences.ts` has the text for each. */
export type FactKind =
  /** Text, a fixed name that the message selects by, or names of fields. */
  | "text"
  | "number"
  | "flag"
  /** A member by name. */
  | "person"
  /** An instant, or a fixed name such as `answer`. */
  | "time"
  /** A number of bytes. */
  | "size"
  /** The number of names in a list. */
  | "length"
  /** A list as it is stored. */
  | "list"
  /** The filters of an export, without their values. */
  | "filters"
  /** Why something failed, in the reader's language. */
  | "reason"
  | "senderKinds"
  | "siteFields"
  | "profileFields"
  | "status"
  | "channelChange"
  | "trustChange";

interface AuditDeclaration {
  about: AuditSubject;
  /** Owners should notice it. */
  alarms?: true;
  /** One row shows entries that follow each other within this time (ms), if their facts are the same. */
  groupedWithin?: number;
  /** Facts that its sentence shows. With a question mark, the message gets null for one that is missing. */
  says?: Readonly<Record<string, FactKind | `${FactKind}?`>>;
}

/** A bulk action writes an entry for each inquiry. */
const bulk = 5 * second;
/** A person goes on trying. */
const attempts = 300 * second;

/**
 * Each event of the audit log, once: the contract, the filters, the warnings, the rows and the sentences follow. Its
 * texts are `audit.kinds.<event>` and `audit.done.<event>` of `team.arb`. Names and order are part of the API.
 */
const declarations = {
  "signed-in": { about: "sign-ins", says: { way: "text", device: "text" } },
  "sign-in-refused": {
    about: "sign-ins",
    alarms: true,
    groupedWithin: attempts,
    says: { member: "person?", way: "text", isClone: "flag", device: "text" },
  },
  /**
   * The password was right and the second factor is pending. Without a sign-in after it, the password may be stolen.
   */
  "second-factor-asked": { about: "sign-ins", says: { member: "person", device: "text" } },
  "signed-out": { about: "sign-ins" },
  /** A member ended sessions: their own or, as an owner, another member's. */
  "sessions-ended": { about: "sign-ins", says: { count: "number", member: "person?" } },
  "new-device": { about: "sign-ins", alarms: true, says: { device: "text" } },
  "proof-refused": { about: "sign-ins", alarms: true, groupedWithin: attempts, says: { way: "text" } },
  /** A one-time link to set a password was created, by any actor. */
  "password-link-made": { about: "team", says: { member: "person", by: "text" } },
  "password-set": { about: "team" },
  "passkey-added": { about: "team" },
  "passkey-removed": { about: "team" },
  "codes-added": { about: "team" },
  "codes-removed": { about: "team" },
  "recovery-codes-made": { about: "team" },
  "second-factor-reset": { about: "team", alarms: true, says: { member: "person" } },
  "inquiries-exported": { about: "inquiries", says: { expected: "number?", chosen: "flag", filters: "filters?" } },
  /** Imported from files of another program, by a command. */
  "inquiries-imported": {
    about: "inquiries",
    says: { added: "number", savedReplies: "number", source: "text", refused: "number" },
  },
  /** Exported by a command; with the number of inquiries. */
  "everything-exported": { about: "server", says: { inquiries: "number?" } },
  "inquiry-erased": { about: "inquiries", groupedWithin: bulk, says: { reason: "text" } },
  /** A member replied to a visitor, or logged what was said; and took a reply back before it left. */
  "inquiry-replied": { about: "inquiries", says: { way: "text" } },
  "reply-taken-back": { about: "inquiries" },
  "inquiry-snoozed": { about: "inquiries", says: { until: "time" } },
  "inquiry-woken": { about: "inquiries" },
  "sender-blocked": { about: "inquiries", says: { what: "senderKinds?" } },
  "sender-unblocked": { about: "inquiries", says: { what: "senderKinds?" } },
  "inquiries-merged": { about: "inquiries" },
  "inquiries-unmerged": { about: "inquiries" },
  "settings-changed": { about: "settings", says: { names: "text" } },
  /** A change that carries trust waits, was approved, has taken effect after its wait, or was stopped. */
  "trust-change": {
    about: "settings",
    alarms: true,
    says: { approved: "flag", state: "text", what: "trustChange", member: "person?", names: "text" },
  },
  "channels-changed": { about: "channels", says: { what: "channelChange?", opens: "flag", describes: "flag" } },
  "member-invited": { about: "team", says: { member: "person", role: "text" } },
  /** Came from the identity provider, with the role of their groups. */
  "member-joined": { about: "team", says: { role: "text" } },
  "member-changed": { about: "team", says: { member: "person", role: "text", state: "text" } },
  /** Whether a member takes turns at new inquiries. */
  "turns-changed": { about: "team", says: { takesTurns: "flag", member: "person?" } },
  /**
   * Changes of a member's public profile: set by themselves; removed by an owner; a picture that an owner let through.
   */
  "profile-changed": { about: "team", says: { fields: "profileFields" } },
  "profile-reset": { about: "team", says: { member: "person" } },
  "profile-picture-shown": { about: "team", says: { member: "person" } },
  /** A command ran in the server's shell. */
  "command-run": { about: "server", says: { command: "text" } },
  "backup-made": { about: "server", says: { bytes: "size", lost: "number" } },
  "backup-failed": { about: "server", alarms: true, says: { why: "reason" } },
  "backup-copy-failed": { about: "server", alarms: true, says: { why: "reason" } },
  restored: {
    about: "server",
    says: { madeAt: "text?", erasedAgain: "number", lost: "number", leftOut: "number", accepted: "text?" },
  },
  /** An operator accepted a broken or truncated log as it is. */
  "audit-log-accepted": { about: "server", alarms: true, says: { found: "reason" } },
  /** The settings were signed without an owner's change: at the first start, after an alarm, with another key. */
  "settings-signed": { about: "settings", says: { why: "text" } },
  /** All open inquiries of a member were reassigned to another member or to nobody. */
  "inquiries-reassigned": { about: "inquiries", says: { count: "number", member: "person", to: "person?" } },
  /** Moved to the bin, and restored from it. */
  "inquiry-binned": { about: "inquiries", groupedWithin: bulk },
  "inquiry-restored": { about: "inquiries", groupedWithin: bulk },
  /** The stored members were signed as they are: once at an upgrade, or by an operator after a repair. */
  "members-signed": { about: "team", alarms: true, says: { names: "length?" } },
  "owner-proposed": { about: "team", alarms: true, says: { member: "person" } },
  "owner-approved": { about: "team", alarms: true, says: { member: "person" } },
  "owner-withdrawn": { about: "team", says: { member: "person" } },
  /** Export of the log itself, in whole or in part. */
  "audit-log-exported": { about: "server", says: { format: "text", filters: "filters?" } },
  /** The site's names, texts or legal particulars: published, or waiting for a second owner or its time. */
  "site-changed": {
    about: "settings",
    says: { waits: "flag", withdrawn: "flag", confirmed: "text?", names: "siteFields" },
  },
  /** A test of a delivery, and whether it arrived. */
  "delivery-tested": { about: "settings", says: { channel: "text", delivered: "flag" } },
  /** Tags of the team, by their ids: a name may be personal data, which this log keeps for good. */
  "tag-added": { about: "inquiries" },
  "tag-changed": { about: "inquiries", says: { what: "text" } },
  "tags-merged": { about: "inquiries", says: { inquiries: "number?" } },
  "tag-deleted": { about: "inquiries", says: { inquiries: "number?" } },
  /** Keys for programs, which are actors of their own. */
  "api-token-made": { about: "settings", alarms: true, says: { name: "text", scopes: "list", expires: "text" } },
  "api-token-revoked": { about: "settings", says: { name: "text" } },
  /** An API token has set a status; what members set is in the history of the inquiry alone. */
  "inquiry-status-set": { about: "inquiries", says: { status: "status" } },
} satisfies Record<string, AuditDeclaration>;

export type AuditDeclarations = typeof declarations;
export type AuditKind = keyof AuditDeclarations;

export const auditEvents: Readonly<Record<AuditKind, AuditDeclaration>> = declarations;

export const auditKinds = Object.keys(declarations) as AuditKind[];

/** Groups of kinds, for the filter: one for each subject, and the kinds that owners should notice. */
export const auditGroups = ["warnings", ...auditSubjects] as const;

export type AuditGroup = (typeof auditGroups)[number];

export function kindsOf(group: AuditGroup): AuditKind[] {
  return auditKinds.filter((kind) => {
    const { about, alarms } = auditEvents[kind];
    return group === "warnings" ? alarms === true : about === group;
  });
}

/** A small fact: an id, a count, a fixed name. Never text that a visitor typed. */
export type AuditFact = string | number | boolean | null | readonly string[];

type AuditFacts = Readonly<Record<string, AuditFact>>;

/** The actor, with their email at the time; null if nobody was signed in or the software acted. */
export type AuditActor = { id: string; email: string } | null;

/** An entry before it gets its number. `about.member` is the id of the affected member, if not the actor. */
export interface AuditEvent {
  kind: AuditKind;
  by: AuditActor;
  about: AuditFacts;
}

export interface AuditEntry extends AuditEvent {
  /** Counts from 1 without gaps. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
}
