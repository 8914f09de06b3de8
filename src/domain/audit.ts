/** What is written into the audit log; `docs/decisions/0021-audit-log.md` says what each is for. */
export const auditKinds = [
  "signed-in",
  "sign-in-refused",
  /** A right password that waits for its second factor: where no sign-in follows, somebody may have the password. */
  "second-factor-asked",
  "signed-out",
  /** Sessions that a member has ended, their own or, as an owner, another's. */
  "sessions-ended",
  "new-device",
  "proof-refused",
  /** A one-time link to set a password, by whomever it was asked for. */
  "password-link-made",
  "password-set",
  "passkey-added",
  "passkey-removed",
  "codes-added",
  "codes-removed",
  "recovery-codes-made",
  "second-factor-reset",
  "inquiries-exported",
  "inquiry-erased",
  "settings-changed",
  "channels-changed",
  "member-invited",
  "member-changed",
  /** A command on the server's shell. */
  "command-run",
  "backup-made",
  "backup-failed",
  "restored",
  /** An operator has taken the log as it was found, broken or cut. */
  "audit-log-accepted",
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** A small fact: an id, a count, a name of ours. Never what a visitor has typed. */
export type AuditFact = string | number | boolean | null | readonly string[];

export type AuditFacts = Readonly<Record<string, AuditFact>>;

/** Who did it, as they were called then; null where nobody was signed in, or the software did it by itself. */
export type AuditActor = { id: string; email: string } | null;

/** An entry before it has a place in the log. `about.member` is the id of the member whom it is about, where that is another. */
export interface AuditEvent {
  kind: AuditKind;
  by: AuditActor;
  about: AuditFacts;
}

/** An entry of the log. */
export interface AuditEntry extends AuditEvent {
  /** From 1, without a gap. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
}
