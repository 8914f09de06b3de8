import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  type OwnSettings,
  type OwnSettingsChange,
  ownSettingsChangeSchema,
  ownSettingsSchema,
} from "#contract/auth/own-settings.ts";
import { teamPaths } from "#contract/team-api-paths.ts";
import { memberOf } from "../http/access.ts";
import { problems } from "../http/problem.ts";

interface Services {
  ownSettings: {
    of: (memberId: string) => Promise<OwnSettings>;
    change: (memberId: string, change: OwnSettingsChange) => Promise<OwnSettings>;
  };
}

/** `/api/session/settings`: the settings of the member who asks, and of nobody else. */
export function ownSettingsRoutes({ ownSettings }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      teamPaths.ownSettings,
      { schema: { summary: "Your own settings", response: { 200: ownSettingsSchema, ...problems(401) } } },
      (request) => ownSettings.of(memberOf(request).id),
    );

    app.put(
      teamPaths.ownSettings,
      {
        schema: {
          summary: "Change some of your own settings; what is left out stays, and the last change counts",
          body: ownSettingsChangeSchema,
          response: { 200: ownSettingsSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      (request) => ownSettings.change(memberOf(request).id, request.body),
    );
  };
}
