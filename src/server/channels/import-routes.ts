import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { channelPaths } from "#contract/team-api-paths.ts";
import {
  exportedFileSchema,
  importInputSchema,
  importPlanSchema,
  proposedSchema,
  staleImportSchema,
} from "#contract/channel-list.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendProblem } from "../http/problem.ts";
import type { ChannelImport } from "./channel-import.ts";
import type { Contacts } from "./contacts.ts";
import type { Sessions } from "../auth/sessions.ts";
import { sendCommandResult } from "./change-problems.ts";
import { actorOf } from "./request-actor.ts";

/** Bytes: a thousand channels with all their fields. */
const largestFile = 4_194_304;

/** Exports and imports the channel list as a file. */
export function channelImportRoutes(deps: {
  contacts: Contacts;
  channelImport: ChannelImport;
  sessions: Sessions;
  /** The site's time zone, for the date in the file name. */
  timeZone: string;
}): FastifyPluginAsyncZod {
  const { contacts, channelImport, sessions, timeZone } = deps;
  return async (app) => {
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
        const name = `channels-${dayOf(zoneClock(timeZone).wallAt(Date.parse(file.exportedAt)))}.json`;
        return reply.header("content-disposition", `attachment; filename="${name}"`).send(file);
      },
    );

    app.post(
      channelPaths.import,
      {
        config: { access: "owner" },
        bodyLimit: largestFile,
        schema: {
          summary:
            "Tell what a file would change or, on the version that was looked at, import it: all of it or nothing",
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
          const errors = { version: "Version is required: that of the list which the dry run looked at." };
          return sendProblem(reply, 422, "Please correct the marked fields.", errors);
        }
        const result = await channelImport.import(request.body, actorOf(request, sessions));
        if (result.outcome === "planned") return result.plan;
        if (result.outcome === "stale") {
          const message = "The list has changed in the meantime. Please look at it again.";
          return sendProblem(reply, 412, message, undefined, { plan: result.plan });
        }
        return sendCommandResult(reply, result, { contacts, member: memberOf(request) }, () => {
          throw new Error("an import that is done has its plan");
        });
      },
    );
  };
}
