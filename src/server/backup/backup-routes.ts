import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { backupStateSchema, newPassphraseSchema, type NewPassphrase } from "#contract/backup.ts";
import { memberOf } from "../http/access.ts";
import type { FilesWatch } from "../space/files-watch.ts";
import type { Space } from "../space/space.ts";
import type { BackupScheduler } from "./scheduler.ts";
import { problems } from "../http/problem.ts";

/** `/api/backups`: the state of backups and of the store's integrity, and new passphrases, for owners. */
export function backupRoutes(
  backups: Pick<BackupScheduler, "state">,
  space: Pick<Space, "state">,
  files: Pick<FilesWatch, "state">,
  passphrases: { make: (memberId: string) => Promise<NewPassphrase> },
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      settingsPaths.backups,
      {
        config: { access: "owner" },
        schema: {
          summary: "The last backup, the next one, whether the store is whole, what fills up, and where files are",
          response: { 200: backupStateSchema, ...problems(401, 403) },
        },
      },
      async () => ({ ...(await backups.state()), space: await space.state(), files: await files.state() }),
    );

    app.post(
      settingsPaths.backupPassphrase,
      {
        config: { access: "owner" },
        schema: {
          summary: "Make a passphrase for backups; the settings take it once it is typed back",
          response: { 200: newPassphraseSchema, ...problems(400, 401, 403, 413, 415) },
        },
      },
      (request) => passphrases.make(memberOf(request).id),
    );
  };
}
