import { randomUUID } from "node:crypto";
import { hour, minute } from "#domain/time/durations.ts";
import type { Member } from "#contract/auth/session.ts";
import type { Role } from "#domain/member.ts";
import type { SessionEntry } from "#contract/auth/team.ts";
import type { AuditActor } from "#domain/audit.ts";
import { instant } from "#domain/time/instant.ts";
import type { Audit } from "../audit/audit.ts";
import { unlessUnavailable } from "../store/store-unavailable.ts";
import type { SessionStore, StoredStepUp, StoredSession } from "./session-queries.ts";
import { hashToken, isSameSecret, newToken } from "../lib/tokens.ts";

export type Sessions = ReturnType<typeof createSessions>;

export interface SignedIn {
  token: string;
  member: Member;
  /** When the session started, in milliseconds since 1970. */
  startedAt: number;
  /** When the member last completed a step-up, in milliseconds since 1970; 0 if unverified. */
  steppedUpAt: number;
  /** Whether the member may only set up the second factor that everybody needs. */
  mustSetUp: boolean;
  /** Whether the member signs in with the identity provider: they have no local password or second factor. */
  isExternal: boolean;
}

/** The way in which a sign-in was confirmed last. */
export type SignInWay = "password" | "passkey" | "code" | "recovery" | "provider";

/** A step-up still counts if the clock is set back by this much. */
const clockShift = minute;

/**
 * The sessions of members. A session ends `idleMinutes` after its last use or `hours` after its start, whichever is
 * sooner. A step-up holds for `stepUpMinutes`. Sessions and step-ups are stored with a `mac`: write access to the store
 * alone can forge neither. Starts and ends go to the audit log.
 */
export function createSessions(deps: {
  store: SessionStore;
  audit: Pick<Audit, "record">;
  limits: { idleMinutes: number; hours: number; stepUpMinutes: number };
  mac: (text: string) => Promise<string>;
  /** Returns whether every member needs a second factor. */
  requiresSecondFactor: () => Promise<boolean>;
  now: () => number;
}) {
  const { store, audit, now } = deps;
  const idle = deps.limits.idleMinutes * minute;
  const absolute = deps.limits.hours * hour;

  const isOn = ({ createdAt, seenAt }: { createdAt: number; seenAt: number }) =>
    now() < createdAt + absolute && now() < seenAt + idle;

  /** Bound to one session and one member, so useless in any other row. */
  const macOf = (tokenHash: string, memberId: string, at: number) =>
    deps.mac(JSON.stringify(["session proof", tokenHash, memberId, at]));

  async function newStepUp(tokenHash: string, memberId: string): Promise<StoredStepUp> {
    const at = now();
    return { at, mac: await macOf(tokenHash, memberId, at) };
  }

  /** When the step-up was done; 0 if it was not, or if its MAC is wrong. */
  async function steppedUpAt(tokenHash: string, { member, stepUp }: StoredSession): Promise<number> {
    if (stepUp === null) return 0;
    return isSameSecret(stepUp.mac, await macOf(tokenHash, member.id, stepUp.at)) ? stepUp.at : 0;
  }

  const sessionMac = (tokenHash: string, memberId: string, createdAt: number) =>
    deps.mac(JSON.stringify(["session", tokenHash, memberId, createdAt]));

  /** An open session that this program started. */
  async function findOn(tokenHash: string): Promise<StoredSession | null> {
    const session = await store.find(tokenHash);
    if (session === null || session.mac === null || !isOn(session)) return null;
    const mac = await sessionMac(tokenHash, session.member.id, session.createdAt);
    return isSameSecret(session.mac, mac) ? session : null;
  }

  /** Checked at each request, so that the requirement applies immediately. */
  async function mustSetUp(session: StoredSession | null): Promise<boolean> {
    // The provider asks for its own.
    return session?.hasSecondFactor === false && !session.isExternal && (await deps.requiresSecondFactor());
  }

  async function find(token: string): Promise<SignedIn | null> {
    const tokenHash = hashToken(token);
    const session = await findOn(tokenHash);
    const time = now();
    if (session === null) return null;
    // One-minute precision is enough for the idle limit and saves a write per request.
    if (time - session.seenAt >= minute) await store.touch(tokenHash, time).catch(unlessUnavailable);
    const { member, isExternal, createdAt: startedAt } = session;
    const mustNow = await mustSetUp(session);
    const provedAt = await steppedUpAt(tokenHash, session);
    return { token, member, startedAt, steppedUpAt: provedAt, mustSetUp: mustNow, isExternal };
  }

  /** Records that a member has ended some of their own sessions; nothing if there were none. */
  async function recordEnded(actor: Member, count: number): Promise<void> {
    if (count > 0) await audit.record({ kind: "sessions-ended", by: actor, about: { count } });
  }

  return {
    /** Starts a session with a new token, against session fixation. */
    async start(member: Member, device: string | null = null, way: SignInWay = "password"): Promise<SignedIn> {
      const token = newToken();
      const tokenHash = hashToken(token);
      const stepUp = await newStepUp(tokenHash, member.id);
      const mac = await sessionMac(tokenHash, member.id, stepUp.at);
      await store.insert({ tokenHash, id: randomUUID(), device, mac }, member.id, stepUp.at, stepUp);
      const session = await store.find(tokenHash);
      const isRestricted = await mustSetUp(session);
      await audit.record({ kind: "signed-in", by: member, about: { device, way } });
      const isExternal = session?.isExternal === true;
      const { at } = stepUp;
      return { token, member, startedAt: at, steppedUpAt: at, mustSetUp: isRestricted, isExternal };
    },

    /** Returns whether a session is open and may see the team's data. Does not count as a use. */
    async isOpen(token: string): Promise<boolean> {
      const session = await findOn(hashToken(token));
      return session !== null && !(await mustSetUp(session));
    },

    /** The current role of the session's member; null if it has ended. Does not count as a use. */
    async roleOf(token: string): Promise<Role | null> {
      return (await findOn(hashToken(token)))?.member.role ?? null;
    },

    find,

    /** Returns whether the last step-up is recent enough. */
    hasSteppedUp({ steppedUpAt: at }: SignedIn): boolean {
      const time = now();
      return at <= time + clockShift && time < at + deps.limits.stepUpMinutes * minute;
    },

    /**
     * Returns whether the step-up is under a minute old and later than the sign-in, for actions that a session stolen
     * right after its start must not do either.
     */
    async hasJustSteppedUp({ token, steppedUpAt: at }: SignedIn): Promise<boolean> {
      const session = await findOn(hashToken(token));
      const time = now();
      return session !== null && at > session.createdAt && at <= time + clockShift && time < at + minute;
    },

    /** Records a step-up; false if the session has ended. */
    async recordStepUp({ token, member }: Pick<SignedIn, "token" | "member">): Promise<boolean> {
      const tokenHash = hashToken(token);
      return store.setStepUp(tokenHash, member.id, await newStepUp(tokenHash, member.id));
    },

    /**
     * Records a step-up at the identity provider, whose answer comes without the session's cookie; false if the session
     * has ended, or is not this member's.
     */
    async recordStepUpByHash(tokenHash: string, memberId: string): Promise<boolean> {
      if ((await findOn(tokenHash))?.member.id !== memberId) return false;
      return store.setStepUp(tokenHash, memberId, await newStepUp(tokenHash, memberId));
    },

    /** A member's open sessions, last used first; `token` is the requesting one's. */
    async list(memberId: string, token: string): Promise<SessionEntry[]> {
      const time = now();
      const rows = await store.listOf(memberId, time - absolute, time - idle);
      const current = hashToken(token);
      return rows.map(({ tokenHash, id, device, createdAt, seenAt }) => ({
        id,
        device,
        startedAt: instant(createdAt),
        seenAt: instant(seenAt),
        isCurrent: tokenHash === current,
      }));
    },

    /** Ends one of this member's own sessions; false if there is none with that id. */
    async endOne(member: Member, id: string): Promise<boolean> {
      const isEnded = await store.deleteOne(member.id, id);
      await recordEnded(member, isEnded ? 1 : 0);
      return isEnded;
    },

    /** Ends all of this member's own sessions except that of `token`, and returns their count. */
    async endOthers(member: Member, token: string): Promise<number> {
      const count = await store.deleteOthers(member.id, hashToken(token));
      await recordEnded(member, count);
      return count;
    },

    /** Ends all of this member's own sessions and returns their count. */
    async endAll(member: Member): Promise<number> {
      const count = await store.deleteAll(member.id);
      await recordEnded(member, count);
      return count;
    },

    /** Ends all sessions of another member and returns their count. */
    async endAllOf(memberId: string, actor: AuditActor): Promise<number> {
      const count = await store.deleteAll(memberId);
      await audit.record({ kind: "sessions-ended", by: actor, about: { member: memberId, count } });
      return count;
    },

    /** Signs out. */
    async end(token: string): Promise<void> {
      const session = await find(token);
      await store.delete(hashToken(token));
      if (session !== null) await audit.record({ kind: "signed-out", by: session.member, about: {} });
    },

    purge: () => store.deleteOver(now() - absolute, now() - idle),
  };
}
