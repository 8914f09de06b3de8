import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { invitationSchema, invitedSchema, memberChangeSchema, teamMemberSchema, teamSchema } from "#contract/team.ts";
import { memberOf, signedInAs } from "../access.ts";
import { passwordLink } from "../password-link.ts";
import { sendProblem } from "../problem.ts";
import type { Sessions } from "../services/sessions.ts";
import type { AuditedTeam } from "../services/audited.ts";
import type { Invited } from "../services/team.ts";
import { problems } from "./problems.ts";
import { freshProof } from "./proof.ts";

const params = z.object({ id: z.string() });
const needed =
  "Changes of the channels wait for a second owner, so two owners who can sign in must stay. Make somebody else an owner first, or change that rule.";
const ownFactorNeeded =
  "An owner requires a second factor of everybody, so you cannot be without one. Replace it under “Your security” instead.";
const gone = "This member is no longer there. Please reload the page.";

/**
 * `/api/members`: the team, and what each of them may do. What changes it needs a fresh proof: with an invitation, or another's
 * link, a stolen session could become one that counts as proved.
 */
export function memberRoutes(deps: { team: AuditedTeam; sessions: Sessions }): FastifyPluginAsyncZod {
  const { team } = deps;
  const preHandler = freshProof(deps.sessions);
  const toAnswer = ({ member, token, mailed }: Invited) => ({ member, link: passwordLink("reset", token), mailed });

  return async (app) => {
    app.get(
      "/members",
      {
        schema: {
          summary: "The team, in the order in which they came; who has a second factor is told to owners alone",
          response: { 200: teamSchema, ...problems(401) },
        },
      },
      async (request) => ({ members: await team.listFor(memberOf(request)) }),
    );

    app.post(
      "/members",
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
        if (invited === null) return sendProblem(reply, 409, "There is a member with this address already.");
        return reply.code(201).send(toAnswer(invited));
      },
    );

    app.patch(
      "/members/:id",
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Change a member's role, deactivate or activate them",
          params,
          body: memberChangeSchema,
          response: { 200: teamMemberSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const changed = await team.change(request.params.id, request.body, memberOf(request));
        if (changed === null) return sendProblem(reply, 404, gone);
        if (changed === "last owner") {
          return sendProblem(reply, 409, "The last owner must stay one. Make somebody else an owner first.");
        }
        if (changed === "needed owner") return sendProblem(reply, 409, needed);
        return changed;
      },
    );

    app.delete(
      "/members/:id/second-factor",
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Take a member's second factor away, where it is lost, and end their sessions",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const outcome = await team.resetSecondFactor(request.params.id, signedInAs(request));
        if (outcome === null) return sendProblem(reply, 404, gone);
        if (outcome === "needed") return sendProblem(reply, 409, ownFactorNeeded);
        return { message: "The second factor is taken away. The member signs in again, with the password alone." };
      },
    );

    app.delete(
      "/members/:id/sessions",
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
        return { message: ended === 1 ? "One session is over." : `${ended} sessions are over.` };
      },
    );

    app.post(
      "/members/:id/link",
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "A new one-time link with which a member sets a password, in the place of the earlier ones",
          params,
          response: { 201: invitedSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const renewed = await team.renewLink(request.params.id, memberOf(request));
        if (renewed === null) return sendProblem(reply, 404, gone);
        if (renewed === "deactivated") {
          return sendProblem(reply, 409, "This member is deactivated. Activate them first.");
        }
        return reply.code(201).send(toAnswer(renewed));
      },
    );
  };
}
