import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { pictureApprovalSchema, profileInputSchema, profileSchema, profilesSchema } from "#contract/auth/profile.ts";
import { doneSchema } from "#contract/done.ts";
import { teamPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import type { Sessions } from "../auth/sessions.ts";
import { freshStepUp, memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendProblem } from "../http/problem.ts";
import type { Profiles } from "./profiles.ts";

const params = z.object({ id: z.string() });
const maxBodyBytes = 100_000;
const nothingSet = say("profile.nothing-set");

/**
 * `/api/profile`, `/api/members/:id/profile`: what visitors see of a member. A change needs a recent step-up: a stolen
 * session must not speak to visitors under a name of its own.
 */
export function profileRoutes(deps: { profiles: Profiles; sessions: Sessions }): FastifyPluginAsyncZod {
  const { profiles } = deps;
  const preHandler = freshStepUp(deps.sessions);
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      teamPaths.profile,
      { schema: { summary: "What visitors see of you", response: { 200: profileSchema, ...problems(401) } } },
      (request) => profiles.own(memberOf(request).id),
    );

    app.put(
      teamPaths.profile,
      {
        preHandler,
        bodyLimit: maxBodyBytes,
        schema: {
          summary: "Set what visitors see of you; a new picture of an agent waits for an owner",
          body: profileInputSchema,
          response: { 200: profileSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await profiles.set(memberOf(request), request.body);
        return result.ok ? result.profile : sendFieldErrors(reply, result.errors);
      },
    );

    app.get(
      teamPaths.profiles,
      {
        config: { access: "owner" },
        schema: {
          summary: "What visitors see of each member who has set something",
          response: { 200: profilesSchema, ...problems(401, 403) },
        },
      },
      async () => ({ profiles: await profiles.list() }),
    );

    app.post(
      teamPaths.profilePicture,
      {
        config: { access: "owner" },
        preHandler,
        schema: {
          summary: "Let visitors see the picture of a member",
          params,
          body: pictureApprovalSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const shown = await profiles.showPicture(request.params.id, request.body.pictureId, memberOf(request));
        if (shown.ok) return { message: say("picture.shown") };
        return shown.reason === "gone"
          ? sendProblem(reply, 404, nothingSet)
          : sendProblem(reply, 409, say("picture.changed"));
      },
    );

    // Asks for no step-up: removing a misleading name must not wait.
    app.delete(
      teamPaths.memberProfile,
      {
        config: { access: "owner" },
        schema: {
          summary: "Remove the display name, signature and picture of a member, also from earlier replies",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) =>
        (await profiles.reset(request.params.id, memberOf(request)))
          ? { message: say("profile.removed") }
          : sendProblem(reply, 404, nothingSet),
    );
  };
}
