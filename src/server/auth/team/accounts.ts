import { randomUUID } from "node:crypto";
import { hour } from "#domain/time/durations.ts";
import type { Site } from "#contract/site/site.ts";
import type { Role } from "#domain/member.ts";
import type { Audit } from "#server/audit/audit.ts";
import { ConfigError } from "#server/lib/errors.ts";
import type { LinkStore } from "./link-queries.ts";
import type { MemberStore } from "./member-queries.ts";
import { type CommonPasswords, passwordNames, type Passwords } from "../passwords/passwords.ts";
import type { SecondStep, SecondStepRequest } from "../sign-in.ts";
import type { Trust } from "#server/trust/trust.ts";
import type { Outbox } from "#server/notifications/outbox.ts";
import type { Sessions, SignedIn } from "../sessions.ts";
import { hashToken, newToken } from "#server/lib/tokens.ts";

export type Accounts = ReturnType<typeof createAccounts>;

type SetPasswordOutcome =
  | { outcome: "set"; session: SignedIn }
  /** The password is set; the sign-in needs a second factor. */
  | SecondStepRequest
  /** The new password takes effect at `from`; until then the old one works, and can stop it. */
  | { outcome: "waits"; from: number }
  | { outcome: "waits already" }
  | { outcome: "common password" }
  | { outcome: "no such link" }
  | { outcome: "email needed" };

/** The first owner, and passwords set with a one-time link. */
export function createAccounts(deps: {
  store: MemberStore & LinkStore;
  audit: Pick<Audit, "record">;
  passwords: Passwords;
  sessions: Sessions;
  /** A new password does not remove the second factor. */
  secondStep: Pick<SecondStep, "ask">;
  commonPasswords: CommonPasswords;
  site: Pick<Site, "brands">;
  limits: { linkHours: number };
  outbox: Pick<Outbox, "notifyOwners">;
  trust: Pick<Trust, "hold" | "linkMade" | "linkMaker" | "recordReset">;
  /** Digests of a member's second factors. */
  factorDigests: (memberId: string) => Promise<string[]>;
  now: () => number;
}) {
  const { store, audit, passwords, sessions, now } = deps;

  async function newLink(memberId: string | null, { keepsEarlier = false } = {}): Promise<string> {
    const token = newToken();
    const link = { tokenHash: hashToken(token), memberId, expiresAt: now() + deps.limits.linkHours * hour };
    await store.addLink(link, { goneBefore: keepsEarlier ? now() : Number.MAX_SAFE_INTEGER });
    return token;
  }

  async function recordLink(member: string, means: "command" | "mail"): Promise<void> {
    await audit.record({ kind: "password-link-made", by: null, about: { member, by: means } });
  }

  /** Remembers who made a link for an owner: another owner's resets the account, the operator's is trusted. */
  const linkMade = (token: string, authorId: string | null) =>
    deps.trust.linkMade(hashToken(token), authorId, now() + deps.limits.linkHours * hour);

  /** Returns who made the link of an owner who has joined: an owner's id, or `mail`. Null if it need not be watched. */
  async function madeBy({ id, role }: { id: string; role: Role }, hash: string): Promise<string | null> {
    if (role !== "owner" || (await store.findById(id))?.hasJoined !== true) return null;
    const maker = await deps.trust.linkMaker(hash);
    return maker === undefined ? "mail" : maker;
  }

  let isOwned = false;
  const hasOwner = async (): Promise<boolean> => (isOwned ||= await store.any());

  return {
    /** Whether there is a first owner; once there is one, the store is not asked any more. */
    hasOwner,

    /**
     * Prepares an empty store for its first owner: creates the configured account, or returns the token of a one-time
     * link. Undefined if there is nothing to do.
     * @throws ConfigError if the configured password is a common one
     */
    async prepareFirstOwner(configured: { email: string; password: string } | undefined): Promise<string | undefined> {
      if (await hasOwner()) return undefined;
      if (configured === undefined) return newLink(null);
      if (await deps.commonPasswords.isCommon(configured.password, passwordNames(deps.site, configured.email))) {
        throw new ConfigError(
          "ADMIN_PASSWORD is among the first passwords that are tried, or made of the site's name or of " +
            "ADMIN_EMAIL; take a longer one that nobody would guess",
        );
      }
      const passwordHash = await passwords.hash(configured.password);
      await store.insertFirst({ id: randomUUID(), email: configured.email, passwordHash, role: "owner" }, now());
      isOwned = true;
      return undefined;
    },

    /**
     * The token of a link with which this member sets a new password, for the operator; null if there is no such
     * member.
     */
    async newPasswordLink(email: string): Promise<string | null> {
      const found = await store.findByEmail(email);
      const member = found && (await store.findForSignIn(found.id));
      if (member === null) return null;
      const token = await newLink(member.id);
      if (member.role === "owner") await linkMade(token, null);
      await recordLink(member.id, "command");
      return token;
    },

    /**
     * Makes a link that is emailed to the member with this id; returns it with their address. Earlier links stay valid:
     * an owner may hold one, and a repeated email must not revoke the first link.
     */
    async newMemberLink(id: string): Promise<{ email: string; role: Role; token: string } | null> {
      const member = await store.findById(id);
      if (member === null || !member.isActive || !member.isVerified || member.isExternal) return null;
      const token = await newLink(id, { keepsEarlier: true });
      await recordLink(id, "mail");
      return { email: member.email, role: member.role, token };
    },

    /** Replaces the member's earlier links and returns the token. */
    replaceLink: (memberId: string) => newLink(memberId),

    linkMade,

    /** A link that works only once `addWaitedLink` has stored its hash. */
    newHeldLink(): { token: string; tokenHash: string } {
      const token = newToken();
      return { token, tokenHash: hashToken(token) };
    },

    /** Makes a link whose token was given out before, as when it has waited; returns until when it works. */
    async addWaitedLink(memberId: string, hash: string): Promise<number> {
      const expiresAt = now() + deps.limits.linkHours * hour;
      await store.addLink({ tokenHash: hash, memberId, expiresAt }, { goneBefore: Number.MAX_SAFE_INTEGER });
      return expiresAt;
    },

    /** Sets a password with a link and signs in. The first owner's link also needs an `email`. @throws BusyError */
    async setPassword(input: {
      token: string;
      email?: string | undefined;
      password: string;
      device?: string | null;
    }): Promise<SetPasswordOutcome> {
      const tokenHash = hashToken(input.token);
      const link = await store.findLink(tokenHash, now());
      if (link === undefined) return { outcome: "no such link" };
      if (link.member === null && !input.email) return { outcome: "email needed" };
      const email = link.member?.email ?? input.email ?? "";
      const names = passwordNames(deps.site, email);
      if (await deps.commonPasswords.isCommon(input.password, names)) return { outcome: "common password" };
      const passwordHash = await passwords.hash(input.password);
      if (!(await store.takeLink(tokenHash))) return { outcome: "no such link" };
      if (link.member !== null) {
        const made = await madeBy(link.member, tokenHash);
        if (made === "mail") {
          const held = await deps.trust.hold("password-reset", {
            by: link.member,
            member: link.member,
            payload: { passwordHash },
          });
          if (!held.ok) return { outcome: "waits already" };
          if (held.waits !== null) return { outcome: "waits", from: held.waits.earliest };
        }
        // The member may not be the one using the link: others may have created it or read the member's email.
        await store.setPassword(link.member.id, passwordHash, now());
        if (link.member.role === "owner") await deps.outbox.notifyOwners("owner-password-set", link.member.id, null);
        if (made !== null && made !== "mail")
          await deps.trust.recordReset(link.member.id, {
            by: made,
            at: now(),
            factors: await deps.factorDigests(link.member.id),
          });
        const secondStep = await deps.secondStep.ask({ ...link.member, passwordHash });
        const result: SetPasswordOutcome = secondStep ?? {
          outcome: "set",
          session: await sessions.start(link.member, input.device),
        };
        await audit.record({ kind: "password-set", by: link.member, about: {} });
        return result;
      }
      const member = { id: randomUUID(), email, role: "owner" as const };
      if (!(await store.insertFirst({ ...member, passwordHash }, now()))) return { outcome: "no such link" };
      const session = await sessions.start(member, input.device);
      await audit.record({ kind: "password-set", by: member, about: {} });
      return { outcome: "set", session };
    },
  };
}
