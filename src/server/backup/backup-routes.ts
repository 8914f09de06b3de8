import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { backupStateSchema } from "#contract/backup.ts";
import type { BackupScheduler } from "./scheduler.ts";
import { problems } from "../http/problem.ts";

/** `/api/backups`: the state of backups and of the store's integrity, for owners. */
export function backupRoutes(backups: Pick<BackupScheduler, "state">): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      settingsPaths.backups,
      {
        config: { access: "owner" },
        schema: {
          summary: "The last backup, the next one, and whether the store is whole",
          response: { 200: backupStateSchema, ...problems(401, 403) },
        },
      },
      () => backups.state(),
    );
  };
}
