import type { Kysely } from "kysely";
import type { Role } from "#domain/member.ts";
import type { Database } from "#server/store/database.ts";
import type { MemberStore } from "./member-queries.ts";
import type { MemberSigning } from "./member-signing-queries.ts";

export type LinkStore = ReturnType<typeof createLinkStore>;

/** Stores the one-time links with which members set a password. A link that does not verify gives no rights. */
export function createLinkStore(
  db: Kysely<Database>,
  signing: MemberSigning,
  members: Pick<MemberStore, "findForSignIn">,
) {
  return {
    /** Returns when the open one-time links of members expire, by member id. */
    async linkEnds(now: number): Promise<ReadonlyMap<string, number>> {
      const rows = await db.selectFrom("one_time_link").selectAll().where("expires_at", ">", now).execute();
      const ends = new Map<string, number>();
      for (const { token_hash: tokenHash, member_id: memberId, expires_at, mac } of rows) {
        const expiresAt = Number(expires_at);
        const isLater = memberId !== null && expiresAt > (ends.get(memberId) ?? 0);
        if (isLater && (await signing.isVerifiedLink({ tokenHash, memberId, expiresAt }, mac))) {
          ends.set(memberId, expiresAt);
        }
      }
      return ends;
    },

    /**
     * Stores a link's hash (`memberId` null: the first owner's link) and deletes the member's links that end by
     * `goneBefore`.
     */
    addLink(
      link: { tokenHash: string; memberId: string | null; expiresAt: number },
      { goneBefore }: { goneBefore: number },
    ): Promise<void> {
      const { tokenHash, memberId, expiresAt } = link;
      return db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("one_time_link")
          .where("member_id", memberId === null ? "is" : "=", memberId)
          .where("expires_at", "<=", goneBefore)
          .execute();
        await signing.writeLink(transaction, link, (mac) =>
          transaction
            .insertInto("one_time_link")
            .values({ token_hash: tokenHash, member_id: memberId, expires_at: expiresAt, mac })
            .execute(),
        );
      });
    },

    /** The member of this link, or undefined if it is unknown or expired. The link stays valid until `takeLink`. */
    async findLink(
      tokenHash: string,
      now: number,
    ): Promise<{ member: { id: string; email: string; role: Role } | null } | undefined> {
      const row = await db
        .selectFrom("one_time_link")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { member_id: memberId, mac } = row;
      const link = { tokenHash, memberId, expiresAt: Number(row.expires_at) };
      if (!(await signing.isVerifiedLink(link, mac))) return undefined;
      if (memberId === null) return { member: null };
      // Members of an identity provider have no password here.
      const member = await members.findForSignIn(memberId);
      return member === null ? undefined : { member: { id: member.id, email: member.email, role: member.role } };
    },

    /** Uses up a link; false if another request was first. */
    async takeLink(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("one_time_link")
        .where("token_hash", "=", tokenHash)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
