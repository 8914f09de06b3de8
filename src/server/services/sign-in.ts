import type { MemberStore } from "../store/members.ts";
import type { SignInFailureStore } from "../store/sign-in-failures.ts";
import { attemptMemory, createAttempts } from "./attempts.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions, SignedIn } from "./sessions.ts";

export type SignIn = ReturnType<typeof createSignIn>;

export type SignInOutcome =
  | { outcome: "signed in"; session: SignedIn }
  | { outcome: "refused" }
  | { outcome: "wait"; seconds: number };

const day = 86_400_000;
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
  const attempts = createAttempts({ store: failures, secret: deps.secret, limits, now });

  return {
    /** `network` is the visitor's, as `networkOf` gives it. @throws PasswordsBusyError */
    async signIn(input: {
      email: string;
      password: string;
      network: string;
      device?: string | null;
    }): Promise<SignInOutcome> {
      const address = input.email.toLowerCase();
      const known = attempts.key("known", address, input.network);
      const pair = { key: attempts.key("pair", address, input.network), freeTries: limits.tries };
      const network = { key: attempts.key("network", input.network), freeTries: limits.tries * widerTries };
      const strangers = { key: attempts.key("address", address), freeTries: limits.tries * widerTries };
      const held = (await failures.knowsNetwork(known)) ? [pair] : [pair, network, strangers];

      // Counted before the check and taken back after a right password, so that many tries at once cannot pass together.
      const seconds = await attempts.count(held);
      if (seconds > 0) return { outcome: "wait", seconds };
      const member = await members.findByEmail(input.email);
      // An invited member has no password yet: nobody's hash, then.
      const right = await passwords
        .verify(input.password, member?.passwordHash || undefined)
        .catch(async (error: unknown) => {
          // A crowd that fills the queue must not lock anybody out.
          await attempts.takeBack(held);
          throw error;
        });
      if (!right || member === null) return { outcome: "refused" };

      await failures.forget(held.map(({ key }) => key));
      await failures.rememberNetwork(known, member.id, now());
      return {
        outcome: "signed in",
        session: await sessions.start({ id: member.id, email: member.email, role: member.role }, input.device),
      };
    },

    async forgetOld(): Promise<void> {
      await failures.forgetBefore(now() - attemptMemory);
      await failures.forgetNetworksBefore(now() - knownFor);
    },
  };
}
