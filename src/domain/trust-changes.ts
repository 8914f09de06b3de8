import type { PublishingRule } from "./channels/channel-list.ts";
import type { ApprovalRefusal } from "./member.ts";
import { day, hour, minute } from "./time/durations.ts";

/**
 * Every change that carries trust: whoever makes it alone could act as two owners. `isReset`: it gives the account of
 * an owner to whoever holds the new password or has no second factor to pass, so it never takes effect within 24 hours.
 */
export const trustKinds = {
  /** The mail server and From: every warning and password link goes through them. */
  mail: { about: "settings", isReset: false },
  /** Address of visitors' answers by email, and the mailbox that they are read from. */
  incoming: { about: "settings", isReset: false },
  webhook: { about: "settings", isReset: false },
  telegram: { about: "settings", isReset: false },
  /** Destination of every link in emails, and the only origin from which anybody signs in. */
  publicAddress: { about: "settings", isReset: false },
  /** Destination of copies of everything, the secrets that open them, and how long they stay. */
  backups: { about: "settings", isReset: false },
  /** A token whose scopes write. */
  "api-token": { about: "settings", isReset: false },
  "password-link": { about: "team", isReset: true },
  /** A new password for an owner, typed with a link that was mailed. */
  "password-reset": { about: "team", isReset: true },
  "second-factor": { about: "team", isReset: true },
  /** An owner's role or access is taken away. */
  "owner-removal": { about: "team", isReset: false },
  /** Stored in the row of the proposed member. */
  "new-owner": { about: "team", isReset: false },
} as const satisfies Record<string, { about: "settings" | "team"; isReset: boolean }>;

export type TrustKind = keyof typeof trustKinds;

export const trustKindNames = Object.keys(trustKinds) as TrustKind[];

/** The sections of the settings with trust, and their fields without: those change at once. */
export const trustSections = {
  mail: ["to"],
  incoming: ["unmatched", "authservId", "secret"],
  webhook: ["secret"],
  telegram: [],
  publicAddress: [],
  backups: [],
} as const satisfies Partial<Record<TrustKind, readonly string[]>>;

export const trustSectionNames = Object.keys(trustSections) as TrustSection[];

export type TrustSection = keyof typeof trustSections;

/** Scopes of API tokens that only read. Every other one carries trust. */
export const readingScopes: ReadonlySet<string> = new Set(["inquiries:read", "reports:read"]);

/** `done`: in effect. */
export const trustStates = ["waits", "done", "stopped"] as const;

export type TrustState = (typeof trustStates)[number];

/** Wait of a change that nobody else could approve, and min wait of a reset. */
const aloneWait = day;

/** Time for which earlier mail configurations send warnings, and for which a change that no longer waits is shown. */
export const warnedFor = 7 * day;

/** A mail server that has delivered nothing for so long can be replaced at once under a delay. */
export const deadMailAfter = hour;

/** Wait of a change. `from` is the earliest time, even if it is approved before. */
export type TrustWait = { kind: "none" } | { kind: "approval"; from: number } | { kind: "time"; from: number };

/** Facts that decide on the wait of a change. */
export interface TrustFacts {
  rule: PublishingRule;
  /** The owners who can sign in, other than who makes the change and the account concerned. */
  others: number;
  /** Whether a second owner has ever joined. */
  hadSecondOwner: boolean;
  /** Whether the mail server has delivered nothing for an hour. */
  isMailDead: boolean;
  now: number;
}

/** Returns the wait of a change: the table of decision 70. */
export function trustWait(kind: TrustKind, { rule, others, hadSecondOwner, isMailDead, now }: TrustFacts): TrustWait {
  if (rule.kind === "none" || !hadSecondOwner) return { kind: "none" };
  const least = trustKinds[kind].isReset ? aloneWait : 0;
  // No member has made it, so a second opinion does not help: the old password and every owner can stop it.
  if (kind === "password-reset") return { kind: "time", from: now + least };
  if (rule.kind === "approval")
    return others > 0 ? { kind: "approval", from: now + least } : { kind: "time", from: now + aloneWait };
  if (kind === "mail" && isMailDead) return { kind: "none" };
  return { kind: "time", from: now + Math.max(rule.minutes * minute, least) };
}

/** Reason for which an owner may not approve another owner's change. */
export type TrustRefusal =
  | ApprovalRefusal
  /** The change is their own, or about their own account. */
  | { reason: "own change" }
  /** One of the two has reset the other's credentials. */
  | { reason: "reset" };

/** A reset of credentials: by whom, and whose. `factors` are the digests of the factors from before. */
export interface CredentialReset {
  by: string;
  at: number;
  factors: readonly string[];
}

/** Whether one of two owners has reset the other's credentials: together they may be one person. */
export function areOne(resets: Readonly<Record<string, readonly CredentialReset[]>>, one: string, other: string) {
  const hasReset = (memberId: string, whom: string) => (resets[whom] ?? []).some((reset) => reset.by === memberId);
  return hasReset(one, other) || hasReset(other, one);
}
