import type { Site } from "#contract/site/site.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  channelHistoryQuerySchema,
  channelHistorySchema,
  channelStateSchema,
  exportedFileSchema,
  hiddenInputSchema,
  importInputSchema,
  importPlanSchema,
  proposedSchema,
  ruleInputSchema,
  scheduleInputSchema,
  scheduleSchema,
  staleImportSchema,
} from "#contract/channels/channel-list.ts";
import { doneSchema } from "#contract/done.ts";
import { channelPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { dayAt } from "#domain/time/day.ts";
import type { Sessions } from "../auth/sessions.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendProblem } from "../http/problem.ts";
import { type ChannelHistoryService, toScheduleEntry } from "./channel-history.ts";
import type { ChannelImport } from "./channel-import.ts";
import { channelRequests } from "./channel-requests.ts";
import type { Contacts } from "./contacts.ts";

const params = z.object({ id: z.string() });

/** Max size of an import, in bytes: a thousand channels with all their fields. */
const maxFileBytes = 4_194_304;

/** Routes for schedules, approvals, the history, the emergency switch, and export and import of the channels. */
export function channelChangeRoutes(deps: {
  contacts: Contacts;
  channelHistory: ChannelHistoryService;
  channelImport: ChannelImport;
  sessions: Sessions;
  /** Its time zone is for the date in the name of an exported file. */
  site: Pick<Site, "timeZone">;
}): FastifyPluginAsyncZod {
  const { contacts, channelHistory, channelImport, site } = deps;
  const { actorOf, respond } = channelRequests(deps);
  return async (app) => {
    app.get(
      channelPaths.state,
      {
        schema: {
          summary: "What is hidden, scheduled, waiting or lately changed",
          response: { 200: channelStateSchema, ...problems(401) },
        },
      },
      (request) => channelHistory.state(memberOf(request)),
    );

    app.post(
      channelPaths.schedules,
      {
        config: { access: "owner" },
        schema: {
          summary: "Schedule a change of a contact",
          params,
          body: scheduleInputSchema,
          response: { 201: scheduleSchema, 202: proposedSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { fields, from, until } = request.body;
        const times = { from: Date.parse(from), until: until === null ? null : Date.parse(until) };
        return respond(
          request,
          reply,
          contacts.schedule(request.params.id, { fields, ...times }, actorOf(request)),
          (change) => {
            if (change?.schedule === undefined) throw new Error("what was scheduled is not in its change");
            return reply.code(201).send(toScheduleEntry(change.schedule));
          },
        );
      },
    );

    app.delete(
      channelPaths.schedule,
      {
        config: { access: "owner" },
        schema: {
          summary: "Cancel a scheduled change, or end it now",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.unschedule(request.params.id, actorOf(request)), () => ({
          message: say("schedule.cancelled"),
        })),
    );

    app.put(
      channelPaths.hidden,
      {
        config: { access: "owner" },
        schema: {
          summary: "Hide all channels at once, or show them again",
          body: hiddenInputSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { hidden } = request.body;
        return respond(request, reply, contacts.setHidden(hidden, actorOf(request)), () => ({
          message: hidden ? say("channels.hidden") : say("channels.shown"),
        }));
      },
    );

    app.put(
      channelPaths.rule,
      {
        config: { access: "owner" },
        schema: {
          summary: "Say what a change of where a channel opens, or of its description, has to wait for",
          body: ruleInputSchema,
          response: { 200: doneSchema, 202: proposedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.setRule(request.body, actorOf(request), request.body.nobodyUntil), () => ({
          message: say("publication.rule-saved"),
        })),
    );

    app.post(
      channelPaths.approval,
      {
        config: { access: "owner" },
        schema: {
          summary: "Publish a change that another owner has proposed",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.approve(request.params.id, actorOf(request)), () => ({
          message: say("proposal.published"),
        })),
    );

    app.delete(
      channelPaths.proposal,
      {
        schema: {
          summary: "Withdraw a change that waits",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respond(request, reply, contacts.withdraw(request.params.id, actorOf(request)), () => ({
          message: say("proposal.withdrawn"),
        })),
    );

    app.get(
      channelPaths.history,
      {
        schema: {
          summary: "What has been done to the channels, the newest first",
          querystring: channelHistoryQuerySchema,
          response: { 200: channelHistorySchema, ...problems(400, 401, 422) },
        },
      },
      (request) => channelHistory.page(request.query, memberOf(request)),
    );

    app.post(
      channelPaths.undo,
      {
        schema: {
          summary: "Undo a change; agents may only what an agent did. It waits as the change back would",
          params: z.object({ id: z.coerce.number().int().min(1).max(1e15) }),
          response: { 200: doneSchema, 202: proposedSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        respond(request, reply, channelHistory.undo(request.params.id, actorOf(request)), () => ({
          message: say("change.undone"),
        })),
    );

    app.post(
      channelPaths.restore,
      {
        config: { access: "owner" },
        schema: {
          summary: "Put the last good list back after the store was changed by something else",
          response: { 200: doneSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const { id, email } = memberOf(request);
        if (await contacts.restore({ id, email })) return { message: say("channels.restored") };
        return sendProblem(reply, 409, say("channels.nothing-to-restore"));
      },
    );

    app.get(
      channelPaths.export,
      {
        schema: {
          summary: "All contacts as a file",
          response: { 200: exportedFileSchema, ...problems(401) },
        },
      },
      async (_request, reply) => {
        const file = await channelImport.export();
        const name = `channels-${dayAt(Date.parse(file.exportedAt), site.timeZone)}.json`;
        return reply.header("content-disposition", `attachment; filename="${name}"`).send(file);
      },
    );

    app.post(
      channelPaths.import,
      {
        config: { access: "owner" },
        bodyLimit: maxFileBytes,
        schema: {
          summary:
            "Preview what a file would change or, with the version of the preview, import it: all of it or nothing",
          body: importInputSchema,
          response: {
            200: importPlanSchema,
            202: proposedSchema,
            412: { description: "Changed", content: { "application/problem+json": { schema: staleImportSchema } } },
            ...problems(400, 401, 403, 409, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        if (!request.body.dryRun && request.body.version === undefined) {
          const errors = { version: say("channel-file.version-required") };
          return sendFieldErrors(reply, errors);
        }
        const result = await channelImport.import(request.body, actorOf(request));
        if (result.outcome === "planned") return result.plan;
        if (result.outcome === "stale") {
          const message = say("channels.stale");
          return sendProblem(reply, 412, message, undefined, { plan: result.plan });
        }
        return respond(request, reply, result, () => {
          throw new Error("an import that is done has its plan");
        });
      },
    );
  };
}
