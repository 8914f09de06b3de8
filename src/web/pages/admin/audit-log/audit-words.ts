import type { AuditFact, AuditKind } from "#domain/audit.ts";

/** Each kind in words, as its entry is headed and the filter names it. */
export const kindWords: Record<AuditKind, string> = {
  "signed-in": "Signed in",
  "sign-in-refused": "Sign-in refused",
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

/** A fact's name in words: `inquiryId` is `Inquiry id`. */
export function factName(key: string): string {
  const words = key.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A fact in words. */
export function factText(fact: AuditFact): string {
  if (fact === null) return "none";
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (typeof fact === "object") return fact.length === 0 ? "none" : fact.join(", ");
  return String(fact);
}
