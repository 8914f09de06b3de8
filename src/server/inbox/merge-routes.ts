import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { inquiryDetailSchema, mergeSchema } from "#contract/inbox/inbox.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendNoVersion, sendProblem } from "../http/problem.ts";
import { namedVersion } from "../http/version-tag.ts";
import { sendGone, sendInBin, sendStale, stale, withTag } from "./inquiry-responses.ts";
import type { Merging } from "./merging.ts";

const params = z.object({ id: z.string() });

/** `/api/contact-inquiries/:id/merge`: merges an inquiry into another one, and undoes it. */
export function mergeRoutes({ merging }: { merging: Merging }): FastifyPluginAsyncZod {
  function send(reply: FastifyReply, result: Awaited<ReturnType<Merging["merge"]>>) {
    if (result.ok) return withTag(reply, result.inquiry);
    switch (result.reason) {
      case "stale":
        return sendStale(reply, say("inquiry.changed-or-answered"), result.current);
      case "gone":
        return sendGone(reply);
      case "binned":
        return sendInBin(reply);
      case "refused":
        return sendProblem(reply, 409, result.problem);
    }
  }

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.put(
      inboxPaths.merge,
      {
        schema: {
          summary:
            "Merge an inquiry into another one, and close it; If-Match names its version that was seen, the body the " +
            "other one's",
          params,
          body: mergeSchema,
          response: {
            200: inquiryDetailSchema,
            412: stale,
            ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428),
          },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        const seen = { id: request.params.id, version };
        return send(reply, await merging.merge(seen, request.body.into, memberOf(request)));
      },
    );

    app.delete(
      inboxPaths.merge,
      {
        schema: {
          summary: "Undo a merge: the inquiry is on its own again; If-Match names the version that was seen",
          params,
          response: { 200: inquiryDetailSchema, 412: stale, ...problems(400, 401, 403, 404, 409, 413, 415, 428) },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        return send(reply, await merging.unmerge({ id: request.params.id, version }, memberOf(request)));
      },
    );
  };
}
