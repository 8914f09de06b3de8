import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { teamPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import {
  invitationSchema,
  invitedSchema,
  memberChangeSchema,
  teamMemberSchema,
  teamSchema,
} from "#contract/auth/team.ts";
import { freshStepUp, memberOf, signedInAs } from "#server/http/access.ts";
import { passwordLink } from "#contract/paths.ts";
import { problems, sendFieldErrors, sendProblem } from "#server/http/problem.ts";
import { anotherOwner, sendApprovalRefusal } from "#server/http/refusals.ts";
import type { Sessions } from "../sessions.ts";
import type { Turns } from "#server/inquiries/turns.ts";
import type { Inbox } from "#server/inbox/inbox.ts";
import { waitingSchema } from "#contract/trust.ts";
import { say } from "#copy/server/say.ts";
import { waitingOf } from "#server/trust/waiting.ts";
import type { Held } from "#server/trust/trust.ts";
import type { FastifyReply } from "fastify";
import type { Invited, Team } from "./team.ts";

const params = z.object({ id: z.string() });
const lastOwner = say("member.last-owner");
const needed = say("member.two-owners-needed");
const ownFactorNeeded = say("member.own-factor-needed");
const notProposed = say("member.not-proposed");
const waitsAlready = say("trust.change-waits");
const noLink = {
  "waits already": waitsAlready,
  deactivated: say("member.deactivated"),
  external: say("member.no-password"),
};
const gone = say("member.gone");

/**
 * `/api/members`: the team and its permissions. Changes need a recent step-up: an invitation, or another member's link,
 * could turn a stolen session into one that passes step-up.
 */
export function memberRoutes(deps: {
  team: Team;
  sessions: Sessions;
  inbox: Pick<Inbox, "loadOf" | "isAssignable" | "reassign">;
  turns: Pick<Turns, "away">;
}): FastifyPluginAsyncZod {
  const { team } = deps;
  const preHandler = freshStepUp(deps.sessions);
  const toInvited = ({ member, token, mailed }: Invited) => ({ member, link: passwordLink("reset", token), mailed });

  function sendHeld(reply: FastifyReply, held: Held) {
    if (!held.ok || held.waits === null) return sendProblem(reply, 409, waitsAlready);
    return reply.code(202).send(waitingOf(held.waits));
  }

  async function unchanged(id: string) {
    const found = (await team.list()).find((member) => member.id === id);
    return found === undefined ? null : { ok: true as const, member: found };
  }

  return async (app) => {
    app.get(
      teamPaths.members,
      {
        schema: {
          summary: "The team, in the order in which they came; only owners see who has a second factor",
          response: { 200: teamSchema, ...problems(401) },
        },
      },
      async (request) => {
        const members = await team.listFor(memberOf(request));
        const load = new Map((await deps.inbox.loadOf(members.map(({ id }) => id))).map((each) => [each.id, each]));
        const away = await deps.turns.away();
        const turnOf = ({ id, role }: (typeof members)[number]) =>
          away === null || role !== "agent" ? {} : { takesTurns: !away.has(id) };
        return { members: members.map((member) => ({ ...member, ...load.get(member.id), ...turnOf(member) })) };
      },
    );

    app.post(
      teamPaths.members,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Invite a member; the answer has their one-time link",
          body: invitationSchema,
          response: { 201: invitedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const invited = await team.invite(request.body, memberOf(request));
        if (invited === null) return sendProblem(reply, 409, say("member.address-taken"));
        return reply.code(201).send(toInvited(invited));
      },
    );

    app.patch(
      teamPaths.member,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Change a member's role, deactivate or activate them, or give their open inquiries to somebody else",
          params,
          body: memberChangeSchema,
          response: {
            200: teamMemberSchema,
            202: waitingSchema,
            ...problems(400, 401, 403, 404, 409, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const change = request.body;
        const { reassignTo } = change;
        if (typeof reassignTo === "string" && (reassignTo === id || !(await deps.inbox.isAssignable(reassignTo)))) {
          return sendFieldErrors(reply, {
            reassignTo: say("member.choose-other-heir"),
          });
        }
        const changed =
          change.role === undefined && change.isActive === undefined
            ? await unchanged(id)
            : await team.change(id, change, memberOf(request));
        if (changed === null) return sendProblem(reply, 404, gone);
        if (!changed.ok && changed.reason === "held") return sendHeld(reply, changed.held);
        if (!changed.ok) return sendProblem(reply, 409, changed.reason === "last owner" ? lastOwner : needed);
        // After the change, so that nothing new is assigned to this member.
        if (reassignTo !== undefined) await deps.inbox.reassign(id, reassignTo, memberOf(request));
        return changed.member;
      },
    );

    app.post(
      teamPaths.ownership,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Approve a new owner whom another owner has proposed",
          params,
          response: { 200: teamMemberSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const approved = await team.approveOwner(request.params.id, memberOf(request));
        if (approved === null) return sendProblem(reply, 404, gone);
        if (approved.ok) return approved.member;
        if (approved.reason === "not proposed") return sendProblem(reply, 409, notProposed);
        if (approved.reason === "new owner" || approved.reason === "older proposal")
          return sendApprovalRefusal(reply, approved);
        const [status, message] = anotherOwner;
        return sendProblem(reply, status, message);
      },
    );

    app.delete(
      teamPaths.ownership,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Reject a new owner who waits for approval, or withdraw the proposal",
          params,
          response: { 200: teamMemberSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const withdrawn = await team.withdrawOwner(request.params.id, memberOf(request));
        if (withdrawn === null) return sendProblem(reply, 404, gone);
        return withdrawn.ok ? withdrawn.member : sendProblem(reply, 409, notProposed);
      },
    );

    app.delete(
      teamPaths.memberSecondFactor,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Take a member's second factor away, where it is lost, and end their sessions",
          params,
          response: { 200: doneSchema, 202: waitingSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const reset = await team.resetSecondFactor(request.params.id, signedInAs(request));
        if (reset === null) return sendProblem(reply, 404, gone);
        if (reset.outcome === "held") return sendHeld(reply, reset.held);
        if (reset.outcome === "needed") return sendProblem(reply, 409, ownFactorNeeded);
        return { message: say("member.factor-removed") };
      },
    );

    app.delete(
      teamPaths.memberSessions,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "End a member's sessions",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        const ended = await team.endSessions(request.params.id, memberOf(request));
        if (ended === null) return sendProblem(reply, 404, gone);
        return { message: say("member.sessions-ended", { count: ended }) };
      },
    );

    app.post(
      teamPaths.memberLink,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "A new one-time link with which a member sets a password, in the place of the earlier ones",
          params,
          response: { 201: invitedSchema, 202: invitedSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const renewed = await team.renewLink(request.params.id, memberOf(request));
        if (renewed === null) return sendProblem(reply, 404, gone);
        if (!renewed.ok) return sendProblem(reply, 409, noLink[renewed.reason]);
        const { waits } = renewed;
        if (waits === null) return reply.code(201).send(toInvited(renewed));
        return reply.code(202).send({ ...toInvited(renewed), waits: waitingOf(waits) });
      },
    );
  };
}
