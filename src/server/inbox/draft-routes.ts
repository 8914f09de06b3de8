import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  draftInputSchema,
  draftListSchema,
  draftQuerySchema,
  draftStampSchema,
  draftTextsSchema,
} from "#contract/inbox/draft.ts";
import { problemSchema } from "#contract/error.ts";
import { doneSchema } from "#contract/done.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import type { Store } from "../open-store.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendProblem } from "../http/problem.ts";
import { namedVersion } from "../http/version-tag.ts";

const params = z.object({ id: z.string().max(100) });

const stale = {
  description: "Another tab or device has changed or ended it",
  content: { "application/problem+json": { schema: problemSchema } },
};
const changed = say("draft.stale");

/** `/api/drafts`: unsent texts of the member who asks, and of nobody else. `id` is that of the inquiry. */
export function draftRoutes(services: { drafts: Store["drafts"]; now: () => number }): FastifyPluginAsyncZod {
  const { drafts, now } = services;
  return async (app) => {
    app.get(
      inboxPaths.drafts,
      {
        schema: {
          summary: "Which drafts you have, without their texts",
          response: { 200: draftListSchema, ...problems(401) },
        },
      },
      async (request) => ({ drafts: await drafts.list(memberOf(request).id) }),
    );

    app.get(
      inboxPaths.draft,
      {
        schema: {
          summary: "Your drafts for an inquiry",
          params,
          response: { 200: draftTextsSchema, ...problems(401) },
        },
      },
      async (request) => ({ drafts: await drafts.find(memberOf(request).id, request.params.id) }),
    );

    app.put(
      inboxPaths.draft,
      {
        schema: {
          summary: "Save your draft for an inquiry; If-Match names the version that it replaces, or 0 for a new one",
          params,
          body: draftInputSchema,
          response: { 200: draftStampSchema, 412: stale, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const {
          params: { id: inquiryId },
          body,
        } = request;
        const place = { memberId: memberOf(request).id, inquiryId, kind: body.kind };
        const saved = await drafts.save(place, body, namedVersion(request.headers) ?? 0, now());
        if (saved.ok) return saved.draft;
        if (saved.reason === "stale") return sendProblem(reply, 412, changed);
        return sendProblem(reply, 404, say("inquiry.gone"));
      },
    );

    app.delete(
      inboxPaths.draft,
      {
        schema: {
          summary:
            "Discard your drafts for an inquiry, or that of one kind; with If-Match, only if it is of that version",
          params,
          querystring: draftQuerySchema,
          response: { 200: doneSchema, 412: stale, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const place = { memberId: memberOf(request).id, inquiryId: request.params.id, kind: request.query.kind };
        if (await drafts.delete(place, namedVersion(request.headers))) return { message: say("draft.discarded") };
        return sendProblem(reply, 412, changed);
      },
    );
  };
}
