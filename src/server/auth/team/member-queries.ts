import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { approvalRefusal, type ApprovalRefusal, type Role } from "#domain/member.ts";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";
import { addMessages, type NewMessage } from "#server/notifications/message-queries.ts";
import type { Database } from "#server/store/database.ts";
import { deleteTokensOf } from "../api-tokens/api-token-queries.ts";
import {
  createMemberSigning,
  goneForGood,
  itemsOf,
  longAgo,
  type MemberChange,
  type MemberSigning,
  noFactors,
  type SignedRow,
} from "./member-signing-queries.ts";

export interface StoredMember {
  id: string;
  email: string;
  passwordHash: string;
  role: Role;
}

/** A member as shown on the team page. */
export interface TeamRow {
  id: string;
  email: string;
  role: Role;
  isActive: boolean;
  /** False until an invited member sets a password, or signs in with the identity provider. */
  hasJoined: boolean;
  /** Whether the member signs in with the identity provider, and so has no local password or second factor. */
  isExternal: boolean;
  hasSecondFactor: boolean;
  createdAt: number;
  /** False if another program has changed the row: such a member has no rights. */
  isVerified: boolean;
  /**
   * Time from which the account certainly belongs to this owner; 0 if that is long ago, null if the member is no owner.
   */
  ownerSince: number | null;
  /** Set while a second owner has to approve this member as an owner. */
  ownerProposal: OwnerProposal | null;
}

/** The id of who proposed a new owner, and when. */
interface OwnerProposal {
  by: string;
  at: number;
}

/** Outcome of a change of a member; null if the member does not exist. */
type MemberChanged<Reason> = { ok: true; row: TeamRow } | ({ ok: false } & Reason) | null;

/** A person's identity at an identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** A new owner; if `needsApproval`, a second owner has to approve. */
export interface NewOwner {
  by: string | null;
  at: number;
  needsApproval: boolean;
}

export type MemberStore = ReturnType<typeof createMemberStore>;

/** The team's members. A row that does not verify gives no rights. */
export function createMemberStore(db: Kysely<Database>, signing: MemberSigning = createMemberSigning()) {
  const { rows: everyone, changing } = signing;
  const emailKey = (email: string) => email.toLowerCase();

  async function findLocal(id: string): Promise<StoredMember | null> {
    const row = await signing.readVerified(everyone(db).where("id", "=", id).where("is_active", "=", 1));
    return row === undefined || isExternal(row) ? null : toStoredMember(row);
  }

  async function any(from: Kysely<Database>): Promise<boolean> {
    // Deleting all members must not let anybody become the first owner again.
    if ([...signing.known.values()].some((revision) => revision !== goneForGood)) return true;
    return (await from.selectFrom("member").select("id").limit(1).executeTakeFirst()) !== undefined;
  }

  /** Changes signed columns of a member. */
  const update = (transaction: Transaction<Database>, id: string, change: MemberChange) =>
    changing(transaction, id, () => Promise.resolve({ result: undefined, change }));

  /** Ends all sessions and links of a member. */
  async function endAccess(transaction: Transaction<Database>, id: string): Promise<void> {
    await transaction.deleteFrom("session").where("member_id", "=", id).execute();
    await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
  }

  /** Withdraws the proposals of somebody who is no longer an owner. */
  async function withdrawOwnersOf(transaction: Transaction<Database>, proposer: string): Promise<void> {
    const proposed = await transaction
      .selectFrom("member")
      .select("id")
      .where("owner_proposed_by", "=", proposer)
      .execute();
    for (const { id } of proposed) {
      await update(transaction, id, noProposal);
    }
  }

  return {
    any: () => any(db),

    /** The member with this address, if they may sign in. */
    async findByEmail(email: string): Promise<StoredMember | null> {
      const row = await signing.readVerified(
        everyone(db).where("email_key", "=", emailKey(email)).where("is_active", "=", 1),
      );
      return row === undefined ? null : toStoredMember(row);
    },

    /** The member with this id, if they may sign in here, and not with the identity provider alone. */
    findForSignIn: (id: string) => findLocal(id),

    /** The member with this identity at the provider, also a deactivated one. */
    async findByIdentity({ issuer, subject }: Identity): Promise<TeamRow | null> {
      const query = everyone(db).where("oidc_issuer", "=", issuer).where("oidc_subject", "=", subject);
      const [found] = await signing.read(query);
      return found === undefined ? null : toTeamRow(found.row, found.isVerified);
    },

    /**
     * Gives an invited member, who has no password yet, an identity at the provider, and ends their links. False, and
     * nothing is written, for any other member. `entryOf` makes the audit entry.
     */
    bindIdentity(
      email: string,
      { issuer, subject }: Identity,
      now: number,
      entryOf: (id: string) => AuditDraft,
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const row = await everyone(transaction).where("email_key", "=", emailKey(email)).executeTakeFirst();
        const isOpen = row?.is_active === 1 && row.password_hash === "" && !isExternal(row);
        if (!isOpen || !(await signing.isVerified(row))) return false;
        // A new owner's waiting time starts now, as with a link: nobody could sign in before.
        await update(transaction, row.id, { oidc_issuer: issuer, oidc_subject: subject, owner_since: now });
        await endAccess(transaction, row.id);
        await appendAudit(transaction, [entryOf(row.id)]);
        return true;
      });
    },

    /** Adds the first member. Returns false, and writes nothing, if there is one already. */
    insertFirst(member: StoredMember, now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if (await any(transaction)) return false;
        return signing.insert(transaction, newRow(member, now));
      });
    },

    /** All members, in the order in which they were added. */
    async list(): Promise<TeamRow[]> {
      const all = await signing.read(everyone(db).orderBy("created_at").orderBy("email_key"));
      return all.map(({ row, isVerified }) => toTeamRow(row, isVerified));
    },

    /** Digests of what each verified member can sign in with, by which it can be recognized later. */
    async credentials(): Promise<Map<string, string[]>> {
      const all = await signing.read(everyone(db));
      return new Map(all.flatMap(({ row, isVerified }) => (isVerified ? [[row.id, credentialsOf(row)] as const] : [])));
    },

    async findById(id: string): Promise<TeamRow | null> {
      const [found] = await signing.read(everyone(db).where("id", "=", id));
      return found === undefined ? null : toTeamRow(found.row, found.isVerified);
    },

    /**
     * Adds a member with the audit entry. Returns null, and writes nothing, if the address is taken. `owner` is set for
     * a member invited as an owner, `identity` for one who comes from the identity provider.
     */
    insert(
      member: StoredMember,
      now: number,
      audit: readonly AuditDraft[] = [],
      owner?: NewOwner,
      identity?: Identity,
    ): Promise<TeamRow | null> {
      return db.transaction().execute(async (transaction) => {
        const row = {
          ...newRow(member, now),
          ...(owner === undefined ? {} : ofNewOwner(owner)),
          ...(identity === undefined ? {} : { oidc_issuer: identity.issuer, oidc_subject: identity.subject }),
        };
        if (!(await signing.insert(transaction, row))) return null;
        await appendAudit(transaction, audit);
        return toTeamRow({ ...row, ...noFactors, revision: 0, mac: null }, true);
      });
    },

    /**
     * Changes a member. Nothing changes on `last owner` (no owner who can sign in would remain) and `needed owner`
     * (fewer than `leastOwners` would). Deactivating or reactivating ends all sessions and links of the member. One who
     * is no owner any more loses the API tokens. `owner` is set if the member becomes an owner by the change. `entryOf`
     * makes the audit entry, `tokenEntryOf` that of each token.
     */
    change(
      id: string,
      change: { role?: Role | undefined; isActive?: boolean | undefined },
      options: {
        leastOwners?: number;
        owner?: NewOwner;
        entryOf?: (changed: TeamRow) => AuditDraft;
        tokenEntryOf?: (token: { id: string; name: string }) => AuditDraft;
        /** If true, the change returns its outcome and writes nothing. */
        isTrial?: boolean;
      } = {},
    ): Promise<MemberChanged<{ reason: "last owner" | "needed owner" }>> {
      const { leastOwners = 1, owner, entryOf, tokenEntryOf } = options;
      return db.transaction().execute(async (transaction) => {
        const before = await everyone(transaction).where("id", "=", id).executeTakeFirst();
        if (before === undefined) return null;
        const isVerified = await signing.isVerified(before);
        const rights = {
          role: change.role ?? before.role,
          is_active: change.isActive === undefined ? before.is_active : Number(change.isActive),
        };
        const becomesOwner = isActiveOwner(rights) && !isActiveOwner(before);
        const after = {
          ...rights,
          // A proposal ends when another role is chosen or the account is deactivated.
          ...(change.role === "agent" || rights.is_active === 0 ? noProposal : {}),
          ...(becomesOwner ? (owner === undefined ? { owner_since: longAgo } : ofNewOwner(owner, before)) : {}),
        };
        if (isVerified && isManaging(before) && !isManaging({ ...before, ...after })) {
          const owners = await everyone(transaction).where("role", "=", "owner").execute();
          const left = (await signing.verified(owners.filter(isManaging))).length - 1;
          if (left === 0) return { ok: false, reason: "last owner" };
          if (left < leastOwners) return { ok: false, reason: "needed owner" };
        }
        if (options.isTrial === true) return { ok: true, row: toTeamRow({ ...before, ...after }, isVerified) };
        await update(transaction, id, after);
        if (after.is_active !== before.is_active) {
          await endAccess(transaction, id);
          await transaction.deleteFrom("draft").where("member_id", "=", id).execute();
        }
        const revoked = isActiveOwner(after) ? [] : await deleteTokensOf(transaction, id);
        if (!isActiveOwner(after)) await withdrawOwnersOf(transaction, id);
        const changed = toTeamRow({ ...before, ...after }, isVerified);
        if (entryOf !== undefined) await appendAudit(transaction, [entryOf(changed)]);
        if (tokenEntryOf !== undefined) await appendAudit(transaction, revoked.map(tokenEntryOf));
        return { ok: true, row: changed };
      });
    },

    /**
     * Makes a proposed member an owner. `by` is the owner who approves, or null for the operator, who may approve any
     * member and thereby lets an owner approve at once. `entry` is the audit entry; with `isProposed`, the time of a
     * proposal is over, and the owner is new.
     */
    approveOwner(
      id: string,
      options: { by: string | null; at: number; entry: AuditDraft; isProposed?: boolean },
    ): Promise<MemberChanged<{ reason: "not proposed" | "own proposal" } | ApprovalRefusal>> {
      const { by, at, entry, isProposed = false } = options;
      return db.transaction().execute(async (transaction) => {
        const row = await everyone(transaction).where("id", "=", id).executeTakeFirst();
        if (row === undefined || !(await signing.isVerified(row))) return null;
        const proposal = proposalOf(row);
        if (by !== null) {
          if (proposal === null) return { ok: false, reason: "not proposed" };
          const approver = await everyone(transaction).where("id", "=", by).executeTakeFirst();
          const isOther = by !== id && by !== proposal.by;
          if (!isOther || approver === undefined || !isManaging(approver) || !(await signing.isVerified(approver)))
            return { ok: false, reason: "own proposal" };
          const refused = approvalRefusal(timeOf(approver.owner_since), { proposedAt: proposal.at, now: at });
          if (refused !== null) return { ok: false, ...refused };
        } else if (row.is_active !== 1 || (isProposed && proposal === null))
          return { ok: false, reason: "not proposed" };
        const after = { role: "owner" as const, ...noProposal, owner_since: by === null && !isProposed ? longAgo : at };
        await update(transaction, id, after);
        await appendAudit(transaction, [entry]);
        return { ok: true, row: toTeamRow({ ...row, ...after }, true) };
      });
    },

    /** Revokes a member's API tokens, each with its audit entry; false if there are none. */
    revokeTokens(id: string, entryOf: (token: { id: string; name: string }) => AuditDraft): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const revoked = await deleteTokensOf(transaction, id);
        await appendAudit(transaction, revoked.map(entryOf));
        return revoked.length > 0;
      });
    },

    /** Withdraws or rejects a proposed owner; null if there is no such member. */
    withdrawOwner(id: string, entry: AuditDraft): Promise<MemberChanged<{ reason: "not proposed" }>> {
      return db.transaction().execute(async (transaction) => {
        const row = await everyone(transaction).where("id", "=", id).executeTakeFirst();
        if (row === undefined) return null;
        if (proposalOf(row) === null) return { ok: false, reason: "not proposed" };
        await update(transaction, id, noProposal);
        await appendAudit(transaction, [entry]);
        return { ok: true, row: toTeamRow({ ...row, ...noProposal }, await signing.isVerified(row)) };
      });
    },

    /**
     * Replaces a password and ends the member's sessions and other links. `at` is set if somebody else may have set it:
     * the owner then counts as new.
     */
    setPassword(id: string, passwordHash: string, at?: number): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await update(transaction, id, {
          password_hash: passwordHash,
          ...(at === undefined ? {} : { owner_since: at }),
        });
        await endAccess(transaction, id);
      });
    },

    /**
     * Replaces the password of the member whose session is `exceptTokenHash`, and ends their other sessions and their
     * links. Returns the number of ended sessions, or null, with nothing written, if that session has ended.
     */
    changePassword(
      id: string,
      passwordHash: string,
      exceptTokenHash: string,
      { now, messages, audit }: { now: number; messages: readonly NewMessage[]; audit: readonly AuditDraft[] },
    ): Promise<number | null> {
      return db.transaction().execute(async (transaction) => {
        const kept = transaction.selectFrom("session").select("id").where("token_hash", "=", exceptTokenHash);
        if ((await kept.where("member_id", "=", id).executeTakeFirst()) === undefined) return null;
        await update(transaction, id, { password_hash: passwordHash });
        const { numDeletedRows } = await transaction
          .deleteFrom("session")
          .where("member_id", "=", id)
          .where("token_hash", "!=", exceptTokenHash)
          .executeTakeFirstOrThrow();
        await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
        await addMessages(transaction, messages, now);
        await appendAudit(transaction, audit);
        return Number(numDeletedRows);
      });
    },
  };
}

/** The columns of a new owner. If a second owner has to approve, the role stays `agent` until then. */
function ofNewOwner({ by, at, needsApproval }: NewOwner, before?: SignedRow) {
  if (!needsApproval || by === null) return { role: "owner" as const, owner_since: at, ...noProposal };
  const proposal = before === undefined ? null : proposalOf(before);
  return {
    role: "agent" as const,
    owner_proposed_by: proposal?.by ?? by,
    owner_proposed_at: proposal?.at ?? at,
  };
}

const noProposal = { owner_proposed_by: null, owner_proposed_at: null };

function proposalOf({ owner_proposed_by: proposer, owner_proposed_at: at }: SignedRow): OwnerProposal | null {
  return proposer === null || at === null ? null : { by: proposer, at: Number(at) };
}

/** The password, the second factors, the recovery codes and the identity at the provider. */
function credentialsOf(row: SignedRow): string[] {
  const identity = row.oidc_subject === null ? [] : [`${row.oidc_issuer} ${row.oidc_subject}`];
  const factors = [...itemsOf(row.totp), ...itemsOf(row.passkeys), ...itemsOf(row.recovery_codes)];
  return [row.password_hash, ...factors, ...identity].map((text) =>
    createHash("sha256").update(text).digest("base64url").slice(0, 16),
  );
}

const timeOf = (at: number | null) => (at === null ? null : Number(at));

/** Every column of a new member, so that no default of the store decides one. */
function newRow(member: StoredMember, now: number) {
  return {
    id: member.id,
    email: member.email,
    email_key: member.email.toLowerCase(),
    password_hash: member.passwordHash,
    role: member.role,
    is_active: 1,
    created_at: now,
    owner_since: member.role === "owner" ? longAgo : null,
    ...noProposal,
    oidc_issuer: null,
    oidc_subject: null,
  };
}

const isActiveOwner = ({ role, is_active }: Pick<SignedRow, "role" | "is_active">) =>
  role === "owner" && is_active === 1;

const isExternal = ({ oidc_subject: subject }: Pick<SignedRow, "oidc_subject">) => subject !== null;

/**
 * Returns whether this is an owner with a local password, who can manage the team also without the identity provider.
 */
function isManaging(row: Pick<SignedRow, "role" | "is_active" | "password_hash">): boolean {
  return isActiveOwner(row) && row.password_hash !== "";
}

function toStoredMember({ id, email, password_hash, role }: SignedRow): StoredMember {
  return { id, email, passwordHash: password_hash, role };
}

function toTeamRow(row: SignedRow, isVerified: boolean): TeamRow {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    isActive: row.is_active === 1,
    hasJoined: row.password_hash !== "" || isExternal(row),
    isExternal: isExternal(row),
    hasSecondFactor: row.totp !== null || row.passkeys !== null,
    createdAt: Number(row.created_at),
    isVerified,
    ownerSince: timeOf(row.owner_since),
    ownerProposal: proposalOf(row),
  };
}
