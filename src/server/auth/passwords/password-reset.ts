import type { MemberStore } from "../team/member-queries.ts";
import type { SignInFailureStore } from "../sign-in-failure-queries.ts";
import { createAttempts } from "../attempts.ts";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export type ResetOutcome =
  | { outcome: "no mail" }
  | { outcome: "wait"; seconds: number }
  /** `sent` resolves once the email, if any, is queued durably. */
  | { outcome: "accepted"; sent: Promise<void> };

/** The factor by which a network may ask more often, over all addresses. */
const widerTries = 10;

/** Sends a one-time link by email to members who forgot their password. */
export function createPasswordReset(deps: {
  members: MemberStore;
  failures: SignInFailureStore;
  secret: string;
  limits: { tries: number; waitSeconds: number };
  /** Whether the site can send email. */
  isOffered: () => Promise<boolean>;
  send: (message: { kind: "password-reset"; memberId: string }) => Promise<void>;
  now: () => number;
}) {
  const { members, limits, isOffered, send } = deps;
  const attempts = createAttempts({ store: deps.failures, secret: deps.secret, limits, now: deps.now });

  async function sendTo(email: string): Promise<void> {
    // After the response, so that its timing does not reveal whether the member exists.
    await new Promise((resolve) => void setImmediate(resolve));
    const member = await members.findByEmail(email);
    if (member !== null) await send({ kind: "password-reset", memberId: member.id });
  }

  return {
    isOffered,

    /**
     * `network` is the visitor's, from `networkOf`. For unknown addresses, content and timing of the response are the
     * same.
     */
    async request({ email, network }: { email: string; network: string }): Promise<ResetOutcome> {
      if (!(await isOffered())) return { outcome: "no mail" };
      const address = email.toLowerCase();
      const seconds = await attempts.count([
        // An address gets no more email from many networks than from one.
        { key: attempts.key("reset", address), freeTries: limits.tries },
        { key: attempts.key("reset network", network), freeTries: limits.tries * widerTries },
      ]);
      if (seconds > 0) return { outcome: "wait", seconds };
      return { outcome: "accepted", sent: sendTo(email) };
    },
  };
}
