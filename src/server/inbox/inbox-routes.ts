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
  inquiryQuerySchema,
  noteInputSchema,
} from "#contract/inbox/inbox.ts";
import { viewCountsSchema } from "#contract/inbox/view-counts.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { callerOf, memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendNoVersion } from "../http/problem.ts";
import type { Inbox } from "./inbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { SavedViews } from "./saved-views/saved-views.ts";
import { sendGone, sendInBin, sendMerged, sendStale, stale, withTag } from "./inquiry-responses.ts";
import { namedVersion } from "../http/version-tag.ts";

const params = z.object({ id: z.string() });

/** `/api/contact-inquiries` and `/api/inbox`: the team's work on inquiries. */
export function inboxRoutes(deps: {
  inbox: Inbox;
  settings: Pick<SettingsService, "mayBulk">;
  savedViews: Pick<SavedViews, "list">;
}): FastifyPluginAsyncZod {
  const { inbox, settings, savedViews } = deps;
  const rejections = {
    "no such assignee": say("inquiry.member-gone"),
    "no such tag": say("tag.gone-choose"),
    "too many tags": say("tags.full-inquiry", { count: tagLimits.each }),
    "bad snooze": say("inquiry.snooze-range"),
  };

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.inquiries,
      {
        config: { scope: "inquiries:read" },
        schema: {
          summary:
            "A page of the inbox, the newest first unless sorted; without a status, all but possible spam (status suspected)",
          querystring: inboxQuerySchema,
          response: { 200: inboxPageSchema, ...problems(401, 422) },
        },
      },
      async (request) => {
        const { after, limit, ...filter } = request.query;
        const page = await inbox.list(filter, { after, limit }, callerOf(request).id);
        return { ...page, mayBulk: request.apiToken === null && (await settings.mayBulk(memberOf(request))) };
      },
    );

    app.get(
      inboxPaths.viewCounts,
      {
        schema: {
          summary: "How many inquiries the caller, nobody, each tag and each saved view has",
          response: { 200: viewCountsSchema, ...problems(401) },
        },
      },
      async (request) => {
        const member = memberOf(request);
        return inbox.viewCounts(await savedViews.list(member), member.id);
      },
    );

    app.get(
      inboxPaths.inquiry,
      {
        config: { scope: "inquiries:read" },
        schema: {
          summary: "An inquiry with its notes, its history and others by the same person; its version is the ETag",
          params,
          querystring: inquiryQuerySchema,
          response: { 200: inquiryDetailSchema, ...problems(401, 404, 422) },
        },
      },
      async (request, reply) => {
        const inquiry = await inbox.find(request.params.id, request.query.entries);
        return inquiry === null ? sendGone(reply) : withTag(reply, inquiry);
      },
    );

    app.patch(
      inboxPaths.inquiry,
      {
        config: { scope: "inquiries:status" },
        schema: {
          summary:
            "Change the status, the assignee, the tags or the snooze of an inquiry; If-Match names the version that was seen",
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
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        const { status: _status, ...others } = request.body;
        // The rest of an inquiry is the team's.
        const other = Object.keys(others)[0];
        if (request.apiToken !== null && other !== undefined)
          return sendFieldErrors(reply, { [other]: say("inquiry.token-status-only") });
        const result = await inbox.change(request.params.id, version, request.body, callerOf(request));
        if (result.ok) return withTag(reply, result.inquiry);
        switch (result.reason) {
          case "gone":
            return sendGone(reply);
          case "binned":
            return sendInBin(reply);
          case "merged":
            return sendMerged(reply);
          case "no such assignee":
            return sendFieldErrors(reply, { assigneeId: rejections[result.reason] });
          case "no such tag":
          case "too many tags":
            return sendFieldErrors(reply, { tags: rejections[result.reason] });
          case "bad snooze":
            return sendFieldErrors(reply, { snoozedUntil: rejections[result.reason] });
          case "stale":
            return sendStale(reply, say("inquiry.changed"), result.current);
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
        const { text, mentions } = request.body;
        const added = await inbox.addNote(request.params.id, text, memberOf(request).id, mentions);
        if (added === null) return sendGone(reply);
        if (added.ok) return withTag(reply.code(201), added.inquiry);
        if (added.reason === "binned") return sendInBin(reply);
        return sendFieldErrors(reply, { mentions: say("note.mentioned-gone") });
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
        if (!result.ok) return sendFieldErrors(reply, { changes: rejections[result.reason] });
        const { changed, refused } = result;
        return { message: changedText(changed.length, refused.length), changed, refused };
      },
    );
  };
}

function changedText(count: number, refused: number): ServerText {
  return refused === 0
    ? say("inquiries.changed", { count })
    : say("inquiries.changed-but", { count, rest: say("inquiries.rest-stale", { count: refused }) });
}
