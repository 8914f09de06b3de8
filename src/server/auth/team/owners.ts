import type { MemberStore, TeamRow } from "./member-queries.ts";

export type Owners = ReturnType<typeof createOwners>;

/** The owners who can sign in: they are notified of changes, and may approve them. */
export function createOwners({
  members,
  areOne,
}: {
  members: Pick<MemberStore, "findById" | "list" | "credentials">;
  areOne: (one: string, other: string) => Promise<boolean>;
}) {
  return {
    /** Whether one of two owners has reset the other's credentials: neither approves what the other proposes. */
    areOne,

    list: async (): Promise<TeamRow[]> => (await members.list()).filter(canActAsOwner),

    /** Returns whether somebody is invited as an owner, and has not joined yet. */
    isOneInvited: async (): Promise<boolean> =>
      (await members.list()).some((row) => canActAsOwner({ ...row, hasJoined: true }) && !row.hasJoined),

    /** Digests of what each member can sign in with, by their ids. */
    credentials: () => members.credentials(),

    /**
     * Returns the time from which the account is an owner's; 0 if that is long ago, undefined if it is not an owner's.
     */
    async since(memberId: string): Promise<number | null | undefined> {
      const row = await members.findById(memberId);
      return row !== null && canActAsOwner(row) ? row.ownerSince : undefined;
    },
  };
}

function canActAsOwner({ role, isActive, hasJoined, isVerified }: TeamRow): boolean {
  return role === "owner" && isActive && hasJoined && isVerified;
}
