import { randomUUID } from "node:crypto";
import type { Member } from "#contract/session.ts";
import type { SessionEntry } from "#contract/team.ts";
import type { SessionStore } from "../store/sessions.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Sessions = ReturnType<typeof createSessions>;

export interface SignedIn {
  token: string;
  member: Member;
  /** When the member has last proved who they are, in milliseconds since 1970. */
  provedAt: number;
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * Who is signed in. A session ends `idleMinutes` after its last use and `hours` after its start, whichever is sooner. A proof of who
 * the member is holds for `proofMinutes`.
 */
export function createSessions(deps: {
  store: SessionStore;
  limits: { idleMinutes: number; hours: number; proofMinutes: number };
  now: () => number;
}) {
  const { store, now } = deps;
  const idle = deps.limits.idleMinutes * minute;
  const absolute = deps.limits.hours * hour;

  const isOn = ({ createdAt, seenAt }: { createdAt: number; seenAt: number }) =>
    now() < createdAt + absolute && now() < seenAt + idle;

  return {
    /** Starts a session with a token of its own, so that one planted before the sign-in is worth nothing. */
    async start(member: Member, device: string | null = null): Promise<SignedIn> {
      const token = newToken();
      const provedAt = now();
      await store.insert({ tokenHash: hashToken(token), id: randomUUID(), device }, member.id, provedAt);
      return { token, member, provedAt };
    },

    /** Whether a session goes on, without counting as a use of it. */
    async isOpen(token: string): Promise<boolean> {
      const session = await store.find(hashToken(token));
      return session !== null && isOn(session);
    },

    async find(token: string): Promise<SignedIn | null> {
      const tokenHash = hashToken(token);
      const session = await store.find(tokenHash);
      const time = now();
      if (session === null || !isOn(session)) return null;
      // Once a minute is exact enough for the idle time, and spares a write for each request.
      if (time - session.seenAt >= minute) await store.touch(tokenHash, time);
      return { token, member: session.member, provedAt: session.provedAt };
    },

    /** Whether the member has proved who they are so lately that it need not be asked for again. */
    isProved: ({ provedAt }: SignedIn): boolean => now() < provedAt + deps.limits.proofMinutes * minute,

    /** Keeps that the member has just proved who they are; false where the session has ended. */
    prove: (token: string) => store.prove(hashToken(token), now()),

    /** The sessions of a member that are not over, the last used first; `token` is that of the one that asks. */
    async list(memberId: string, token: string): Promise<SessionEntry[]> {
      const time = now();
      const rows = await store.listOf(memberId, time - absolute, time - idle);
      const current = hashToken(token);
      return rows.map(({ tokenHash, id, device, createdAt, seenAt }) => ({
        id,
        device,
        startedAt: new Date(createdAt).toISOString(),
        seenAt: new Date(seenAt).toISOString(),
        isCurrent: tokenHash === current,
      }));
    },

    /** Ends a session of this member's; false where there is none of that id. */
    endOne: (memberId: string, id: string) => store.deleteOne(memberId, id),

    /** Ends all sessions of this member's but the one of `token`, and answers how many there were. */
    endOthers: (memberId: string, token: string) => store.deleteOthers(memberId, hashToken(token)),

    end: (token: string) => store.delete(hashToken(token)),

    forgetOver: () => store.deleteOver(now() - absolute, now() - idle),
  };
}
