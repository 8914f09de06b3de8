import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { backupStateSchema } from "#contract/backup.ts";
import type { Keeper } from "../backup/keeper.ts";
import { problems } from "./problems.ts";

/** `/api/backups`: whether backups are made, and whether the store is whole, for owners. */
export function backupRoutes(keeper: Pick<Keeper, "state">): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/backups",
      {
        config: { access: "owner" },
        schema: {
          summary: "The last backup, the next one, and whether the store is whole",
          response: { 200: backupStateSchema, ...problems(401, 403) },
        },
      },
      () => keeper.state(),
    );
  };
}
