import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";
import { isSameSecret } from "#server/lib/tokens.ts";
import { createSignedWrites, type SignedWrites } from "#server/signing/signed-write.ts";
import type { Database } from "#server/store/database.ts";

/** A MAC over a text with the key outside the store. */
type Mac = (text: string) => Promise<string>;

/** A member with all fields that the MAC covers. */
export type SignedRow = Selectable<Database["member"]> & {
  totp: string | null;
  passkeys: string | null;
  recovery_codes: string | null;
};

/** The new values of signed columns. */
type MemberColumns = Partial<Omit<Selectable<Database["member"]>, "id" | "revision" | "mac">>;

/** The new values of signed fields; `null` is no second factor of that kind. */
export type MemberChange = MemberColumns & Partial<Pick<SignedRow, "totp" | "passkeys" | "recovery_codes">>;

export const noFactors = { totp: null, passkeys: null, recovery_codes: null };

export type MemberSigning = ReturnType<typeof createMemberSigning>;

/** The revision of a deleted member: no row can be newer. */
export const goneForGood = Number.MAX_SAFE_INTEGER;

/** Long ago, as the time since when an account is its owner's. Versions before this one read it as any other time. */
export const longAgo = 0;

/**
 * Marks that every owner has a time. It is stored among the revisions, as a deleted member of this name, which versions
 * before this one carry along.
 */
const ownersDated = "owners have a time";

const repliesProved = "replies have a proof";

const isUndatedOwner = (row: Pick<SignedRow, "role" | "owner_since">) =>
  row.role === "owner" && row.owner_since === null;

/** Max reads of rows that others change meanwhile. */
const maxReads = 3;

// Read in the same statement as the row, so that nothing can change in between.
const factors = [
  sql<string | null>`(select secret from totp where totp.member_id = member.id)`.as("totp"),
  sql<string | null>`(select string_agg(passkey.id || ' ' || passkey.public_key, ',' order by passkey.id)
    from passkey where passkey.member_id = member.id)`.as("passkeys"),
  sql<string | null>`(select string_agg(code_hash, ',' order by code_hash)
    from recovery_code where recovery_code.member_id = member.id)`.as("recovery_codes"),
] as const;

/**
 * Signs and verifies member rows. The MAC covers everything that decides permissions, second factors included, and a
 * revision that grows with each change. `known` holds the highest revisions seen, to detect older rows put back.
 */
export function createMemberSigning(signedWrites: SignedWrites = createSignedWrites()) {
  let mac: Mac | undefined;
  const known = new Map<string, number>();

  /** All members with their signed fields. */
  const rows = (from: Kysely<Database>) => from.selectFrom("member").selectAll("member").select(factors);
  const find = (from: Kysely<Database>, id: string) => rows(from).where("member.id", "=", id).executeTakeFirst();

  /** Writes `columns` and the signature of `after`, which the caller has computed from verified memory. */
  async function write(
    transaction: Transaction<Database>,
    after: SignedRow,
    columns: MemberColumns = {},
  ): Promise<void> {
    const { id } = after;
    const revision = 1 + Math.max(after.revision, knownRevision(id));
    const set = (code: string | null) =>
      transaction
        .updateTable("member")
        .set({ ...columns, ...(code === null ? {} : { revision, mac: code }) })
        .where("id", "=", id)
        .execute();
    if (mac === undefined) return void (Object.keys(columns).length > 0 && (await set(null)));
    await signedWrites.write({
      kind: "member",
      text: textOf({ ...after, revision }),
      sign: mac,
      write: set,
      async readBack() {
        const row = await find(transaction, id);
        return row === undefined ? undefined : { text: textOf(row), signature: row.mac };
      },
    });
  }

  /** The highest revision seen of a member who is not deleted; 0 if none. */
  function knownRevision(id: string): number {
    const revision = known.get(id) ?? 0;
    return revision === goneForGood ? 0 : revision;
  }

  async function isVerified(row: SignedRow): Promise<boolean> {
    // Tools open the store without the key, but sign nobody in.
    if (mac === undefined) return true;
    // The column's default is nobody's "long ago".
    if (known.has(ownersDated) && isUndatedOwner(row)) return false;
    if (row.revision < (known.get(row.id) ?? 0) || !isListed(await mac(textOf(row)), row.mac)) return false;
    known.set(row.id, Math.max(row.revision, known.get(row.id) ?? 0));
    return true;
  }

  /**
   * Reads member rows outside a transaction, and whether each verifies. If a newer revision becomes known meanwhile,
   * the rows are read again: they are only late, not put back.
   */
  async function read<Row extends SignedRow>(query: {
    execute: () => Promise<Row[]>;
  }): Promise<Array<{ row: Row; isVerified: boolean }>> {
    for (let tries = 1; ; tries += 1) {
      const all = await query.execute();
      const found = await Promise.all(all.map(async (row) => ({ row, isVerified: await isVerified(row) })));
      const isLate = found.some((each) => !each.isVerified && each.row.revision < knownRevision(each.row.id));
      if (!isLate || tries === maxReads) return found;
    }
  }

  /** Reads the row of one member; undefined if there is none, or it does not verify. */
  async function readVerified<Row extends SignedRow>(query: {
    execute: () => Promise<Row[]>;
  }): Promise<Row | undefined> {
    const [found] = await read(query);
    return found?.isVerified === true ? found.row : undefined;
  }

  /**
   * Changes signed fields of a member: `run` writes the factors and names the change, whose columns are written here.
   * What is signed is the verified row with that change. A row that did not verify before stays unverified.
   */
  async function changing<T>(
    transaction: Transaction<Database>,
    id: string,
    run: (before: SignedRow | undefined) => Promise<{ result: T; change: MemberChange | null }>,
  ): Promise<T> {
    const before = await find(transaction, id);
    const wasVerified = before !== undefined && (await isVerified(before));
    const { result, change } = await run(before);
    if (change === null || before === undefined) return result;
    const after = { ...before, ...change };
    // Members who are no owners have no time: an injected role of owner could profit from it.
    const timeless = after.role !== "owner" && after.owner_since !== null ? { owner_since: null } : {};
    const { totp: _totp, passkeys: _passkeys, recovery_codes: _codes, ...changed } = change;
    const columns = { ...changed, ...timeless };
    if (wasVerified) await write(transaction, { ...after, ...timeless }, columns);
    else if (Object.keys(columns).length > 0)
      await transaction.updateTable("member").set(columns).where("id", "=", id).execute();
    return result;
  }

  /** Adds a member, signed as given. False if the address is taken. */
  async function insert(
    transaction: Transaction<Database>,
    member: Omit<Selectable<Database["member"]>, "revision" | "mac">,
  ): Promise<boolean> {
    const row = { ...member, revision: 1 + knownRevision(member.id) };
    const add = async (code: string | null) => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto("member")
        .values({ ...row, mac: code, ...(code === null ? { revision: 0 } : {}) })
        .onConflict((conflict) => conflict.column("email_key").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    };
    const taken = await transaction
      .selectFrom("member")
      .select("id")
      .where("email_key", "=", member.email_key)
      .executeTakeFirst();
    if (taken !== undefined) return false;
    if (mac === undefined) return add(null);
    await signedWrites.write({
      kind: "member",
      text: textOf({ ...row, mac: null, ...noFactors }),
      sign: mac,
      write: add,
      async readBack() {
        const kept = await find(transaction, member.id);
        return kept === undefined ? undefined : { text: textOf(kept), signature: kept.mac };
      },
    });
    return true;
  }

  const linkText = (link: { tokenHash: string; memberId: string | null; expiresAt: number }) =>
    JSON.stringify(["one-time link", link.tokenHash, link.memberId, link.expiresAt]);

  return {
    /** Sets the key for signing and verifying. */
    use(with_: Mac): void {
      mac = with_;
    },

    known,
    signedWrites,
    rows,
    write,
    insert,
    isVerified,
    read,
    readVerified,

    /** Returns the rows that verify. */
    async verified<Row extends SignedRow>(all: readonly Row[]): Promise<Row[]> {
      const good = await Promise.all(all.map(isVerified));
      return all.filter((_row, index) => good[index]);
    },

    changing,

    /** Adds the MAC of a new key to each row that verifies, before the key is switched. */
    async carryOver(transaction: Transaction<Database>, next: Mac): Promise<void> {
      for (const row of await rows(transaction).execute()) {
        if (!(await isVerified(row))) continue;
        const codes = `${row.mac} ${await next(textOf(row))}`;
        await transaction.updateTable("member").set({ mac: codes }).where("id", "=", row.id).execute();
      }
    },

    /** Writes a one-time link with its signature; `add` runs the statement. */
    async writeLink(
      transaction: Transaction<Database>,
      link: Parameters<typeof linkText>[0],
      add: (code: string | null) => Promise<unknown>,
    ): Promise<void> {
      if (mac === undefined) return void (await add(null));
      await signedWrites.write({
        kind: "one-time link",
        text: linkText(link),
        sign: mac,
        write: add,
        async readBack() {
          const found = transaction.selectFrom("one_time_link").selectAll().where("token_hash", "=", link.tokenHash);
          const row = await found.executeTakeFirst();
          if (row === undefined) return undefined;
          const { token_hash: tokenHash, member_id: memberId, expires_at: expiresAt, mac: signature } = row;
          return { text: linkText({ tokenHash, memberId, expiresAt: Number(expiresAt) }), signature };
        },
      });
    },

    isVerifiedLink: async (link: Parameters<typeof linkText>[0], code: string | null): Promise<boolean> =>
      mac === undefined || isListed(await mac(linkText(link)), code),
  };
}

/** The items of a list of second factors, as the statements above join them. */
export const itemsOf = (list: string | null): string[] => (list === null ? [] : list.split(","));

/** Joins a list of second factors as the statements above do: their columns sort by code point. */
export const listOf = (items: readonly string[]): string | null =>
  items.length === 0 ? null : items.toSorted((a, b) => (a < b ? -1 : 1)).join(",");

/** A passkey as in the signed list. */
export const passkeyItem = (id: string, publicKey: string): string => `${id} ${publicKey}`;

/** A canonical text, the same on both engines. */
function textOf(row: SignedRow): string {
  const time = (at: number | null) => (at === null ? null : Number(at));
  return JSON.stringify([
    "member",
    row.id,
    row.revision,
    row.email,
    row.email_key,
    row.role,
    row.is_active,
    row.password_hash,
    time(row.created_at),
    time(row.owner_since),
    row.owner_proposed_by,
    time(row.owner_proposed_at),
    row.totp,
    row.passkeys,
    row.recovery_codes,
    // Rows from before there was a provider keep their MACs.
    ...(row.oidc_issuer === null && row.oidc_subject === null ? [] : [row.oidc_issuer, row.oidc_subject]),
  ]);
}

/** Returns whether a MAC is one of the stored ones, which are one per key. */
function isListed(code: string, kept: string | null): boolean {
  return (kept ?? "").split(" ").some((each) => isSameSecret(each, code));
}

export type SignedMembersStore = ReturnType<typeof createSignedMembersStore>;

/** The unverified fields of a member whose row does not verify. */
export interface UnverifiedMember {
  id: string;
  email: string;
  role: string;
  isActive: boolean;
}

/** Verifies and signs all members at once. */
export function createSignedMembersStore(db: Kysely<Database>, signing: MemberSigning) {
  const { known } = signing;

  /** The rows that `verify` last found unverified, for the operator who has reviewed them. */
  let found: ReadonlyMap<string, SignedRow> = new Map();

  async function unverified(from: Kysely<Database>): Promise<UnverifiedMember[]> {
    const all = await signing.read(signing.rows(from).orderBy("created_at").orderBy("id"));
    const bad = all.filter(({ isVerified }) => !isVerified);
    found = new Map(bad.map(({ row }) => [row.id, row]));
    return bad.map(({ row: { id, email, role, is_active: isActive } }) => ({
      id,
      email,
      role,
      isActive: isActive === 1,
    }));
  }

  return {
    /** Sets the key for signing and verifying. */
    useKey: (mac: Mac): void => signing.use(mac),

    /** The highest revision seen of each member. */
    revisions: (): Record<string, number> => Object.fromEntries(known),

    /** Adds revisions seen before, for example by an earlier run. */
    learn(revisions: Readonly<Record<string, number>>): void {
      for (const [id, revision] of Object.entries(revisions)) known.set(id, Math.max(known.get(id) ?? 0, revision));
    },

    /** Signs the rows of a store older than signed members. Returns false, and writes nothing, if any row has a MAC. */
    begin(audit: AuditDraft): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const rows = await signing.rows(transaction).execute();
        if (rows.length === 0 || rows.some(({ mac }) => mac !== null)) return false;
        for (const row of rows) await signing.write(transaction, row);
        const links = await transaction.selectFrom("one_time_link").selectAll().execute();
        for (const { token_hash: tokenHash, member_id: memberId, expires_at: expiresAt } of links) {
          const link = { tokenHash, memberId, expiresAt: Number(expiresAt) };
          await signing.writeLink(transaction, link, (mac) =>
            transaction.updateTable("one_time_link").set({ mac }).where("token_hash", "=", tokenHash).execute(),
          );
        }
        await appendAudit(transaction, [audit]);
        return true;
      });
    },

    areOwnersDated: (): boolean => known.has(ownersDated),

    /** Marks that the replies of earlier versions have a proof; stored beside the store in the same way. */
    repliesProved: { has: () => known.has(repliesProved), set: () => void known.set(repliesProved, goneForGood) },

    /**
     * Gives each verified owner without a time "long ago", as versions before this one meant it; from then on, an owner
     * without one does not verify. @throws TamperedWriteError
     */
    async dateOwners(entryOf: (ids: string[]) => AuditDraft): Promise<boolean> {
      const dated = await db.transaction().execute(async (transaction) => {
        const undated = (await signing.rows(transaction).execute()).filter(isUndatedOwner);
        const owners = await signing.verified(undated);
        for (const row of owners)
          await signing.write(transaction, { ...row, owner_since: longAgo }, { owner_since: longAgo });
        if (owners.length > 0) await appendAudit(transaction, [entryOf(owners.map(({ id }) => id))]);
        return owners.length > 0;
      });
      known.set(ownersDated, goneForGood);
      return dated;
    },

    /** The members whose rows do not verify, and the ids of those missing from the store. */
    async verify(): Promise<{ unverified: UnverifiedMember[]; missing: string[] }> {
      const present = new Set((await db.selectFrom("member").select("id").execute()).map(({ id }) => id));
      const wanted = [...known].flatMap(([id, revision]) => (revision === goneForGood ? [] : [id]));
      return { unverified: await unverified(db), missing: wanted.filter((id) => !present.has(id)) };
    },

    /**
     * Signs these rows as `verify` last found them, and ends their sessions, links and API tokens; marks the ids in
     * `gone` as deleted. @throws TamperedWriteError if a row has changed since
     */
    signAgain(ids: readonly string[], gone: readonly string[], audit: AuditDraft): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        for (const id of ids) {
          const row = found.get(id);
          if (row === undefined) continue;
          const change = isUndatedOwner(row) ? { owner_since: longAgo } : {};
          await signing.write(transaction, { ...row, ...change }, change);
          await transaction.deleteFrom("session").where("member_id", "=", id).execute();
          await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
          await transaction.deleteFrom("api_token").where("member_id", "=", id).execute();
        }
        for (const id of gone) known.set(id, goneForGood);
        await appendAudit(transaction, [audit]);
      });
    },

    /** Adds MACs of the next key, before the key is switched, which ends the API tokens: nobody has their secrets. */
    carryOver: (next: Mac): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await signing.carryOver(transaction, next);
        await transaction.deleteFrom("api_token").execute();
      }),
  };
}
