import { setImmediate } from "node:timers/promises";
import type { Site } from "#contract/site/site.ts";
import type { Audit } from "#server/audit/audit.ts";
import { hashToken } from "#server/lib/tokens.ts";
import type { Outbox } from "#server/notifications/outbox.ts";
import { createAttempts } from "../attempts.ts";
import type { SignedIn } from "../sessions.ts";
import type { SignInFailureStore } from "../sign-in-queries.ts";
import type { MemberStore } from "../team/member-queries.ts";
import { type CommonPasswords, passwordNames, type Passwords } from "./passwords.ts";

export type OwnPassword = ReturnType<typeof createOwnPassword>;

type ChangePasswordOutcome =
  | { ok: true; sessionsEnded: number }
  /** `signed out`: the session has ended meanwhile. */
  | { ok: false; reason: "common password" | "signed out" };

/** Changes the password of a signed-in member, after a step-up. */
export function createOwnPassword(deps: {
  members: Pick<MemberStore, "changePassword">;
  passwords: Pick<Passwords, "hash">;
  commonPasswords: CommonPasswords;
  site: Pick<Site, "brands">;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "memberMessages" | "wake">;
  now: () => number;
}) {
  const { members, audit, outbox } = deps;
  return {
    /** Ends the member's other sessions and links, and notifies the member by email. @throws BusyError */
    async change({ token, member }: SignedIn, password: string, device: string | null): Promise<ChangePasswordOutcome> {
      const names = passwordNames(deps.site, member.email);
      if (await deps.commonPasswords.isCommon(password, names)) return { ok: false, reason: "common password" };
      const passwordHash = await deps.passwords.hash(password);
      const actor = { id: member.id, email: member.email };
      const sessionsEnded = await members.changePassword(member.id, passwordHash, hashToken(token), {
        now: deps.now(),
        messages: await outbox.memberMessages(member.id, "password-changed", device),
        audit: [audit.draft({ kind: "password-set", by: actor, about: { device } })],
      });
      if (sessionsEnded === null) return { ok: false, reason: "signed out" };
      audit.written();
      outbox.wake();
      return { ok: true, sessionsEnded };
    },
  };
}

export type PasswordReset = ReturnType<typeof createPasswordReset>;

type ResetOutcome =
  /** `sent` resolves once the email, if any, is queued durably. */
  { ok: true; sent: Promise<void> } | { ok: false; reason: "no mail" } | { ok: false; reason: "wait"; seconds: number };

/** The factor by which a network may ask more often, over all addresses. */
const widerTries = 10;

/** Sends a one-time link by email to members who forgot their password. */
export function createPasswordReset(deps: {
  members: MemberStore;
  failures: SignInFailureStore;
  secret: string;
  limits: { tries: number; waitSeconds: number };
  /** Returns whether the site can send email. */
  isOffered: () => Promise<boolean>;
  send: (message: { kind: "password-reset"; memberId: string }) => Promise<void>;
  now: () => number;
}) {
  const { members, limits, isOffered, send } = deps;
  const attempts = createAttempts({ store: deps.failures, secret: deps.secret, limits, now: deps.now });

  async function sendTo(email: string): Promise<void> {
    // After the response, so that its timing does not reveal whether the member exists.
    await setImmediate();
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
      if (!(await isOffered())) return { ok: false, reason: "no mail" };
      const address = email.toLowerCase();
      const seconds = await attempts.count([
        // An address gets no more email from many networks than from one.
        { key: attempts.key("reset", address), freeTries: limits.tries },
        { key: attempts.key("reset network", network), freeTries: limits.tries * widerTries },
      ]);
      if (seconds > 0) return { ok: false, reason: "wait", seconds };
      return { ok: true, sent: sendTo(email) };
    },
  };
}
