import { randomUUID } from "node:crypto";
import type { Member } from "#contract/auth/session.ts";
import type { MemberChange, TeamMember } from "#contract/auth/team.ts";
import type { AuditActor, AuditEvent } from "#domain/audit.ts";
import { approvalRefusal, type ApprovalRefusal, approvesFrom, type Role } from "#domain/member.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import type { LinkStore } from "./link-queries.ts";
import type { Identity, MemberStore, NewOwner, TeamRow } from "./member-queries.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "#server/audit/audit.ts";
import type { SecondFactor } from "../second-factor/second-factor.ts";
import type { Inbox } from "#server/inbox/inbox.ts";
import type { Outbox } from "#server/notifications/outbox.ts";
import type { Held, Trust } from "#server/trust/trust.ts";
import type { Sessions, SignedIn } from "../sessions.ts";

/** The requesting session; null for the operator. */
type Asker = Pick<SignedIn, "member" | "token"> | null;

type Actor = NonNullable<AuditActor>;

type Waits = NonNullable<Extract<Held, { ok: true }>["waits"]>;

/** A change that has waited. */
interface Waited<Payload = unknown> {
  by: Actor;
  member: Actor;
  payload: Payload;
}

export type Team = ReturnType<typeof createTeam>;

/** Outcome of a change of a member; null if the member does not exist. */
type MemberChanged<Reason> = { ok: true; member: TeamMember } | ({ ok: false } & Reason) | null;

/** A member with a one-time link token; `mailed` if the link was also sent by email. */
export interface Invited {
  member: TeamMember;
  token: string;
  mailed: boolean;
}

/** Manages the members of the team and their roles. */
export function createTeam(deps: {
  store: MemberStore & Pick<LinkStore, "linkEnds">;
  audit: Pick<Audit, "draft" | "record" | "written">;
  accounts: Pick<Accounts, "replaceLink" | "linkMade" | "newHeldLink">;
  trust: Pick<Trust, "hold" | "waitFor" | "areOne" | "recordReset" | "trustAccount">;
  /** The minimum number of owners who can sign in. */
  leastOwners: () => Promise<number>;
  /** Withdraws a member's proposals for the channels. */
  withdrawOf: (memberId: string) => Promise<void>;
  /** Returns whether the site can send email. */
  sendsMail: () => Promise<boolean>;
  outbox: Pick<Outbox, "add" | "notifyMember" | "notifyOwners">;
  sessions: Pick<Sessions, "endAllOf">;
  inbox: Pick<Inbox, "isAssignable" | "reassign">;
  secondFactor: Pick<SecondFactor, "reset">;
  isSecondFactorRequired: () => Promise<boolean>;
  now: () => number;
}) {
  const { store, accounts, outbox, now } = deps;

  const draft = (kind: AuditEvent["kind"], actor: AuditActor, about: AuditEvent["about"]) =>
    deps.audit.draft({ kind, by: actor === null ? null : { id: actor.id, email: actor.email }, about });

  /**
   * Removes a member's second factor and ends their sessions, except the requesting one: another session may belong to
   * the attacker that the reset is against. `needed`: nothing changes, since it is the actor's own factor and everybody
   * needs one. Null if there is no such member.
   */
  async function resetSecondFactor(
    id: string,
    asker: Asker,
  ): Promise<{ outcome: "reset" | "needed" } | { outcome: "held"; held: Held } | null> {
    const row = await store.findById(id);
    if (row === null) return null;
    const isOwn = asker?.member.id === id;
    if (isOwn && (await deps.isSecondFactorRequired())) return { outcome: "needed" };
    if (asker !== null && !isOwn && isJoinedOwner(row)) {
      const held = await deps.trust.hold("second-factor", { by: actorOf(asker.member), member: row, payload: {} });
      if (!held.ok || held.waits !== null) return { outcome: "held", held };
    }
    await resetFactorNow(row, asker);
    return { outcome: "reset" };
  }

  async function resetFactorNow(row: TeamRow, asker: Asker | { member: Actor }): Promise<void> {
    const { id } = row;
    const isOwn = asker?.member.id === id;
    const entry = draft("second-factor-reset", asker?.member ?? null, { member: id });
    const token = isOwn && "token" in asker ? asker.token : null;
    await deps.secondFactor.reset(id, token, [entry], isOwn ? undefined : now());
    deps.audit.written();
    if (!isOwn && asker !== null && isJoinedOwner(row))
      await deps.trust.recordReset(id, { by: asker.member.id, at: now(), factors: [] });
    if (row.hasSecondFactor) await outbox.notifyMember(id, "second-factor-reset", null);
    if (!isOwn && row.role === "owner") await outbox.notifyOwners("owner-factor-reset", id, asker?.member.id ?? null);
  }

  /** A new owner waits as every change that carries trust does. */
  const newOwner = async (actor: AuditActor, id: string): Promise<NewOwner> => ({
    by: actor?.id ?? null,
    at: now(),
    needsApproval: actor !== null && (await deps.trust.waitFor("new-owner", actor.id, id)).kind !== "none",
  });

  /** When a proposed owner becomes one without an approval; null if another owner has to approve. */
  async function becomesOwnerAt({ id, ownerProposal }: TeamRow): Promise<number | null> {
    if (ownerProposal === null) return null;
    const wait = await deps.trust.waitFor("new-owner", ownerProposal.by, id, ownerProposal.at);
    return wait.kind === "time" ? wait.from : null;
  }

  /** Notifies the owners of a new or proposed owner, and records the proposal in the audit log. */
  async function notifyOfOwner({ id, ownerProposal }: TeamRow, actor: AuditActor): Promise<void> {
    if (ownerProposal !== null) await recordOf("owner-proposed", id, actor);
    await outbox.notifyOwners(ownerProposal === null ? "owner-added" : "owner-proposed", id, actor?.id ?? null);
  }

  const recordOf = (kind: AuditEvent["kind"], id: string, actor: AuditActor) =>
    deps.audit.record({
      kind,
      by: actor === null ? null : { id: actor.id, email: actor.email },
      about: { member: id },
    });

  /** The team as `viewer` may see it. Agents do not see which accounts lack a second factor. */
  async function list(viewer: Pick<Member, "id" | "role"> | null): Promise<TeamMember[]> {
    const rows = await store.list();
    const seesAll = viewer === null || viewer.role === "owner";
    const linkEnds = seesAll ? await store.linkEnds(now()) : undefined;
    const emails = new Map(rows.map(({ id, email }) => [id, email]));
    const own = rows.find(({ id }) => id === viewer?.id);
    const shownRow = async (row: TeamRow) => {
      const { ownerProposal } = row;
      const isOne = own !== undefined && ownerProposal !== null && (await deps.trust.areOne(own.id, ownerProposal.by));
      const member = {
        ...toMember(row),
        linkExpiresAt: instantOrNull(linkEnds?.get(row.id) ?? null),
        approvesFrom: seesAll && row.role === "owner" ? instantOrNull(approvesFrom(row.ownerSince, now())) : null,
        pendingOwner: ownerProposal && {
          by: emails.get(ownerProposal.by) ?? null,
          at: instant(ownerProposal.at),
          becomesOwnerAt: instantOrNull(await becomesOwnerAt(row)),
          canApprove:
            own?.role === "owner" &&
            own.id !== ownerProposal.by &&
            !isOne &&
            approvalRefusal(own.ownerSince, { proposedAt: ownerProposal.at, now: now() }) === null,
        },
      };
      return seesAll || row.id === viewer.id ? member : { ...member, hasSecondFactor: null };
    };
    return Promise.all(rows.map(shownRow));
  }

  /** A member as shown to the owner who just changed something. */
  async function shown(row: TeamRow, actor: AuditActor): Promise<TeamMember> {
    const all = await list(actor === null ? null : { id: actor.id, role: "owner" });
    return all.find(({ id }) => id === row.id) ?? toMember(row);
  }

  /**
   * Changes a member's role or status. Deactivation ends sessions and links at once; losing the owner role revokes
   * their API tokens and withdraws their proposals. Nothing changes on `last owner` (nobody else could manage the team)
   * and `needed owner` (nobody could approve another owner's proposals). Null if there is no such member.
   */
  async function changeMember(
    id: string,
    change: MemberChange,
    actor: AuditActor = null,
    { hasWaited = false } = {},
  ): Promise<MemberChanged<{ reason: "last owner" | "needed owner" } | { reason: "held"; held: Held }>> {
    const before = await store.findById(id);
    const leastOwners = await deps.leastOwners();
    const takesAway = change.role === "agent" || change.isActive === false;
    if (!hasWaited && takesAway && actor !== null && actor.id !== id && before !== null && isJoinedOwner(before)) {
      // Tries the change first: one that could not take effect in the end is refused now, rather than after its wait.
      const tried = await store.change(id, change, { leastOwners, isTrial: true });
      if (tried?.ok !== true) return tried === null ? null : { ok: false, reason: tried.reason };
      const held = await deps.trust.hold("owner-removal", { by: actorOf(actor), member: before, payload: change });
      if (!held.ok || held.waits !== null) return { ok: false, reason: "held", held };
    }
    const outcome = await store.change(id, change, {
      leastOwners,
      owner: await newOwner(actor, id),
      entryOf: (row) => draft("member-changed", actor, { member: id, role: row.role, state: stateOf(row) }),
      tokenEntryOf: (token) => draft("api-token-revoked", actor, { token: token.id, name: token.name }),
    });
    if (outcome?.ok !== true) return outcome;
    const { row: changed } = outcome;
    deps.audit.written();
    if (changed.role !== "owner" || !changed.isActive) await deps.withdrawOf(id);
    const wasOwner = before?.role === "owner" && before.isActive;
    const isOwner = changed.role === "owner" && changed.isActive;
    const isProposed = changed.ownerProposal !== null && before?.ownerProposal === null;
    if ((isOwner && !wasOwner) || isProposed) await notifyOfOwner(changed, actor);
    return { ok: true, member: await shown(changed, actor) };
  }

  /** The invited member with this address, or a new member; null if neither can be. */
  async function join(identity: Identity, email: string | null, role: Role | null): Promise<TeamRow | null> {
    if (email === null || role === null) return null;
    const invited = await store.bindIdentity(email, identity, now(), (id) =>
      draft("member-joined", { id, email }, { member: id, role }),
    );
    if (invited) {
      deps.audit.written();
      return store.findByIdentity(identity);
    }
    const id = randomUUID();
    const actor = { id, email };
    const owner = role === "owner" ? await newOwner(actor, id) : undefined;
    const entry = draft("member-joined", actor, { member: id, role });
    const row = await store.insert({ id, email, passwordHash: "", role }, now(), [entry], owner, identity);
    if (row === null) return null;
    deps.audit.written();
    if (owner !== undefined) await notifyOfOwner(row, actor);
    return row;
  }

  return {
    /** All members, in the order in which they joined. */
    list: (): Promise<TeamMember[]> => list(null),

    /** The team as this member may see it. */
    listFor: (viewer: Member): Promise<TeamMember[]> => list(viewer),

    /**
     * Adds a member, who sets a password with the link; null if the address is taken. A new owner who needs approval is
     * an agent until then.
     */
    async invite({ email, role }: { email: string; role: Role }, actor: AuditActor = null): Promise<Invited | null> {
      const id = randomUUID();
      const entry = draft("member-invited", actor, { member: id, role });
      const owner = role === "owner" ? await newOwner(actor, id) : undefined;
      const row = await store.insert({ id, email, passwordHash: "", role }, now(), [entry], owner);
      if (row === null) return null;
      deps.audit.written();
      if (owner !== undefined) await notifyOfOwner(row, actor);
      const token = await accounts.replaceLink(id);
      const mailed = await deps.sendsMail();
      if (mailed) await outbox.add({ kind: "invitation", memberId: id, by: actor?.id ?? null });
      return { member: await shown(row, actor), token, mailed };
    },

    /**
     * Lets in somebody whom the identity provider vouches for, with the role of their groups: the member with this
     * identity, the invited member with this address, or a new one. A new owner waits for approval if the rule asks for
     * one.
     */
    async admit(
      identity: Identity,
      { email, role }: { email: string | null; role: Role | null },
    ): Promise<
      | { ok: true; member: Member }
      | { ok: false; reason: "address" | "taken" | "deactivated" | "no group"; id: string | null }
    > {
      const known = await store.findByIdentity(identity);
      const found = known ?? (await join(identity, email, role));
      if (found === null)
        return { ok: false, reason: role === null ? "no group" : email === null ? "address" : "taken", id: null };
      const { id } = found;
      if (!found.isActive || !found.isVerified) return { ok: false, reason: "deactivated", id };
      if (role === null) {
        // Their groups have been taken away: what is open ends, too.
        await deps.sessions.endAllOf(id, null);
        const actor = { id, email: found.email };
        const isRevoked = await store.revokeTokens(id, (token) =>
          draft("api-token-revoked", actor, { token: token.id, name: token.name }),
        );
        if (isRevoked) deps.audit.written();
        await deps.withdrawOf(id);
        return { ok: false, reason: "no group", id };
      }
      const isRight = role === "owner" ? found.role === role || found.ownerProposal !== null : found.role === role;
      const isAsked = role === "agent" && found.ownerProposal !== null;
      const self = { id, email: found.email };
      if (isRight && !isAsked) return { ok: true, member: { id, email: found.email, role: found.role } };
      const changed = await changeMember(id, { role }, self);
      if (changed?.ok !== true) return { ok: false, reason: "deactivated", id };
      return { ok: true, member: { id, email: found.email, role: changed.member.role } };
    },

    change: changeMember,

    /**
     * Approves a proposed owner. Fails with `not proposed` without a proposal, `own proposal` if the approver made it.
     */
    async approveOwner(
      id: string,
      actor: NonNullable<AuditActor>,
    ): Promise<MemberChanged<{ reason: "not proposed" | "own proposal" } | ApprovalRefusal>> {
      const proposer = (await store.findById(id))?.ownerProposal?.by;
      if (proposer !== undefined && (await deps.trust.areOne(proposer, actor.id)))
        return { ok: false, reason: "own proposal" };
      const entry = draft("owner-approved", actor, { member: id });
      const approved = await store.approveOwner(id, { by: actor.id, at: now(), entry });
      if (approved?.ok !== true) return approved;
      deps.audit.written();
      await outbox.notifyOwners("owner-added", id, actor.id);
      return { ok: true, member: await shown(approved.row, actor) };
    },

    /**
     * Approves the proposed owner with this address, for the operator: no second owner, no waiting time. False if there
     * is none.
     */
    async approveOwnerOf(email: string): Promise<boolean> {
      const member = await store.findByEmail(email);
      if (member === null) return false;
      const entry = draft("owner-approved", null, { member: member.id });
      const approved = await store.approveOwner(member.id, { by: null, at: now(), entry });
      if (approved?.ok !== true) return false;
      deps.audit.written();
      await deps.trust.trustAccount(member.id);
      await outbox.notifyOwners("owner-added", member.id, null);
      return true;
    },

    /** Proposed owners whose wait is over become owners. */
    async poll(): Promise<void> {
      for (const row of await store.list()) {
        const at = await becomesOwnerAt(row);
        if (at === null || at > now()) continue;
        const entry = draft("owner-approved", null, { member: row.id });
        const approved = await store.approveOwner(row.id, { by: null, at: now(), entry, isProposed: true });
        if (approved?.ok !== true) continue;
        deps.audit.written();
        await outbox.notifyOwners("owner-added", row.id, row.ownerProposal?.by ?? null);
      }
    },

    /** Changes that take effect after their wait (`trust.ts`). */
    waited: {
      async "second-factor"({ by, member }: Waited) {
        const row = await store.findById(member.id);
        if (row !== null) await resetFactorNow(row, { member: by });
        // `resetFactorNow` records the reset.
        return { ok: row !== null };
      },
      async "owner-removal"({ by, member, payload }: Waited<MemberChange>) {
        const changed = await changeMember(member.id, payload, by, { hasWaited: true });
        if (changed?.ok !== true) return { ok: false };
        const { reassignTo } = payload;
        if (reassignTo === undefined) return { ok: true };
        // Whoever was chosen may have left meanwhile.
        const isThere = reassignTo !== null && (await deps.inbox.isAssignable(reassignTo));
        await deps.inbox.reassign(member.id, isThere ? reassignTo : null, by);
        return { ok: true };
      },
    },

    /** Rejects or withdraws the proposal of a new owner; the role stays. Null if there is no such member. */
    async withdrawOwner(
      id: string,
      actor: NonNullable<AuditActor>,
    ): Promise<MemberChanged<{ reason: "not proposed" }>> {
      const withdrawn = await store.withdrawOwner(id, draft("owner-withdrawn", actor, { member: id }));
      if (withdrawn?.ok !== true) return withdrawn;
      deps.audit.written();
      return { ok: true, member: await shown(withdrawn.row, actor) };
    },

    resetSecondFactor,

    /** Resets the second factor of the member with this address, for the operator; false if there is none. */
    async resetSecondFactorOf(email: string): Promise<boolean> {
      const member = await store.findByEmail(email);
      const row = member && (await store.findById(member.id));
      if (row === null) return false;
      await resetFactorNow(row, null);
      return true;
    },

    /** Ends a member's sessions and returns their count; null if there is no such member. */
    async endSessions(id: string, actor: AuditActor = null): Promise<number | null> {
      return (await store.findById(id)) === null ? null : deps.sessions.endAllOf(id, actor);
    },

    /** Replaces the member's earlier links with a new one; null if there is no such member. */
    async renewLink(
      id: string,
      actor: AuditActor = null,
    ): Promise<
      | ({ ok: true; waits: Waits | null } & Invited)
      | { ok: false; reason: "deactivated" | "external" | "waits already" }
      | null
    > {
      const row = await store.findById(id);
      if (row === null || !row.isVerified) return null;
      if (!row.isActive) return { ok: false, reason: "deactivated" };
      if (row.isExternal) return { ok: false, reason: "external" };
      if (actor !== null && actor.id !== id && isJoinedOwner(row)) {
        const { token, tokenHash } = accounts.newHeldLink();
        const held = await deps.trust.hold("password-link", {
          by: actorOf(actor),
          member: row,
          payload: { tokenHash },
        });
        if (!held.ok) return held;
        const { waits } = held;
        if (waits !== null) return { ok: true, member: await shown(row, actor), token, mailed: false, waits };
      }
      if (row.role === "owner") await outbox.notifyOwners("owner-link-made", id, actor?.id ?? null);
      const token = await accounts.replaceLink(id);
      if (row.role === "owner") await accounts.linkMade(token, actor?.id ?? null);
      await recordOf("password-link-made", id, actor);
      return { ok: true, member: await shown(row, actor), token, mailed: false, waits: null };
    },
  };
}

/** An owner whose account is in use. An invited one has nothing to protect yet. */
const isJoinedOwner = ({ role, isActive, hasJoined }: TeamRow) => role === "owner" && isActive && hasJoined;

const actorOf = ({ id, email }: Actor): Actor => ({ id, email });

function stateOf({ isActive, hasJoined }: TeamRow): TeamMember["state"] {
  if (!isActive) return "deactivated";
  return hasJoined ? "active" : "invited";
}

function toMember(row: TeamRow): TeamMember {
  const { id, email, role, hasSecondFactor, createdAt, isVerified } = row;
  const at = instant(createdAt);
  return { id, email, role, state: stateOf(row), hasSecondFactor, createdAt: at, isVerified };
}
