import { passwordLink } from "#contract/paths.ts";
import { say } from "#copy/server/say.ts";
import { anotherOwner, approvalRefusals } from "#server/http/refusals.ts";
import { accepted, refused, route } from "#server/http/route.ts";
import type { Inbox } from "#server/inbox/inbox.ts";
import type { Turns } from "#server/inquiries/turns.ts";
import type { Held } from "#server/trust/trust.ts";
import { waitingOf } from "#server/trust/waiting.ts";
import type { Invited, Team } from "./team.ts";

/** Changes need a recent step-up: an invitation or a link could turn a stolen session into one that passes step-up. */
const change = { access: "owner", stepUp: true } as const;

const gone = [404, say("member.gone")] as const;
const notProposed = [409, say("member.not-proposed")] as const;
const waitsAlready = [409, say("trust.change-waits")] as const;

/** What a change that was held back responds. */
const heldBack = (held: Held) =>
  held.ok && held.waits !== null ? accepted(waitingOf(held.waits)) : refused("waits already");

const toInvited = ({ member, token, mailed }: Invited) => ({ member, link: passwordLink("reset", token), mailed });

/** `/api/members`: the team and its permissions. */
export function memberRoutes(deps: {
  team: Team;
  inbox: Pick<Inbox, "loadOf" | "isAssignable" | "reassign">;
  turns: Pick<Turns, "away">;
}) {
  const { team, inbox, turns } = deps;

  async function unchanged(id: string) {
    const found = (await team.list()).find((member) => member.id === id);
    return found === undefined ? null : { ok: true as const, member: found };
  }

  return [
    route("GET /members", {
      does: "The team, in the order in which they came; only owners see who has a second factor",
      run: async ({ member: caller }) => {
        const members = await team.listFor(caller);
        const load = new Map((await inbox.loadOf(members.map(({ id }) => id))).map((each) => [each.id, each]));
        const away = await turns.away();
        const turnOf = ({ id, role }: (typeof members)[number]) =>
          away === null || role !== "agent" ? {} : { takesTurns: !away.has(id) };
        return { members: members.map((member) => ({ ...member, ...load.get(member.id), ...turnOf(member) })) };
      },
    }),

    route("POST /members", {
      does: "Invite a member; the answer has their one-time link",
      ...change,
      refuses: { taken: [409, say("member.address-taken")] },
      run: async ({ body, member }) => {
        const invited = await team.invite(body, member);
        return invited === null ? refused("taken") : toInvited(invited);
      },
    }),

    route("PATCH /members/:id", {
      does: "Change a member's role, deactivate or activate them, or give their open inquiries to somebody else",
      ...change,
      refuses: {
        gone,
        "waits already": waitsAlready,
        "last owner": [409, say("member.last-owner")],
        "needed owner": [409, say("member.two-owners-needed")],
        "invalid assignee": [422, { reassignTo: say("member.choose-other-assignee") }],
      },
      run: async ({ id, body, member }) => {
        const { reassignTo } = body;
        if (typeof reassignTo === "string" && (reassignTo === id || !(await inbox.isAssignable(reassignTo))))
          return refused("invalid assignee");
        const changed =
          body.role === undefined && body.isActive === undefined
            ? await unchanged(id)
            : await team.change(id, body, member);
        if (changed === null) return refused("gone");
        if (!changed.ok) return changed.reason === "held" ? heldBack(changed.held) : refused(changed.reason);
        // After the change, so that nothing new is assigned to this member.
        if (reassignTo !== undefined) await inbox.reassign(id, reassignTo, member);
        return changed.member;
      },
    }),

    route("POST /members/:id/ownership", {
      does: "Approve a new owner whom another owner has proposed",
      ...change,
      refuses: { ...approvalRefusals, gone, "not proposed": notProposed, "own proposal": anotherOwner },
      run: async ({ id, member }) => {
        const approved = await team.approveOwner(id, member);
        if (approved === null) return refused("gone");
        return approved.ok ? approved.member : approved;
      },
    }),

    route("DELETE /members/:id/ownership", {
      does: "Reject a new owner who waits for approval, or withdraw the proposal",
      ...change,
      refuses: { gone, "not proposed": notProposed },
      run: async ({ id, member }) => {
        const withdrawn = await team.withdrawOwner(id, member);
        if (withdrawn === null) return refused("gone");
        return withdrawn.ok ? withdrawn.member : withdrawn;
      },
    }),

    route("DELETE /members/:id/second-factor", {
      does: "Take a member's second factor away, where it is lost, and end their sessions",
      ...change,
      refuses: { gone, "waits already": waitsAlready, needed: [409, say("member.own-factor-needed")] },
      run: async ({ id, signedIn }) => {
        const reset = await team.resetSecondFactor(id, signedIn);
        if (reset === null) return refused("gone");
        if (reset.outcome === "held") return heldBack(reset.held);
        return reset.outcome === "needed" ? refused("needed") : { message: say("member.factor-removed") };
      },
    }),

    route("DELETE /members/:id/sessions", {
      does: "End a member's sessions",
      ...change,
      refuses: { gone },
      run: async ({ id, member }) => {
        const ended = await team.endSessions(id, member);
        return ended === null ? refused("gone") : { message: say("member.sessions-ended", { count: ended }) };
      },
    }),

    route("POST /members/:id/link", {
      does: "A new one-time link with which a member sets a password, in the place of the earlier ones",
      ...change,
      refuses: {
        gone,
        "waits already": waitsAlready,
        deactivated: [409, say("member.deactivated")],
        external: [409, say("member.no-password")],
      },
      run: async ({ id, member }) => {
        const renewed = await team.renewLink(id, member);
        if (renewed === null) return refused("gone");
        if (!renewed.ok) return renewed;
        const { waits } = renewed;
        return waits === null ? toInvited(renewed) : accepted({ ...toInvited(renewed), waits: waitingOf(waits) });
      },
    }),
  ];
}
