import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { turnsSchema } from "#contract/auth/team.ts";
import { teamPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "#server/http/access.ts";
import { problems, sendProblem } from "#server/http/problem.ts";
import type { Turns } from "#server/inquiries/turns.ts";

/** `/api/members/:id/turns`: whether a member takes turns at new inquiries. No step-up: it gives no rights. */
export function turnRoutes({ turns }: { turns: Turns }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      teamPaths.memberTurns,
      {
        schema: {
          summary: "Set whether a member takes turns at new inquiries: one's own or, for owners, anybody's",
          params: z.object({ id: z.string() }),
          body: turnsSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const member = memberOf(request);
        const { id } = request.params;
        if (member.role !== "owner" && member.id !== id) return sendProblem(reply, 403, say("turns.owners-only"));
        const { takesTurns } = request.body;
        if (!(await turns.set(id, takesTurns, member))) return sendProblem(reply, 404, say("member.gone"));
        return { message: takesTurns ? say("turns.takes") : say("turns.takes-none") };
      },
    );
  };
}
