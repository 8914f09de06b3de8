import { day } from "./time/durations.ts";

/** An `owner` may do everything; an `agent` works in the inbox and sees the channels read-only. */
export const roles = ["owner", "agent"] as const;

export type Role = (typeof roles)[number];

/** Password length in UTF-16 units: NIST SP 800-63B requires length, not character classes. */
export const passwordLimits = { min: 12, max: 1024 } as const;

/**
 * Time (ms) for which a new owner, or one whose account somebody else opened, cannot approve: other owners can
 * intervene.
 */
const ownerWait = day;

/**
 * Reason for which an owner may not approve yet, or never this proposal. `from` is when they may approve current
 * proposals.
 */
export type ApprovalRefusal = { reason: "new owner"; from: number } | { reason: "older proposal" };

/**
 * Returns why an owner may not approve a proposal; null if they may. `ownerSince` is the time from which the account is
 * certainly theirs, 0 if long ago; null before an earlier version's owners got a time.
 */
export function approvalRefusal(
  ownerSince: number | null,
  { proposedAt, now }: { proposedAt: number; now: number },
): ApprovalRefusal | null {
  const from = approvesFrom(ownerSince, now);
  if (from !== null) return { reason: "new owner", from };
  return ownerSince !== null && proposedAt <= ownerSince ? { reason: "older proposal" } : null;
}

/** When an owner may approve again; null if they may now. */
export function approvesFrom(ownerSince: number | null, now: number): number | null {
  return ownerSince !== null && now < ownerSince + ownerWait ? ownerSince + ownerWait : null;
}
