import type { SecondFactorWay } from "#contract/second-factor.ts";
import type { MemberStore, StoredMember } from "../store/members.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { Tickets } from "./tickets.ts";

export type SecondStep = ReturnType<typeof createSecondStep>;

/** What is asked for after a right password. */
export interface Asked {
  outcome: "second factor";
  /** Whose password it was. */
  member: { id: string; email: string };
  ways: SecondFactorWay[];
  ticket: string;
}

/** The way from a right password to its confirmation: a ticket that tells the server who it was. */
export function createSecondStep(deps: {
  members: Pick<MemberStore, "findForSignIn">;
  tickets: Tickets;
  secondFactor: Pick<SecondFactor, "ways">;
}) {
  const { tickets } = deps;
  // With the password's hash: another password ends it.
  const purpose = ({ id, passwordHash }: StoredMember) => ["second step", id, passwordHash];

  return {
    /** Null where the password is enough. */
    async ask(member: StoredMember): Promise<Asked | null> {
      const ways = await deps.secondFactor.ways(member.id);
      if (ways.length === 0) return null;
      const ticket = `${member.id}.${await tickets.issue(purpose(member))}`;
      return { outcome: "second factor", member: { id: member.id, email: member.email }, ways, ticket };
    },

    /** Whose password was right; null where the ticket is none of ours, is over or was used. */
    async memberOf(ticket: string): Promise<StoredMember | null> {
      const { id, rest } = split(ticket);
      const member = await deps.members.findForSignIn(id);
      return member !== null && (await tickets.isGood(rest, purpose(member))) ? member : null;
    },

    /** Uses a good ticket up; false where another request was first. */
    use: (ticket: string) => tickets.use(split(ticket).rest),

    /** What the store keeps of a good ticket once it is used. */
    toUse: (ticket: string) => tickets.toUse(split(ticket).rest),
  };
}

function split(ticket: string): { id: string; rest: string } {
  const dot = ticket.indexOf(".");
  return { id: ticket.slice(0, Math.max(dot, 0)), rest: ticket.slice(dot + 1) };
}
