import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { takenSchema } from "#contract/inbox/untaken-mail.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../../http/access.ts";
import { problems, sendProblem } from "../../http/problem.ts";
import type { ConfirmBounce } from "./confirm-bounce.ts";

const refusals = {
  gone: { status: 404, message: say("bounce.gone") },
  none: { status: 409, message: say("bounce.no-reply") },
} as const;

/** `/api/untaken-mails/{id}/undelivered`: a report of failed delivery that is perhaps about a reply. */
export function confirmBounceRoutes({ confirmBounce }: { confirmBounce: ConfirmBounce }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      inboxPaths.undeliveredMail,
      {
        schema: {
          summary: "Mark the reply that a report of failed delivery is perhaps about as not delivered",
          params: z.object({ id: z.string() }),
          response: { 200: takenSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const confirmed = await confirmBounce(request.params.id, memberOf(request));
        if (confirmed.ok) return { message: say("bounce.confirmed"), inquiryId: confirmed.inquiryId };
        const { status, message } = refusals[confirmed.reason];
        return sendProblem(reply, status, message);
      },
    );
  };
}
