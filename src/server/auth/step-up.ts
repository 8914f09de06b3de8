import type { AuthenticationResponse } from "#contract/auth/second-factor.ts";
import type { Audit } from "../audit/audit.ts";
import type { MemberStore } from "./team/member-queries.ts";
import type { SignInFailureStore } from "./sign-in-queries.ts";
import { createAttempts } from "./attempts.ts";
import type { Passkeys, Purpose } from "./second-factor/passkeys.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { SecondFactor } from "./second-factor/second-factor.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import { hashToken, newToken } from "../lib/tokens.ts";

export type StepUp = ReturnType<typeof createStepUp>;

type StepUpOutcome =
  | { ok: true }
  | { ok: false; reason: "refused" }
  /** The member has a second factor and must use it. */
  | { ok: false; reason: "second factor needed" }
  | { ok: false; reason: "wait"; seconds: number }
  /** The session has ended meanwhile. */
  | { ok: false; reason: "signed out" };

/**
 * Step-up authentication: a signed-in member confirms who they are, so that an open browser or a stolen cookie alone
 * cannot do sensitive actions. Each way has its own function; refusals go to the audit log.
 */
export function createStepUp(deps: {
  audit: Pick<Audit, "record">;
  members: MemberStore;
  failures: SignInFailureStore;
  passwords: Passwords;
  sessions: Sessions;
  passkeys: Pick<Passkeys, "requestOptions" | "check">;
  secondFactor: Pick<SecondFactor, "isOn" | "take">;
  /** Notifies a member that a recovery code was used. */
  notifyOfRecovery: (memberId: string) => Promise<void>;
  secret: string;
  limits: { tries: number; waitSeconds: number };
  now: () => number;
}) {
  const { members, failures, passwords, sessions, passkeys, limits } = deps;
  const attempts = createAttempts({ store: failures, secret: deps.secret, limits, now: deps.now });

  /** The challenge's purpose, bound to this session. */
  const purposeOf = ({ token, member }: SignedIn): Purpose => ["proof", member.id, hashToken(token)];

  /** Counted per session: guesses in a stolen session block no other, and other sessions need the password. */
  const countersOf = (token: string) => [{ key: attempts.key("proof", hashToken(token)), freeTries: limits.tries }];

  async function confirmed(signedIn: SignedIn, counted: ReturnType<typeof countersOf>): Promise<StepUpOutcome> {
    await failures.delete(counted.map(({ key }) => key));
    return recorded(signedIn);
  }

  async function recorded(signedIn: SignedIn): Promise<StepUpOutcome> {
    return (await sessions.recordStepUp(signedIn)) ? { ok: true } : { ok: false, reason: "signed out" };
  }

  async function refused({ member }: SignedIn, way: "password" | "code" | "passkey"): Promise<StepUpOutcome> {
    await deps.audit.record({ kind: "proof-refused", by: member, about: { way } });
    return { ok: false, reason: "refused" };
  }

  return {
    /** Confirms a step-up with the password, for members without a second factor. @throws BusyError */
    async byPassword(signedIn: SignedIn, password: string): Promise<StepUpOutcome> {
      const { token, member } = signedIn;
      if (await deps.secondFactor.isOn(member.id)) return { ok: false, reason: "second factor needed" };
      const counted = countersOf(token);
      // Counted before the check and taken back after a right password, so that parallel tries cannot exceed the limit.
      const seconds = await attempts.count(counted);
      if (seconds > 0) return { ok: false, reason: "wait", seconds };
      const found = await members.findByEmail(member.email);
      const hash = found?.id === member.id ? found.passwordHash : undefined;
      const right = await passwords.verify(password, hash || undefined).catch(async (error: unknown) => {
        await attempts.takeBack(counted);
        throw error;
      });
      if (!right) return refused(signedIn, "password");
      // The second factor may have been set up meanwhile.
      if (await deps.secondFactor.isOn(member.id)) return { ok: false, reason: "second factor needed" };
      return confirmed(signedIn, counted);
    },

    /** Confirms a step-up with a one-time code, or with a recovery code, which is used up. */
    async byCode(signedIn: SignedIn, code: string): Promise<StepUpOutcome> {
      const counted = countersOf(signedIn.token);
      const seconds = await attempts.count(counted);
      if (seconds > 0) return { ok: false, reason: "wait", seconds };
      const { id } = signedIn.member;
      // No password step came before, so the ticket is for this try alone.
      const way = await deps.secondFactor.take(id, code, { key: hashToken(newToken()), expiresAt: deps.now() });
      if (way !== "code" && way !== "recovery") return refused(signedIn, "code");
      if (way === "recovery") await deps.notifyOfRecovery(id);
      return confirmed(signedIn, counted);
    },

    /** The request options for the browser; null if this site cannot have passkeys. */
    passkeyOptions: (signedIn: SignedIn, hostname: string) =>
      passkeys.requestOptions(purposeOf(signedIn), signedIn.member.id, hostname),

    /** Confirms a step-up with one of the member's passkeys. */
    async byPasskey(signedIn: SignedIn, response: AuthenticationResponse): Promise<StepUpOutcome> {
      const checked = await passkeys.check(response, purposeOf(signedIn), signedIn.member.id);
      if (!checked.ok) {
        // Limits recorded refusals alone, as sign-in does (`sign-in.ts`).
        const key = attempts.key("proof passkey", hashToken(signedIn.token));
        const seconds = await attempts.count([{ key, freeTries: limits.tries }]);
        return seconds > 0 ? { ok: false, reason: "wait", seconds } : refused(signedIn, "passkey");
      }
      return recorded(signedIn);
    },
  };
}
