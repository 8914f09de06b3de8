import type { SecondFactorWay } from "#contract/second-factor.ts";
import type { MemberStore, StoredMember } from "../team/member-queries.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { SingleUseTokens } from "../single-use-tokens.ts";

export type SecondStep = ReturnType<typeof createSecondStep>;

/** The second factor that is needed after a right password. */
export interface Asked {
  outcome: "second factor";
  /** The member whose password it was. */
  member: { id: string; email: string };
  ways: SecondFactorWay[];
  ticket: string;
}

/** Links a right password to its confirmation with a ticket that tells the server who the member is. */
export function createSecondStep(deps: {
  members: Pick<MemberStore, "findForSignIn">;
  tickets: SingleUseTokens;
  secondFactor: Pick<SecondFactor, "ways">;
}) {
  const { tickets } = deps;
  // Includes the password's hash: a new password invalidates the ticket.
  const purpose = ({ id, passwordHash }: StoredMember) => ["second step", id, passwordHash];

  return {
    /** Null if the password is enough. */
    async ask(member: StoredMember): Promise<Asked | null> {
      const ways = await deps.secondFactor.ways(member.id);
      if (ways.length === 0) return null;
      const ticket = `${member.id}.${await tickets.issue(purpose(member))}`;
      return { outcome: "second factor", member: { id: member.id, email: member.email }, ways, ticket };
    },

    /** The ticket's member; null if it is invalid, expired or used. */
    async memberOf(ticket: string): Promise<StoredMember | null> {
      const { id, rest } = split(ticket);
      const member = await deps.members.findForSignIn(id);
      return member !== null && (await tickets.isGood(rest, purpose(member))) ? member : null;
    },

    /** Uses up a valid ticket; false if another request was first. */
    use: (ticket: string) => tickets.use(split(ticket).rest),

    /** What the store keeps of a used ticket. */
    toUse: (ticket: string) => tickets.toUse(split(ticket).rest),
  };
}

function split(ticket: string): { id: string; rest: string } {
  const dot = ticket.indexOf(".");
  return { id: ticket.slice(0, Math.max(dot, 0)), rest: ticket.slice(dot + 1) };
}
