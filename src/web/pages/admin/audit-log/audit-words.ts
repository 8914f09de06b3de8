import type { AuditFact, AuditKind } from "#domain/audit.ts";

/** Each kind in words, as its entry is headed and the filter names it. */
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
};

/** What an owner should not pass over. */
export const alarming: ReadonlySet<AuditKind> = new Set([
  "sign-in-refused",
  "proof-refused",
  "new-device",
  "second-factor-reset",
  "backup-failed",
  "audit-log-accepted",
]);

/** What a fact is called; one that is not among these goes by its own name. */
const factNames: Readonly<Record<string, string>> = {
  by: "Asked for",
  change: "Change",
  chosen: "Chosen one by one",
  count: "How many",
  expected: "How many",
  names: "Which",
  opens: "Where it opens has changed",
  what: "Kind of change",
  way: "With",
};

/** A fact's name in words: `inquiryId` is `Inquiry id`. */
export function factName(key: string): string {
  return Object.hasOwn(factNames, key) ? String(factNames[key]) : inWords(key);
}

/** A fact in words; undefined where there is nothing to say. `nameOf` gives the address of a member by the id, where there is one. */
export function factText(key: string, fact: AuditFact, nameOf: (id: string) => string | undefined): string | undefined {
  if (fact === null) return key === "member" ? "nobody's address" : undefined;
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (key === "member" && typeof fact === "string") return nameOf(fact) ?? fact;
  if (typeof fact !== "object") return String(fact);
  return fact.length === 0 ? undefined : fact.map(inWords).join(", ");
}

function inWords(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
