import { randomUUID } from "node:crypto";
import type { Member } from "#contract/session.ts";
import type { MemberChange, TeamMember } from "#contract/team.ts";
import type { AuditActor, AuditEvent } from "#domain/audit.ts";
import type { Role } from "#domain/role.ts";
import type { MemberStore, TeamRow } from "../store/members.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { Sessions, SignedIn } from "./sessions.ts";

/** The session that asks; null where it is the operator. */
export type Asker = Pick<SignedIn, "member" | "token"> | null;

export type Team = ReturnType<typeof createTeam>;

/** A member with the token of a one-time link; `mailed` where it has gone out by mail, too. */
export interface Invited {
  member: TeamMember;
  token: string;
  mailed: boolean;
}

/** Who belongs to the team, and what each may do. */
export function createTeam(deps: {
  store: MemberStore;
  audit: Pick<Audit, "draft" | "written">;
  accounts: Pick<Accounts, "replaceLink">;
  /** How many owners there must be who can sign in. */
  leastOwners: () => Promise<number>;
  /** Takes back what a member has proposed for the channels. */
  withdrawOf: (memberId: string) => Promise<void>;
  /** Whether the site can send mail. */
  sendsMail: () => Promise<boolean>;
  send: (message: { kind: "invitation"; memberId: string }) => Promise<void>;
  sessions: Pick<Sessions, "endAll">;
  secondFactor: Pick<SecondFactor, "reset">;
  isSecondFactorRequired: () => Promise<boolean>;
  /** Tells a member that the second factor was taken away. */
  tellOfReset: (memberId: string) => Promise<void>;
  now: () => number;
}) {
  const { store, accounts, now } = deps;

  const draft = (kind: AuditEvent["kind"], by: AuditActor, about: AuditEvent["about"]) =>
    deps.audit.draft({ kind, by: by === null ? null : { id: by.id, email: by.email }, about });

  /**
   * Takes a member's second factor away and ends their sessions, but not the one that asks: who has begun another may be whom the
   * reset is against. `needed`: nothing is changed, since it is the asker's own, and one is required of everybody; null where there
   * is no such member.
   */
  async function resetSecondFactor(id: string, by: Asker): Promise<"reset" | "needed" | null> {
    const row = await store.findById(id);
    if (row === null) return null;
    const isOwn = by?.member.id === id;
    if (isOwn && (await deps.isSecondFactorRequired())) return "needed";
    const entry = draft("second-factor-reset", by?.member ?? null, { member: id });
    await deps.secondFactor.reset(id, isOwn ? by.token : null, [entry]);
    deps.audit.written();
    if (row.hasSecondFactor) await deps.tellOfReset(id);
    return "reset";
  }

  return {
    /** Everyone, in the order in which they came. */
    async list(): Promise<TeamMember[]> {
      return (await store.list()).map(toMember);
    },

    /** The same as this member may see it. */
    async listFor({ id, role }: Member): Promise<TeamMember[]> {
      const seesAll = role === "owner";
      return (await store.list())
        .map(toMember)
        .map((member) => (seesAll || member.id === id ? member : { ...member, hasSecondFactor: null }));
    },

    /** Adds a member, who sets a password with the link; null where the address is a member's already. */
    async invite({ email, role }: { email: string; role: Role }, by: AuditActor = null): Promise<Invited | null> {
      const id = randomUUID();
      const entry = draft("member-invited", by, { member: id, role });
      const row = await store.insert({ id, email, passwordHash: "", role }, now(), [entry]);
      if (row === null) return null;
      deps.audit.written();
      const token = await accounts.replaceLink(id);
      const mailed = await deps.sendsMail();
      if (mailed) await deps.send({ kind: "invitation", memberId: id });
      return { member: toMember(row), token, mailed };
    },

    /**
     * Changes what a member may do. A deactivated member's sessions and links are over at once, and what they have proposed is
     * withdrawn once they are no owner any more. `last owner`: nothing is changed,
     * since nobody else could manage the team; `needed owner`: nor is it, since nobody could approve what another owner proposes;
     * null where there is no such member.
     */
    async change(
      id: string,
      change: MemberChange,
      by: AuditActor = null,
    ): Promise<TeamMember | "last owner" | "needed owner" | null> {
      const changed = await store.change(id, change, {
        leastOwners: await deps.leastOwners(),
        entryOf: (row) => draft("member-changed", by, { member: id, role: row.role, state: stateOf(row) }),
      });
      if (changed === null || typeof changed === "string") return changed;
      deps.audit.written();
      if (changed.role !== "owner" || !changed.isActive) await deps.withdrawOf(id);
      return toMember(changed);
    },

    resetSecondFactor,

    /** The same for the member of this address, by the operator; false where there is none. */
    async resetSecondFactorOf(email: string): Promise<boolean> {
      const member = await store.findByEmail(email);
      return member !== null && (await resetSecondFactor(member.id, null)) !== null;
    },

    /** Ends a member's sessions, and answers how many there were; null where there is no such member. */
    async endSessions(id: string): Promise<number | null> {
      return (await store.findById(id)) === null ? null : deps.sessions.endAll(id);
    },

    /** A new link in the place of the member's earlier ones; null where there is no such member. */
    async renewLink(id: string): Promise<Invited | "deactivated" | null> {
      const row = await store.findById(id);
      if (row === null) return null;
      if (!row.isActive) return "deactivated";
      return { member: toMember(row), token: await accounts.replaceLink(id), mailed: false };
    },
  };
}

function stateOf({ isActive, hasPassword }: TeamRow): TeamMember["state"] {
  if (!isActive) return "deactivated";
  return hasPassword ? "active" : "invited";
}

function toMember(row: TeamRow): TeamMember {
  const { id, email, role, hasSecondFactor, createdAt } = row;
  return { id, email, role, state: stateOf(row), hasSecondFactor, createdAt: new Date(createdAt).toISOString() };
}
