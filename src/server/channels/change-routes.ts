import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { channelPaths } from "#contract/team-api-paths.ts";
import {
  channelHistoryQuerySchema,
  channelHistorySchema,
  channelStateSchema,
  hiddenInputSchema,
  proposedSchema,
  publishingRuleSchema,
  scheduleInputSchema,
  scheduleSchema,
} from "#contract/channel-list.ts";
import { doneSchema } from "#contract/done.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendProblem } from "../http/problem.ts";
import { type ChannelHistoryService, toScheduleEntry } from "./channel-history.ts";
import type { Contacts } from "./contacts.ts";
import type { Sessions } from "../auth/sessions.ts";
import { sendCommandResult } from "./change-problems.ts";
import { actorOf } from "./request-actor.ts";

const params = z.object({ id: z.string() });

/** Routes for schedules, approvals, the history and the emergency switch of the channels. */
export function channelChangeRoutes(deps: {
  contacts: Contacts;
  channelHistory: ChannelHistoryService;
  sessions: Sessions;
}): FastifyPluginAsyncZod {
  const { contacts, channelHistory, sessions } = deps;
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
        const result = await contacts.schedule(request.params.id, { fields, ...times }, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, (change) => {
          if (change?.schedule === undefined) throw new Error("what was scheduled is not in its change");
          return reply.code(201).send(toScheduleEntry(change.schedule));
        });
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
      async (request, reply) => {
        const result = await contacts.unschedule(request.params.id, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: "The scheduled change is cancelled.",
        }));
      },
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
        const result = await contacts.setHidden(hidden, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: hidden ? "All channels are hidden." : "The channels are shown again.",
        }));
      },
    );

    app.put(
      channelPaths.rule,
      {
        config: { access: "owner" },
        schema: {
          summary: "Say what a change of where a channel opens, or of its description, has to wait for",
          body: publishingRuleSchema,
          response: { 200: doneSchema, 202: proposedSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await contacts.setRule(request.body, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: "The rule is saved.",
        }));
      },
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
      async (request, reply) => {
        const result = await contacts.approve(request.params.id, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: "The change is published.",
        }));
      },
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
      async (request, reply) => {
        const result = await contacts.withdraw(request.params.id, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: "The change is withdrawn.",
        }));
      },
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
      (request) => channelHistory.page(request.query),
    );

    app.post(
      channelPaths.undo,
      {
        schema: {
          summary:
            "Undo a change; agents may, within 24 hours, where it changed where a channel opens or its description",
          params: z.object({ id: z.coerce.number().int().min(1).max(1e15) }),
          response: { 200: doneSchema, 202: proposedSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await channelHistory.undo(request.params.id, actorOf(request, sessions));
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => ({
          message: "The change is undone.",
        }));
      },
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
        if (await contacts.restore({ id, email })) return { message: "The last good list is back." };
        return sendProblem(reply, 409, "There is nothing to put back: the list in the store is good.");
      },
    );
  };
}
