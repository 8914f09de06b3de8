import { createHmac } from "node:crypto";
import type { MemberStore } from "../store/members.ts";
import type { SignInFailures, SignInFailureStore } from "../store/sign-in-failures.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions, SignedIn } from "./sessions.ts";

export type SignIn = ReturnType<typeof createSignIn>;

export type SignInOutcome =
  | { outcome: "signed in"; session: SignedIn }
  | { outcome: "refused" }
  | { outcome: "wait"; seconds: number };

const day = 86_400_000;
/** Failures of one kind are forgotten after this long without another. */
const memory = day;
/** How long a network stays known to a member. */
const knownFor = 180 * day;
/** An address may be tried this many times as often from all strange networks together, and a network for all addresses. */
const widerTries = 10;

/**
 * Signs members in, with a back-off that doubles for each failure past the free tries.
 * It is counted for an address from one network, for a network over all addresses, and for an address over all strange networks;
 * the last does not hold a network from which the member has signed in before, so nobody can lock an owner out from elsewhere.
 */
export function createSignIn(deps: {
  members: MemberStore;
  failures: SignInFailureStore;
  passwords: Passwords;
  sessions: Sessions;
  /** Keys the stored counters, so that they tell neither addresses nor networks. */
  secret: string;
  limits: { tries: number; waitSeconds: number };
  now: () => number;
}) {
  const { members, failures, passwords, sessions, limits, now } = deps;
  const opaque = (...parts: string[]) =>
    createHmac("sha256", deps.secret).update(JSON.stringify(parts)).digest("base64url");

  /** How long these counters hold the sign-in back, in ms; where they do not, counts a failure in each at once. */
  async function countFailure(counters: ReadonlyArray<{ key: string; freeTries: number }>): Promise<number> {
    const time = now();
    let wait = 0;
    await failures.step(
      counters.map(({ key }) => key),
      (found) => {
        wait = Math.max(0, ...found.map((counter) => (counter?.blockedUntil ?? 0) - time));
        if (wait > 0) return null;
        return counters.map(({ freeTries }, index) => next(found[index] ?? null, freeTries, time));
      },
    );
    return wait;
  }

  /** Takes back a counted try that was never checked: a crowd that fills the queue must not lock anybody out. */
  function takeBack(counters: ReadonlyArray<{ key: string; freeTries: number }>): Promise<void> {
    const time = now();
    return failures.step(
      counters.map(({ key }) => key),
      (found) =>
        counters.map(({ freeTries }, index) => {
          const { count, blockedUntil, updatedAt } = found[index] ?? { count: 1, blockedUntil: 0, updatedAt: time };
          return { count: count - 1, blockedUntil: count - 1 > freeTries ? blockedUntil : 0, updatedAt };
        }),
    );
  }

  function next(found: SignInFailures | null, freeTries: number, time: number): SignInFailures {
    const count = found === null || found.updatedAt < time - memory ? 1 : found.count + 1;
    const wait = count <= freeTries ? 0 : Math.min(2 ** (count - freeTries - 1), limits.waitSeconds) * 1000;
    return { count, blockedUntil: time + wait, updatedAt: time };
  }

  return {
    /** `network` is the visitor's, as `networkOf` gives it. @throws PasswordsBusyError */
    async signIn(input: { email: string; password: string; network: string }): Promise<SignInOutcome> {
      const address = input.email.toLowerCase();
      const known = opaque("known", address, input.network);
      const pair = { key: opaque("pair", address, input.network), freeTries: limits.tries };
      const network = { key: opaque("network", input.network), freeTries: limits.tries * widerTries };
      const strangers = { key: opaque("address", address), freeTries: limits.tries * widerTries };
      const held = (await failures.knowsNetwork(known)) ? [pair] : [pair, network, strangers];

      // Counted before the check and taken back after a right password, so that many tries at once cannot pass together.
      const wait = await countFailure(held);
      if (wait > 0) return { outcome: "wait", seconds: Math.ceil(wait / 1000) };
      const member = await members.findByEmail(input.email);
      const right = await passwords.verify(input.password, member?.passwordHash).catch(async (error: unknown) => {
        await takeBack(held);
        throw error;
      });
      if (!right || member === null) return { outcome: "refused" };

      await failures.forget(held.map(({ key }) => key));
      await failures.rememberNetwork(known, member.id, now());
      return {
        outcome: "signed in",
        session: await sessions.start({ id: member.id, email: member.email, role: member.role }),
      };
    },

    async forgetOld(): Promise<void> {
      await failures.forgetBefore(now() - memory);
      await failures.forgetNetworksBefore(now() - knownFor);
    },
  };
}
