import type { CredentialReset, TrustKind, TrustState } from "#domain/trust-changes.ts";
import { warnedFor } from "#domain/trust-changes.ts";

export interface TrustActor {
  id: string;
  email: string;
}

/** A change that carries trust, as the signed settings hold it while it waits and for a while afterwards. */
export interface StoredTrustChange {
  id: string;
  kind: TrustKind;
  by: TrustActor;
  at: number;
  /** The account that it is about. */
  member: TrustActor | null;
  /** The settings that it changes. */
  fields: readonly string[];
  /** New values, except for secrets; missing in changes of earlier versions. */
  values?: Readonly<Record<string, string>>;
  /** The encrypted change, which may hold a password. */
  sealed: string;
  state: TrustState;
  /** When it takes effect, or the earliest time if it needs an approval. */
  from: number;
  needsApproval: boolean;
  approvedBy?: TrustActor;
  /** Time from which an instance puts it in effect, so that no other one does. */
  claimedAt?: number;
  settledAt?: number;
  /** The ids of the owners who have seen it since. */
  seenBy: readonly string[];
}

/** The part of the signed settings about changes that carry trust. */
export interface TrustPart {
  hadSecondOwner: boolean;
  changes: readonly StoredTrustChange[];
  /** Resets of owners' credentials by other owners, by the id of the owner who was reset. */
  resets: Readonly<Record<string, readonly CredentialReset[]>>;
  /** The makers of owners' one-time links, by the link's hash; null is the operator. */
  links: ReadonlyArray<{ hash: string; by: string | null; until: number }>;
  /**
   * Owners' credentials by the owner's id: each credential's digest, and the time of the first of `changes` that knew
   * it.
   */
  credentials: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const noTrustPart: TrustPart = { hadSecondOwner: false, changes: [], resets: {}, links: [], credentials: {} };

/** The stored part. Only `trust.ts` writes it, and its signature has been verified. */
export function trustPartOf(stored: unknown): TrustPart {
  return stored === undefined ? noTrustPart : { ...noTrustPart, ...(stored as TrustPart) };
}

/** The part without what is past its time; the same one if there is nothing. */
export function pruned(part: TrustPart, now: number): TrustPart {
  const changes = part.changes.filter(({ settledAt }) => settledAt === undefined || now < settledAt + warnedFor);
  const links = part.links.filter(({ until }) => now < until);
  const isSame = changes.length === part.changes.length && links.length === part.links.length;
  return isSame ? part : { ...part, changes, links, credentials: changes.length === 0 ? {} : part.credentials };
}

/** The part with another version of a change. */
export function withChange(part: TrustPart, changed: StoredTrustChange): TrustPart {
  return { ...part, changes: part.changes.map((one) => (one.id === changed.id ? changed : one)) };
}

/** The part with further changes, made at `now`, when the owners had these credentials. */
export function withChanges(
  part: TrustPart,
  made: readonly StoredTrustChange[],
  { credentials, now }: { credentials: ReadonlyMap<string, readonly string[]>; now: number },
): TrustPart {
  const known = [...credentials].map(([id, digests]) => {
    const before = part.credentials[id] ?? {};
    return [id, Object.fromEntries(digests.map((digest) => [digest, before[digest] ?? now]))] as const;
  });
  return { ...part, changes: [...part.changes, ...made], credentials: Object.fromEntries(known) };
}

/** Returns whether every credential that an owner has now existed at the time of a change. */
export function hasOnlyOlder(part: TrustPart, id: string, credentials: readonly string[], at: number): boolean {
  const known = part.credentials[id] ?? {};
  return credentials.length > 0 && credentials.every((digest) => (known[digest] ?? Infinity) <= at);
}

/** The part in which `by` has reset the credentials of `memberId`; `factors` are digests of those that stay. */
export function withReset(part: TrustPart, memberId: string, reset: CredentialReset): TrustPart {
  const factors = new Set(reset.factors);
  // A factor that was taken away since proves nothing any more, for the earlier resets neither.
  const earlier = (part.resets[memberId] ?? [])
    .filter(({ by }) => by !== reset.by)
    .map((one) => ({ ...one, factors: one.factors.filter((factor) => factors.has(factor)) }));
  const own = (part.resets[memberId] ?? []).find(({ by }) => by === reset.by);
  // The factors from before the first of their resets.
  const kept = own === undefined ? reset.factors : own.factors.filter((factor) => factors.has(factor));
  return { ...part, resets: { ...part.resets, [memberId]: [...earlier, { ...reset, factors: kept }] } };
}

/** The part without the resets of a member that `isOver` names; the same one if there are none. */
export function withoutResets(
  part: TrustPart,
  memberId: string,
  isOver: (reset: CredentialReset) => boolean,
): TrustPart {
  const all = part.resets[memberId] ?? [];
  const left = all.filter((reset) => !isOver(reset));
  if (left.length === all.length) return part;
  const { [memberId]: _all, ...others } = part.resets;
  return { ...part, resets: left.length === 0 ? others : { ...others, [memberId]: left } };
}
