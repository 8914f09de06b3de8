import type { AuthenticationResponse } from "#contract/second-factor.ts";
import type { MemberStore } from "../store/members.ts";
import type { SignInFailureStore } from "../store/sign-in-failures.ts";
import { createAttempts } from "./attempts.ts";
import type { Passkeys, Purpose } from "./passkeys.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

export type Proof = ReturnType<typeof createProof>;

export type ProofOutcome =
  | { outcome: "proved" }
  | { outcome: "refused" }
  | { outcome: "wait"; seconds: number }
  /** The session has ended meanwhile. */
  | { outcome: "signed out" };

/**
 * Lets a signed-in member prove again who they are, so that an open browser or a stolen cookie alone does not do what is asked to be
 * proved. Each way to prove it is a function of its own.
 */
export function createProof(deps: {
  members: MemberStore;
  failures: SignInFailureStore;
  passwords: Passwords;
  sessions: Sessions;
  passkeys: Pick<Passkeys, "requestOptions" | "check">;
  secret: string;
  limits: { tries: number; waitSeconds: number };
  now: () => number;
}) {
  const { members, failures, passwords, sessions, passkeys, limits } = deps;
  const attempts = createAttempts({ store: failures, secret: deps.secret, limits, now: deps.now });

  /** A challenge for this session alone. */
  const purposeOf = ({ token, member }: SignedIn): Purpose => ["proof", member.id, hashToken(token)];

  return {
    /** With the member's password. @throws PasswordsBusyError */
    async byPassword({ token, member }: SignedIn, password: string): Promise<ProofOutcome> {
      // Each session by itself: whoever guesses in a stolen one holds up no other, and gets no other without the password.
      const held = [{ key: attempts.key("proof", hashToken(token)), freeTries: limits.tries }];
      // Counted before the check and taken back after a right password, so that many tries at once cannot pass together.
      const seconds = await attempts.count(held);
      if (seconds > 0) return { outcome: "wait", seconds };
      const found = await members.findByEmail(member.email);
      const hash = found?.id === member.id ? found.passwordHash : undefined;
      const right = await passwords.verify(password, hash || undefined).catch(async (error: unknown) => {
        await attempts.takeBack(held);
        throw error;
      });
      if (!right) return { outcome: "refused" };
      await failures.forget(held.map(({ key }) => key));
      return { outcome: (await sessions.prove({ token, member })) ? "proved" : "signed out" };
    },

    /** What the browser is asked for; null where this site cannot have passkeys. */
    passkeyOptions: (signedIn: SignedIn, hostname: string) =>
      passkeys.requestOptions(purposeOf(signedIn), signedIn.member.id, hostname),

    /** With one of the member's passkeys. */
    async byPasskey(signedIn: SignedIn, response: AuthenticationResponse): Promise<ProofOutcome> {
      const checked = await passkeys.check(response, purposeOf(signedIn), signedIn.member.id);
      if (checked.outcome === "refused") {
        // As at the sign-in (`sign-in.ts`): only what is written down of refusals is held back.
        const key = attempts.key("proof passkey", hashToken(signedIn.token));
        const seconds = await attempts.count([{ key, freeTries: limits.tries }]);
        return seconds > 0 ? { outcome: "wait", seconds } : { outcome: "refused" };
      }
      return { outcome: (await sessions.prove(signedIn)) ? "proved" : "signed out" };
    },
  };
}
