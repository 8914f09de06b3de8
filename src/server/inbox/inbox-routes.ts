import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { inboxPaths } from "#contract/team-api-paths.ts";
import {
  inboxPageSchema,
  inboxQuerySchema,
  inquiryChangeSchema,
  inquiryChangesDoneSchema,
  inquiryChangesSchema,
  inquiryDetailSchema,
  noteInputSchema,
} from "#contract/inbox.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendProblem } from "../http/problem.ts";
import type { Inbox } from "./inbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import { sendGone, sendInBin, sendStale, stale, withTag } from "./inquiry-responses.ts";
import { readVersionTag } from "../http/version-tag.ts";

const params = z.object({ id: z.string() });

/** `/api/contact-inquiries` and `/api/inbox`: the team's work on inquiries. */
export function inboxRoutes(deps: { inbox: Inbox; settings: Pick<SettingsService, "mayBulk"> }): FastifyPluginAsyncZod {
  const { inbox, settings } = deps;
  const noAssignee = (reply: FastifyReply, field: string) =>
    sendFieldErrors(reply, {
      [field]: "This member cannot be assigned: they are not in the team any more.",
    });

  const badSnooze = (reply: FastifyReply, field: string) =>
    sendFieldErrors(reply, { [field]: "Choose a time in the future, at most a year from now." });

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.inquiries,
      {
        schema: {
          summary: "A page of the inbox, the newest first; without a status, all but the suspected ones",
          querystring: inboxQuerySchema,
          response: { 200: inboxPageSchema, ...problems(401, 422) },
        },
      },
      async (request) => {
        const { after, limit, ...filter } = request.query;
        const member = memberOf(request);
        const page = await inbox.list(filter, { after, limit }, member.id);
        return { ...page, mayBulk: await settings.mayBulk(member) };
      },
    );

    app.get(
      inboxPaths.inquiry,
      {
        schema: {
          summary: "An inquiry with its notes, its history and others by the same person; its version is the ETag",
          params,
          response: { 200: inquiryDetailSchema, ...problems(401, 404) },
        },
      },
      async (request, reply) => {
        const inquiry = await inbox.find(request.params.id);
        return inquiry === null ? sendGone(reply) : withTag(reply, inquiry);
      },
    );

    app.patch(
      inboxPaths.inquiry,
      {
        schema: {
          summary:
            "Change the status, the assignee or the snooze of an inquiry; If-Match names the version that was seen",
          params,
          body: inquiryChangeSchema,
          response: {
            200: inquiryDetailSchema,
            412: stale,
            ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428),
          },
        },
      },
      async (request, reply) => {
        const { "if-match": header } = request.headers;
        if (header === undefined)
          return sendProblem(reply, 428, "The request must say in If-Match which version it changes.");
        // A foreign tag matches no version.
        const version = readVersionTag(header) ?? -1;
        const result = await inbox.change(request.params.id, version, request.body, memberOf(request));
        switch (result.outcome) {
          case "changed":
            return withTag(reply, result.inquiry);
          case "gone":
            return sendGone(reply);
          case "binned":
            return sendInBin(reply);
          case "no such assignee":
            return noAssignee(reply, "assigneeId");
          case "bad snooze":
            return badSnooze(reply, "snoozedUntil");
          case "stale":
            return sendStale(reply, "A colleague has changed this inquiry in the meantime.", result.current);
        }
      },
    );

    app.post(
      inboxPaths.notes,
      {
        schema: {
          summary: "Add an internal note; answers the inquiry with it",
          params,
          body: noteInputSchema,
          response: { 201: inquiryDetailSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const inquiry = await inbox.addNote(request.params.id, request.body.text, memberOf(request).id);
        if (inquiry === "binned") return sendInBin(reply);
        return inquiry === null ? sendGone(reply) : withTag(reply.code(201), inquiry);
      },
    );

    app.post(
      inboxPaths.changes,
      {
        schema: {
          summary: "Change several inquiries, each only where it still is at its version",
          body: inquiryChangesSchema,
          response: { 200: inquiryChangesDoneSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await inbox.changeSeveral(request.body, memberOf(request));
        if (result.outcome === "no such assignee") return noAssignee(reply, "changes");
        if (result.outcome === "bad snooze") return badSnooze(reply, "changes");
        const { changed, refused } = result;
        return { message: `${inquiriesCounted(changed.length)} changed.${restText(refused)}`, changed, refused };
      },
    );
  };
}

export function restText(refused: readonly string[]): string {
  return refused.length === 0 ? "" : ` ${refused.length} had been changed by a colleague.`;
}

export function inquiriesCounted(count: number): string {
  return count === 1 ? "1 inquiry" : `${count} inquiries`;
}
