/** Kinds of audit log entries; `docs/decisions/0021-audit-log.md` explains each. */
export const auditKinds = [
  "signed-in",
  "sign-in-refused",
  /**
   * The password was right and the second factor is pending. Without a sign-in after it, the password may be stolen.
   */
  "second-factor-asked",
  "signed-out",
  /** A member ended sessions: their own or, as an owner, another member's. */
  "sessions-ended",
  "new-device",
  "proof-refused",
  /** A one-time link to set a password was created, by any actor. */
  "password-link-made",
  "password-set",
  "passkey-added",
  "passkey-removed",
  "codes-added",
  "codes-removed",
  "recovery-codes-made",
  "second-factor-reset",
  "inquiries-exported",
  /** Imported from files of another program, by a command. */
  "inquiries-imported",
  /** Exported by a command; with the number of inquiries. */
  "everything-exported",
  "inquiry-erased",
  /** A member replied to a visitor, or logged what was said; and took a reply back before it left. */
  "inquiry-replied",
  "reply-taken-back",
  "inquiry-snoozed",
  "inquiry-woken",
  "sender-blocked",
  "sender-unblocked",
  "inquiries-merged",
  "inquiries-unmerged",
  "settings-changed",
  /** A change that carries trust waits, was approved, has taken effect after its wait, or was stopped. */
  "trust-change",
  "channels-changed",
  "member-invited",
  /** Came from the identity provider, with the role of their groups. */
  "member-joined",
  "member-changed",
  /** Whether a member takes turns at new inquiries. */
  "turns-changed",
  /**
   * Changes of a member's public profile: set by themselves; removed by an owner; a picture that an owner let through.
   */
  "profile-changed",
  "profile-reset",
  "profile-picture-shown",
  /** A command ran in the server's shell. */
  "command-run",
  "backup-made",
  "backup-failed",
  "backup-copy-failed",
  "restored",
  /** An operator accepted a broken or truncated log as it is. */
  "audit-log-accepted",
  /** The settings were signed without an owner's change: at the first start, after an alarm, with another key. */
  "settings-signed",
  /** All open inquiries of a member were reassigned to another member or to nobody. */
  "inquiries-reassigned",
  /** Moved to the bin, and restored from it. */
  "inquiry-binned",
  "inquiry-restored",
  /** The stored members were signed as they are: once at an upgrade, or by an operator after a repair. */
  "members-signed",
  "owner-proposed",
  "owner-approved",
  "owner-withdrawn",
  /** Export of the log itself, in whole or in part. */
  "audit-log-exported",
  /** The site's names, texts or legal particulars: published, or waiting for a second owner or its time. */
  "site-changed",
  /** A test of a delivery, and whether it arrived. */
  "delivery-tested",
  /** Tags of the team, by their ids: a name may be personal data, which this log keeps for good. */
  "tag-added",
  "tag-changed",
  "tags-merged",
  "tag-deleted",
  /** Keys for programs, which are actors of their own. */
  "api-token-made",
  "api-token-revoked",
  /** An API token has set a status; what members set is in the history of the inquiry alone. */
  "inquiry-status-set",
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** Subjects of entries; every kind has one. */
export const auditSubjects = ["channels", "sign-ins", "inquiries", "team", "settings", "server"] as const;

type AuditSubject = (typeof auditSubjects)[number];

export const subjectOf: Readonly<Record<AuditKind, AuditSubject>> = {
  "signed-in": "sign-ins",
  "sign-in-refused": "sign-ins",
  "second-factor-asked": "sign-ins",
  "signed-out": "sign-ins",
  "sessions-ended": "sign-ins",
  "new-device": "sign-ins",
  "proof-refused": "sign-ins",
  "password-link-made": "team",
  "password-set": "team",
  "passkey-added": "team",
  "passkey-removed": "team",
  "codes-added": "team",
  "codes-removed": "team",
  "recovery-codes-made": "team",
  "second-factor-reset": "team",
  "inquiries-exported": "inquiries",
  "inquiries-imported": "inquiries",
  "everything-exported": "server",
  "inquiry-erased": "inquiries",
  "inquiry-replied": "inquiries",
  "reply-taken-back": "inquiries",
  "inquiry-snoozed": "inquiries",
  "inquiry-woken": "inquiries",
  "sender-blocked": "inquiries",
  "sender-unblocked": "inquiries",
  "inquiries-merged": "inquiries",
  "inquiries-unmerged": "inquiries",
  "settings-changed": "settings",
  "trust-change": "settings",
  "channels-changed": "channels",
  "member-invited": "team",
  "member-joined": "team",
  "member-changed": "team",
  "turns-changed": "team",
  "profile-changed": "team",
  "profile-reset": "team",
  "profile-picture-shown": "team",
  "command-run": "server",
  "backup-made": "server",
  "backup-failed": "server",
  "backup-copy-failed": "server",
  restored: "server",
  "audit-log-accepted": "server",
  "settings-signed": "settings",
  "inquiries-reassigned": "inquiries",
  "inquiry-binned": "inquiries",
  "inquiry-restored": "inquiries",
  "members-signed": "team",
  "owner-proposed": "team",
  "owner-approved": "team",
  "owner-withdrawn": "team",
  "site-changed": "settings",
  "delivery-tested": "settings",
  "audit-log-exported": "server",
  "tag-added": "inquiries",
  "tag-changed": "inquiries",
  "tags-merged": "inquiries",
  "tag-deleted": "inquiries",
  "api-token-made": "settings",
  "api-token-revoked": "settings",
  "inquiry-status-set": "inquiries",
};

/** Kinds that owners should notice. */
export const alarming: ReadonlySet<AuditKind> = new Set([
  "sign-in-refused",
  "proof-refused",
  "new-device",
  "second-factor-reset",
  "backup-failed",
  "backup-copy-failed",
  "audit-log-accepted",
  "members-signed",
  "owner-proposed",
  "owner-approved",
  "api-token-made",
  "trust-change",
]);

/** Groups of kinds, for the filter: one for each subject, and the kinds that owners should notice. */
export const auditGroups = ["warnings", ...auditSubjects] as const;

export type AuditGroup = (typeof auditGroups)[number];

export function kindsOf(group: AuditGroup): AuditKind[] {
  return auditKinds.filter((kind) => (group === "warnings" ? alarming.has(kind) : subjectOf[kind] === group));
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
