import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  blockAgainSchema,
  blockedInputSchema,
  blockedSenderListSchema,
  unblockedSchema,
} from "#contract/inbox/blocked-sender.ts";
import { doneSchema } from "#contract/done.ts";
import { inquiryDetailSchema } from "#contract/inbox/inbox.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendNoVersion, sendProblem } from "../http/problem.ts";
import { namedVersion } from "../http/version-tag.ts";
import type { BlockedSenders } from "../inquiries/blocked-senders.ts";
import type { Inbox } from "./inbox.ts";
import { sendGone, sendInBin, sendStale, stale, withTag } from "./inquiry-responses.ts";

const params = z.object({ id: z.string() });
const full = say("blocking.full");

/** `/api/contact-inquiries/:id/blocked` and `/api/blocked-senders`: whose messages are put aside unread. */
export function blockedSenderRoutes(deps: {
  blockedSenders: BlockedSenders;
  inbox: Pick<Inbox, "find">;
}): FastifyPluginAsyncZod {
  const { blockedSenders, inbox } = deps;
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.put(
      inboxPaths.blocked,
      {
        schema: {
          summary: "Block or unblock the sender of an inquiry; If-Match names the version that was seen",
          params,
          body: blockedInputSchema,
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
        const { id } = request.params;
        const outcome = await blockedSenders.set(id, version, request.body, memberOf(request));
        if (outcome === "full") return sendProblem(reply, 409, full);
        if (outcome === "no such field") {
          const [field, what] = request.body.email ? ["email", "address"] : ["phone", "number"];
          return sendFieldErrors(reply, { [field]: say("blocking.nothing-left", { what }) });
        }
        const inquiry = await inbox.find(id);
        if (inquiry === null) return sendGone(reply);
        if (outcome === "gone") return sendInBin(reply);
        if (outcome === "stale") return sendStale(reply, say("inquiry.changed"), inquiry);
        return withTag(reply, inquiry);
      },
    );

    app.get(
      inboxPaths.blockedSenders,
      { schema: { summary: "The blocked senders", response: { 200: blockedSenderListSchema, ...problems(401) } } },
      async () => ({ senders: await blockedSenders.list() }),
    );

    app.delete(
      inboxPaths.blockedSender,
      {
        schema: {
          summary: "Unblock a sender, and remove all that is kept of it",
          params,
          response: { 200: unblockedSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        const unblocked = await blockedSenders.unblock(request.params.id, memberOf(request));
        if (unblocked === null) return sendProblem(reply, 404, say("blocking.gone"));
        return { message: say("blocking.unblocked"), ...unblocked };
      },
    );

    app.post(
      inboxPaths.blockAgain,
      {
        schema: {
          summary: "Undo an unblocking of the last ten minutes",
          body: blockAgainSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const outcome = await blockedSenders.restore(request.body.undo, memberOf(request));
        if (outcome === "restored") return { message: say("blocking.blocked-again") };
        return sendProblem(reply, 409, outcome === "full" ? full : say("blocking.undo-too-late"));
      },
    );
  };
}
