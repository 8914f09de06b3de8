import type { Kysely, Transaction } from "kysely";
import type { Role } from "#domain/member.ts";
import type { Database } from "../store/database.ts";
import { createMemberSigning, type MemberSigning } from "./team/member-signing-queries.ts";

export interface StoredSession {
  createdAt: number;
  seenAt: number;
  /** The server's MAC over the session. Do not trust any field before it is verified. */
  mac: string | null;
  /** Null if the member has not done a step-up in this session. */
  stepUp: StoredStepUp | null;
  member: { id: string; email: string; role: Role };
  hasSecondFactor: boolean;
  /** Whether the member signs in with the identity provider. */
  isExternal: boolean;
}

/** The time of a member's step-up, with a MAC that the store alone cannot forge. */
export interface StoredStepUp {
  at: number;
  mac: string;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(db: Kysely<Database>, signing: MemberSigning = createMemberSigning()) {
  /** The signed fields of a session: they, and its MACs, are verified at each use. */
  async function signedFields(from: Kysely<Database>, tokenHash: string) {
    const row = await from.selectFrom("session").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
    if (row === undefined) return undefined;
    const provedAt = row.proved_at === null ? null : Number(row.proved_at);
    return {
      session: [row.token_hash, row.member_id, Number(row.created_at), row.mac],
      stepUp: [row.token_hash, row.member_id, provedAt, row.proof_mac],
    };
  }

  /** Writes the session's step-up. @throws TamperedWriteError */
  const writeStepUp = (
    transaction: Transaction<Database>,
    { tokenHash, memberId, stepUp }: { tokenHash: string; memberId: string; stepUp: StoredStepUp },
  ) =>
    signing.signedWrites.keep("step-up", [tokenHash, memberId, stepUp.at, stepUp.mac], {
      write: () =>
        transaction
          .updateTable("session")
          .set({ proved_at: stepUp.at, proof_mac: stepUp.mac })
          .where("token_hash", "=", tokenHash)
          .execute(),
      readBack: async () => (await signedFields(transaction, tokenHash))?.stepUp,
    });

  return {
    async insert(
      session: { tokenHash: string; id: string; device: string | null; mac: string },
      memberId: string,
      now: number,
      stepUp: StoredStepUp,
    ): Promise<void> {
      const { tokenHash, id, device, mac } = session;
      const row = { token_hash: tokenHash, id, device, member_id: memberId, created_at: now, seen_at: now, mac };
      await db.transaction().execute(async (transaction) => {
        await signing.signedWrites.keep("session", [tokenHash, memberId, now, mac], {
          write: () =>
            transaction
              .insertInto("session")
              .values({ ...row, proved_at: null, proof_mac: null })
              .execute(),
          readBack: async () => (await signedFields(transaction, tokenHash))?.session,
        });
        await writeStepUp(transaction, { tokenHash, memberId, stepUp });
      });
    },

    /** Returns an active member's session; null if there is none, or if the member's row does not verify. */
    async find(tokenHash: string): Promise<StoredSession | null> {
      const query = signing
        .rows(db)
        .innerJoin("session", "session.member_id", "member.id")
        .select(["session.created_at as started_at", "session.seen_at", "session.proved_at", "session.proof_mac"])
        .select("session.mac as session_mac")
        .where("token_hash", "=", tokenHash)
        .where("member.is_active", "=", 1);
      const row = await signing.readVerified(query);
      if (row === undefined) return null;
      return {
        createdAt: Number(row.started_at),
        seenAt: Number(row.seen_at),
        mac: row.session_mac,
        stepUp:
          row.proved_at === null || row.proof_mac === null ? null : { at: Number(row.proved_at), mac: row.proof_mac },
        member: { id: row.id, email: row.email, role: row.role },
        hasSecondFactor: row.totp !== null || row.passkeys !== null,
        isExternal: row.oidc_subject !== null,
      };
    },

    async touch(tokenHash: string, now: number): Promise<void> {
      await db.updateTable("session").set({ seen_at: now }).where("token_hash", "=", tokenHash).execute();
    },

    /** Stores a step-up; returns false if there is no such session. */
    async setStepUp(tokenHash: string, memberId: string, stepUp: StoredStepUp): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if ((await signedFields(transaction, tokenHash)) === undefined) return false;
        await writeStepUp(transaction, { tokenHash, memberId, stepUp });
        return true;
      });
    },

    async delete(tokenHash: string): Promise<void> {
      await db.deleteFrom("session").where("token_hash", "=", tokenHash).execute();
    },

    /** A member's sessions, last used first, without those started or seen too long ago. */
    async listOf(memberId: string, startedAfter: number, seenAfter: number) {
      const rows = await db
        .selectFrom("session")
        .selectAll()
        .where("member_id", "=", memberId)
        .where("created_at", ">", startedAfter)
        .where("seen_at", ">", seenAfter)
        .orderBy("seen_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(({ token_hash, id, device, created_at, seen_at }) => ({
        tokenHash: token_hash,
        id,
        device,
        createdAt: Number(created_at),
        seenAt: Number(seen_at),
      }));
    },

    /** Deletes a member's session; returns false if they have none with this id. */
    async deleteOne(memberId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("session")
        .where("id", "=", id)
        .where("member_id", "=", memberId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Deletes all of a member's sessions except one; returns how many. */
    async deleteOthers(memberId: string, exceptTokenHash: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("session")
        .where("member_id", "=", memberId)
        .where("token_hash", "!=", exceptTokenHash)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },

    /** Deletes all of a member's sessions; returns how many. */
    async deleteAll(memberId: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("session")
        .where("member_id", "=", memberId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },

    /** Deletes expired sessions. */
    async deleteOver(createdBefore: number, seenBefore: number): Promise<void> {
      await db
        .deleteFrom("session")
        .where((e) => e.or([e("created_at", "<", createdBefore), e("seen_at", "<", seenBefore)]))
        .execute();
    },
  };
}
