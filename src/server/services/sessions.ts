import { randomUUID, timingSafeEqual } from "node:crypto";
import type { Member } from "#contract/session.ts";
import type { SessionEntry } from "#contract/team.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { SessionStore, StoredProof, StoredSession } from "../store/sessions.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Sessions = ReturnType<typeof createSessions>;

export interface SignedIn {
  token: string;
  member: Member;
  /** When the member has last proved who they are, in milliseconds since 1970; 0 where that is not sure. */
  provedAt: number;
  /** Whether the member may do nothing but set up the second factor that is required of everybody. */
  mustSetUp: boolean;
}

/** By what a sign-in was confirmed at last. */
export type SignInWay = "password" | "passkey" | "code" | "recovery";

const minute = 60_000;
const hour = 60 * minute;
/** A clock that is set right may go back by so much, and a proof holds all the same. */
const clockShift = minute;

/**
 * Who is signed in. A session ends `idleMinutes` after its last use and `hours` after its start, whichever is sooner. A proof of who
 * the member is holds for `proofMinutes`, and is kept with a code of `mac` over it: who can write into the store cannot give
 * themselves one.
 */
export function createSessions(deps: {
  store: SessionStore;
  limits: { idleMinutes: number; hours: number; proofMinutes: number };
  mac: (text: string) => Promise<string>;
  /** Whether everybody in the team must have a second factor. */
  requiresSecondFactor: () => Promise<boolean>;
  now: () => number;
}) {
  const { store, now } = deps;
  const idle = deps.limits.idleMinutes * minute;
  const absolute = deps.limits.hours * hour;

  const isOn = ({ createdAt, seenAt }: { createdAt: number; seenAt: number }) =>
    now() < createdAt + absolute && now() < seenAt + idle;

  /** Of one session and one member: in no other row is it worth anything. */
  const macOf = (tokenHash: string, memberId: string, at: number) =>
    deps.mac(JSON.stringify(["session proof", tokenHash, memberId, at]));

  async function newProof(tokenHash: string, memberId: string): Promise<StoredProof> {
    const at = now();
    return { at, mac: await macOf(tokenHash, memberId, at) };
  }

  /** When it was proved; 0 where it was not, or where the code is another than ours. */
  async function provedAt(tokenHash: string, memberId: string, proof: StoredProof | null): Promise<number> {
    if (proof === null) return 0;
    return isSame(proof.mac, await macOf(tokenHash, memberId, proof.at)) ? proof.at : 0;
  }

  /** Asked at each request, so that it holds from the moment at which an owner requires it. */
  async function mustSetUp(session: StoredSession | null): Promise<boolean> {
    return session?.hasSecondFactor === false && (await deps.requiresSecondFactor());
  }

  return {
    /** Starts a session with a token of its own, so that one planted before the sign-in is worth nothing. `_way` is for the audit log. */
    async start(member: Member, device: string | null = null, _way: SignInWay = "password"): Promise<SignedIn> {
      const token = newToken();
      const tokenHash = hashToken(token);
      const proof = await newProof(tokenHash, member.id);
      await store.insert({ tokenHash, id: randomUUID(), device }, member.id, proof.at, proof);
      return { token, member, provedAt: proof.at, mustSetUp: await mustSetUp(await store.find(tokenHash)) };
    },

    /** Whether a session goes on, and may see what the team sees, without counting as a use of it. */
    async isOpen(token: string): Promise<boolean> {
      const session = await store.find(hashToken(token));
      return session !== null && isOn(session) && !(await mustSetUp(session));
    },

    async find(token: string): Promise<SignedIn | null> {
      const tokenHash = hashToken(token);
      const session = await store.find(tokenHash);
      const time = now();
      if (session === null || !isOn(session)) return null;
      // Once a minute is exact enough for the idle time, and spares a write for each request.
      if (time - session.seenAt >= minute) await store.touch(tokenHash, time).catch(unlessUnavailable);
      const { member, proof } = session;
      return {
        token,
        member,
        provedAt: await provedAt(tokenHash, member.id, proof),
        mustSetUp: await mustSetUp(session),
      };
    },

    /** Whether the member has proved who they are so lately that it need not be asked for again. */
    isProved({ provedAt: at }: SignedIn): boolean {
      const time = now();
      return at <= time + clockShift && time < at + deps.limits.proofMinutes * minute;
    },

    /** Keeps that the member has just proved who they are; false where the session has ended. */
    async prove({ token, member }: Pick<SignedIn, "token" | "member">): Promise<boolean> {
      const tokenHash = hashToken(token);
      return store.prove(tokenHash, await newProof(tokenHash, member.id));
    },

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

    /** Ends all sessions of this member's, and answers how many there were. */
    endAll: (memberId: string) => store.deleteAll(memberId),

    end: (token: string) => store.delete(hashToken(token)),

    forgetOver: () => store.deleteOver(now() - absolute, now() - idle),
  };
}

/** A member can go on reading while the store cannot be written. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
