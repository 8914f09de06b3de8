import type { AuditFact, AuditKind } from "#domain/audit.ts";

/** The copy of each kind of entry, for its heading and the filter. */
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
  "inquiry-erased": "Inquiry erased",
  "settings-changed": "Settings changed",
  "channels-changed": "Channels changed",
  "member-invited": "Member invited",
  "member-changed": "Member changed",
  "command-run": "Command run on the server",
  "backup-made": "Backup made",
  "backup-failed": "Backup failed",
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
};

/** Entries that owners should notice. */
export const alarming: ReadonlySet<AuditKind> = new Set([
  "sign-in-refused",
  "proof-refused",
  "new-device",
  "second-factor-reset",
  "backup-failed",
  "audit-log-accepted",
  "members-signed",
  "owner-proposed",
  "owner-approved",
]);

/** The label of each fact; others use their own name. */
const factNames: Readonly<Record<string, string>> = {
  by: "Asked for",
  change: "Change",
  chosen: "Chosen one by one",
  count: "How many",
  expected: "How many",
  names: "Which",
  opens: "Where it opens has changed",
  describes: "What visitors read beside it has changed",
  what: "Kind of change",
  way: "With",
};

/** A fact's name as a label: `inquiryId` becomes `Inquiry id`. */
export function factName(key: string): string {
  return Object.hasOwn(factNames, key) ? String(factNames[key]) : inWords(key);
}

/** A fact's value as text; undefined if it is empty. `nameOf` gives a member's address by id, if known. */
export function factText(key: string, fact: AuditFact, nameOf: (id: string) => string | undefined): string | undefined {
  if (fact === null) return { member: "nobody's address", to: "nobody" }[key];
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if ((key === "member" || key === "to") && typeof fact === "string") return nameOf(fact) ?? fact;
  if (typeof fact !== "object") return String(fact);
  return fact.length === 0 ? undefined : fact.map(inWords).join(", ");
}

function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
