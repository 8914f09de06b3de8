import { day } from "#domain/time/durations.ts";
import type { AuthenticationResponse, PasskeyRequest, SecondFactorWay } from "#contract/auth/second-factor.ts";
import type { Audit } from "../audit/audit.ts";
import { attemptMemory, createAttempts } from "./attempts.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { Passkeys, Purpose } from "./second-factor/passkeys.ts";
import type { SecondFactor } from "./second-factor/second-factor.ts";
import type { Sessions, SignedIn, SignInWay } from "./sessions.ts";
import type { SignInFailureStore } from "./sign-in-queries.ts";
import type { SingleUseTokens } from "./single-use-tokens.ts";
import type { MemberStore, StoredMember } from "./team/member-queries.ts";

export type SignIn = ReturnType<typeof createSignIn>;

export type SignInOutcome =
  | { outcome: "signed in"; session: SignedIn }
  | SecondStepRequest
  | { outcome: "refused" }
  | { outcome: "wait"; seconds: number };

/** `over`: the ticket expired or was used, so the password is needed again. */
export type SecondStepOutcome =
  | { ok: true; session: SignedIn }
  | Refused
  | { ok: false; reason: "wait"; seconds: number }
  | { ok: false; reason: "over" };

/** `memberId` is the member of this step, if known; `isClone` means the passkey was cloned. */
interface Refused {
  ok: false;
  reason: "refused";
  memberId: string | null;
  isClone: boolean;
}

const expired = { ok: false, reason: "over" } as const;

/** The origin of a sign-in: the network from `networkOf`, the device from `deviceOf`. */
interface From {
  network: string;
  device?: string | null;
}

/** Time for which a network stays known to a member. */
const knownFor = 180 * day;
/** The factor for the wider counters: an address over all unknown networks, and a network over all addresses. */
const widerTries = 10;

/**
 * Signs members in, with a back-off that doubles for each failure past the free tries. Counters: an address from one
 * network, a network over all addresses, an address over all unknown networks. The last does not apply to networks from
 * which the member has signed in before, so nobody can lock an owner out from elsewhere. The second step has its own
 * counters. Refusals go to the audit log with the member, if any, but never with the address: it may be a password in
 * the wrong field.
 */
export function createSignIn(deps: {
  audit: Pick<Audit, "record">;
  members: MemberStore;
  failures: SignInFailureStore;
  passwords: Passwords;
  sessions: Sessions;
  secondFactor: Pick<SecondFactor, "take">;
  secondStep: SecondStep;
  passkeys: Pick<Passkeys, "requestOptions" | "check">;
  /** Notifies a member that a recovery code was used. */
  notifyOfRecovery: (memberId: string, device: string | null) => Promise<void>;
  /** Notes which second factor a member has signed in with: a passkey's id, or null for a one-time code. */
  signedInWith: (memberId: string, passkey: string | null) => Promise<void>;
  /** Keys the stored counters, so that they reveal neither addresses nor networks. */
  secret: string;
  limits: { tries: number; waitSeconds: number };
  now: () => number;
}) {
  const { audit, members, failures, passwords, sessions, secondStep, passkeys, limits, now } = deps;
  const attempts = createAttempts({ store: failures, secret: deps.secret, limits, now });
  const knownKey = (address: string, network: string) => attempts.key("known", address, network);

  /** The counters of one step for this address and network. */
  async function counters(step: "" | "code", address: string, network: string) {
    const key = (...parts: string[]) => attempts.key(...(step === "" ? [] : [step]), ...parts);
    const pair = { key: key("pair", address, network), freeTries: limits.tries };
    const wide = { key: key("network", network), freeTries: limits.tries * widerTries };
    const strangers = { key: key("address", address), freeTries: limits.tries * widerTries };
    return (await failures.knowsNetwork(knownKey(address, network))) ? [pair] : [pair, wide, strangers];
  }

  /** Starts the session and resets the member's counters; null if the member's password has changed meanwhile. */
  async function finish(member: StoredMember, { network, device }: From, way: SignInWay): Promise<SignedIn | null> {
    const address = member.email.toLowerCase();
    const counted = [...(await counters("", address, network)), ...(await counters("code", address, network))];
    await failures.delete(counted.map(({ key }) => key));
    await failures.rememberNetwork(knownKey(address, network), member.id, now());
    const { id, email, role } = member;
    const session = await sessions.start({ id, email, role }, device, way);
    // A new password ended the earlier sessions, but not one that started after it.
    const current = await members.findForSignIn(id);
    if (current?.passwordHash === member.passwordHash) return session;
    await sessions.end(session.token);
    return null;
  }

  /**
   * Passkeys cannot be guessed, so a right one always passes. But each refusal is recorded, and anybody who knows a
   * passkey's id could fill the log: past the free tries they must wait, and nothing is recorded.
   */
  async function refusedPasskey(refused: Refused, { network, device = null }: From): Promise<SecondStepOutcome> {
    const { memberId, isClone } = refused;
    // Records nothing if the member is unknown: anybody could fill the log.
    if (memberId === null) return refused;
    if (!isClone) {
      const key = attempts.key("passkey", memberId, network);
      const seconds = await attempts.count([{ key, freeTries: limits.tries }]);
      if (seconds > 0) return { ok: false, reason: "wait", seconds };
    }
    const about = { member: memberId, device, way: "passkey", isClone };
    await audit.record({ kind: "sign-in-refused", by: null, about });
    return refused;
  }

  /** Records that the password was right. Without a sign-in after it, the password may be stolen. */
  async function recordRequest(request: SecondStepRequest, { device = null }: From): Promise<SecondStepRequest> {
    await audit.record({ kind: "second-factor-asked", by: null, about: { member: request.member.id, device } });
    return request;
  }

  /** Returns what a challenge is for. If there is no member yet, the passkey identifies them. */
  const purposeFor = (member: StoredMember | null): Purpose => (member === null ? ["sign in"] : ["confirm", member.id]);

  return {
    /** The first step. `SecondStepRequest`: the password is right, and a second factor is needed. @throws BusyError */
    async signIn(input: { email: string; password: string } & From): Promise<SignInOutcome> {
      const counted = await counters("", input.email.toLowerCase(), input.network);
      // Counted before the check and taken back after a right password, so that parallel tries cannot exceed the limit.
      const seconds = await attempts.count(counted);
      if (seconds > 0) return { outcome: "wait", seconds };
      const member = await members.findByEmail(input.email);
      // Invited members have no password yet: verify against nobody's hash.
      const right = await passwords
        .verify(input.password, member?.passwordHash || undefined)
        .catch(async (error: unknown) => {
          // Requests that fill the queue must not lock anybody out.
          await attempts.takeBack(counted);
          throw error;
        });
      const refuse = async (): Promise<SignInOutcome> => {
        const about = { member: member?.id ?? null, device: input.device ?? null };
        await audit.record({ kind: "sign-in-refused", by: null, about });
        return { outcome: "refused" };
      };
      if (!right || member === null) return refuse();
      const request = await secondStep.ask(member);
      if (request === null) {
        const session = await finish(member, input, "password");
        if (session === null) return refuse();
        // A second factor enabled meanwhile ended the earlier sessions, but not this one.
        const late = await secondStep.ask(member);
        if (late === null) return { outcome: "signed in", session };
        await sessions.end(session.token);
        return recordRequest(late, input);
      }
      // The earlier failed attempts are reset by the second step alone.
      await attempts.takeBack(counted);
      return recordRequest(request, input);
    },

    /** The second step, with a one-time code or a recovery code. */
    async withCode(input: { ticket: string; code: string } & From): Promise<SecondStepOutcome> {
      const member = await secondStep.memberOf(input.ticket);
      if (member === null) return expired;
      const counted = await counters("code", member.email.toLowerCase(), input.network);
      const seconds = await attempts.count(counted);
      if (seconds > 0) return { ok: false, reason: "wait", seconds };
      const way = await deps.secondFactor.take(member.id, input.code, secondStep.toUse(input.ticket));
      if (way === "none") {
        const about = { member: member.id, device: input.device ?? null, way: "code" };
        await audit.record({ kind: "sign-in-refused", by: null, about });
        return { ok: false, reason: "refused", memberId: member.id, isClone: false };
      }
      if (way === "over") return expired;
      if (way === "recovery") await deps.notifyOfRecovery(member.id, input.device ?? null);
      const session = await finish(member, input, way);
      if (way === "code") await deps.signedInWith(member.id, null);
      return session === null ? expired : { ok: true, session };
    },

    /**
     * The passkey request options for the browser; with a ticket, only for the passkeys of its member. Null if this
     * site cannot have passkeys.
     */
    async passkeyOptions(
      ticket: string | undefined,
      hostname: string,
    ): Promise<{ ok: true; options: PasskeyRequest | null } | { ok: false; reason: "over" }> {
      const member = ticket === undefined ? null : await secondStep.memberOf(ticket);
      if (ticket !== undefined && member === null) return expired;
      return {
        ok: true,
        options: await passkeys.requestOptions(purposeFor(member), member?.id, hostname),
      };
    },

    /** Signs in with a passkey, alone or as the second step. */
    async withPasskey(
      input: { ticket?: string | undefined; response: AuthenticationResponse } & From,
    ): Promise<SecondStepOutcome> {
      const ticketMember = input.ticket === undefined ? null : await secondStep.memberOf(input.ticket);
      if (input.ticket !== undefined && ticketMember === null) return expired;
      const checked = await passkeys.check(input.response, purposeFor(ticketMember), ticketMember?.id);
      if (!checked.ok) return refusedPasskey(checked, input);
      // Passkeys of deactivated members are refused.
      const member = await members.findForSignIn(checked.memberId);
      if (member === null) {
        return refusedPasskey({ ok: false, reason: "refused", memberId: checked.memberId, isClone: false }, input);
      }
      if (input.ticket !== undefined && !(await secondStep.use(input.ticket))) return expired;
      const session = await finish(member, input, "passkey");
      await deps.signedInWith(member.id, input.response.id);
      return session === null ? expired : { ok: true, session };
    },

    async purge(): Promise<void> {
      await failures.deleteBefore(now() - attemptMemory);
      await failures.deleteNetworksBefore(now() - knownFor);
    },
  };
}

export type SecondStep = ReturnType<typeof createSecondStep>;

/** The second factor that is needed after a right password. */
export interface SecondStepRequest {
  outcome: "second factor";
  /** The member whose password it was. */
  member: { id: string; email: string };
  ways: SecondFactorWay[];
  ticket: string;
}

/** Links a right password to its confirmation with a single-use token that identifies the member. */
export function createSecondStep(deps: {
  members: Pick<MemberStore, "findForSignIn">;
  tokens: SingleUseTokens;
  secondFactor: Pick<SecondFactor, "ways">;
}) {
  const { tokens } = deps;
  // Includes the password's hash: a new password invalidates the ticket.
  const purpose = ({ id, passwordHash }: StoredMember) => ["second step", id, passwordHash];

  return {
    /** Returns the request for a second step, with its ticket; null if the password is enough. */
    async ask(member: StoredMember): Promise<SecondStepRequest | null> {
      const ways = await deps.secondFactor.ways(member.id);
      if (ways.length === 0) return null;
      const ticket = `${member.id}.${await tokens.issue(purpose(member))}`;
      return { outcome: "second factor", member: { id: member.id, email: member.email }, ways, ticket };
    },

    /** The ticket's member; null if it is invalid, expired or used. */
    async memberOf(ticket: string): Promise<StoredMember | null> {
      const { id, rest } = split(ticket);
      const member = await deps.members.findForSignIn(id);
      return member !== null && (await tokens.isGood(rest, purpose(member))) ? member : null;
    },

    /** Uses up a valid ticket; false if another request was first. */
    use: (ticket: string) => tokens.use(split(ticket).rest),

    /** Returns the used form of a ticket, which the store keeps. */
    toUse: (ticket: string) => tokens.toUse(split(ticket).rest),
  };
}

function split(ticket: string): { id: string; rest: string } {
  const dot = ticket.indexOf(".");
  return { id: ticket.slice(0, Math.max(dot, 0)), rest: ticket.slice(dot + 1) };
}
