import type { MemberStore } from "../store/members.ts";
import type { SignInFailureStore } from "../store/sign-in-failures.ts";
import { createAttempts } from "./attempts.ts";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export type ResetOutcome =
  | { outcome: "no mail" }
  | { outcome: "wait"; seconds: number }
  /** `sent` resolves once the mail, where there is one to send, is sure to be tried. */
  | { outcome: "accepted"; sent: Promise<void> };

/** A network may ask this many times as often for all addresses together. */
const widerTries = 10;

/** Lets a member who has forgotten the password ask for a one-time link by mail. */
export function createPasswordReset(deps: {
  members: MemberStore;
  failures: SignInFailureStore;
  secret: string;
  limits: { tries: number; waitSeconds: number };
  /** Whether the site can send mail. */
  isOffered: () => Promise<boolean>;
  send: (message: { kind: "password-reset"; memberId: string }) => Promise<void>;
  now: () => number;
}) {
  const { members, limits, isOffered, send } = deps;
  const attempts = createAttempts({ store: deps.failures, secret: deps.secret, limits, now: deps.now });

  async function sendTo(email: string): Promise<void> {
    // After the answer, so that its time does not tell whether there is such a member.
    await new Promise((resolve) => void setImmediate(resolve));
    const member = await members.findByEmail(email);
    if (member !== null) await send({ kind: "password-reset", memberId: member.id });
  }

  return {
    isOffered,

    /** `network` is the visitor's, as `networkOf` gives it. What is answered, and when, is the same for an unknown address. */
    async request({ email, network }: { email: string; network: string }): Promise<ResetOutcome> {
      if (!(await isOffered())) return { outcome: "no mail" };
      const address = email.toLowerCase();
      const seconds = await attempts.count([
        // An address gets no more mail from many networks than from one.
        { key: attempts.key("reset", address), freeTries: limits.tries },
        { key: attempts.key("reset network", network), freeTries: limits.tries * widerTries },
      ]);
      if (seconds > 0) return { outcome: "wait", seconds };
      return { outcome: "accepted", sent: sendTo(email) };
    },
  };
}
