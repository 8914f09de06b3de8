import type { Site } from "#contract/site/site.ts";
import type { ImportPlan } from "#contract/channels/channel-list.ts";
import { say } from "#copy/server/say.ts";
import { dayAt } from "#domain/time/day.ts";
import type { Sessions } from "../auth/sessions.ts";
import { refused, route } from "../http/route.ts";
import { type ChannelHistoryService, toScheduleEntry } from "./channel-history.ts";
import type { ChannelImport } from "./channel-import.ts";
import { channelRequests } from "./channel-requests.ts";
import type { Channels } from "./channels.ts";

/** Max size of an import, in bytes: a thousand channels with all their fields. */
const maxFileBytes = 4_194_304;

/** Routes for schedules, approvals, the history, the emergency switch, and export and import of the channels. */
export function channelChangeRoutes(deps: {
  channels: Channels;
  channelHistory: ChannelHistoryService;
  channelImport: ChannelImport;
  sessions: Sessions;
  /** Its time zone is for the date in the name of an exported file. */
  site: Pick<Site, "timeZone">;
}) {
  const { channels, channelHistory, channelImport, site } = deps;
  const { actorOf, respond } = channelRequests(deps);
  return [
    route("GET /contacts/state", {
      does: "What is hidden, scheduled, waiting or lately changed",
      run: ({ member }) => channelHistory.state(member),
    }),

    route("POST /contacts/:id/schedules", {
      does: "Schedule a change of a contact",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, body: { fields, from, until }, request, reply }) => {
        const times = { from: Date.parse(from), until: until === null ? null : Date.parse(until) };
        return respond(request, reply, channels.schedule(id, { fields, ...times }, actorOf(request)), (change) => {
          if (change?.schedule === undefined) throw new Error("what was scheduled is not in its change");
          return toScheduleEntry(change.schedule);
        });
      },
    }),

    route("DELETE /contacts/schedules/:id", {
      does: "Cancel a scheduled change, or end it now",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, request, reply }) =>
        respond(request, reply, channels.unschedule(id, actorOf(request)), () => ({
          message: say("schedule.cancelled"),
        })),
    }),

    route("PUT /contacts/hidden", {
      does: "Hide all channels at once, or show them again",
      access: "owner",
      statuses: { also: [409] },
      run: ({ body: { hidden }, request, reply }) =>
        respond(request, reply, channels.setHidden(hidden, actorOf(request)), () => ({
          message: hidden ? say("channels.hidden") : say("channels.shown"),
        })),
    }),

    route("PUT /contacts/rule", {
      does: "Say what a change of where a channel opens, or of its description, has to wait for",
      access: "owner",
      statuses: { also: [409] },
      run: ({ body, request, reply }) =>
        respond(request, reply, channels.setRule(body, actorOf(request), body.nobodyUntil), () => ({
          message: say("publication.rule-saved"),
        })),
    }),

    route("POST /contacts/proposals/:id/approve", {
      does: "Publish a change that another owner has proposed",
      access: "owner",
      statuses: { also: [404, 409] },
      run: ({ id, request, reply }) =>
        respond(request, reply, channels.approve(id, actorOf(request)), () => ({
          message: say("proposal.published"),
        })),
    }),

    route("DELETE /contacts/proposals/:id", {
      does: "Withdraw a change that waits",
      statuses: { also: [404, 409] },
      run: ({ id, request, reply }) =>
        respond(request, reply, channels.withdraw(id, actorOf(request)), () => ({
          message: say("proposal.withdrawn"),
        })),
    }),

    route("GET /contacts/history", {
      does: "What has been done to the channels, the newest first",
      statuses: { also: [400] },
      run: ({ query, member }) => channelHistory.page(query, member),
    }),

    route("POST /contacts/history/:id/undo", {
      does: "Undo a change; agents may only what an agent did. It waits as the change back would",
      statuses: { also: [404, 409, 422] },
      run: ({ id, request, reply }) =>
        respond(request, reply, channelHistory.undo(id, actorOf(request)), () => ({ message: say("change.undone") })),
    }),

    route("POST /contacts/restore", {
      does: "Put the last good list back after the store was changed by something else",
      access: "owner",
      refuses: { "nothing to restore": [409, say("channels.nothing-to-restore")] },
      run: async ({ member: { id, email } }) =>
        (await channels.restore({ id, email })) ? { message: say("channels.restored") } : refused("nothing to restore"),
    }),

    route("GET /contacts/export.json", {
      does: "All contacts as a file",
      run: async ({ reply }) => {
        const exported = await channelImport.export();
        const name = `channels-${dayAt(Date.parse(exported.exportedAt), site.timeZone)}.json`;
        reply.header("content-disposition", `attachment; filename="${name}"`);
        return exported;
      },
    }),

    route("POST /contacts/import", {
      does: "Preview what a file would change or, with the version of the preview, import it: all of it or nothing",
      access: "owner",
      bodyLimit: maxFileBytes,
      statuses: { also: [409] },
      refuses: {
        "no version": [422, { version: say("channel-file.version-required") }],
        stale: [412, ({ plan }: { plan: ImportPlan }) => ({ message: say("channels.stale"), more: { plan } })],
      },
      run: async ({ body, request, reply }) => {
        if (!body.dryRun && body.version === undefined) return refused("no version");
        const result = await channelImport.import(body, actorOf(request));
        if (result.outcome === "planned") return result.plan;
        if (result.outcome === "stale") return { ...refused("stale"), plan: result.plan };
        return respond(request, reply, result, (): never => {
          throw new Error("an import that is done has its plan");
        });
      },
    }),
  ];
}
