import type { NewPassphrase } from "#contract/backup.ts";
import { route } from "../http/route.ts";
import type { FilesWatch } from "../space/files-watch.ts";
import type { Space } from "../space/space.ts";
import type { BackupScheduler } from "./scheduler.ts";

/** `/api/backups`: the state of backups and of the store's integrity, and new passphrases, for owners. */
export const backupRoutes = (deps: {
  backups: Pick<BackupScheduler, "state">;
  space: Pick<Space, "state">;
  filesWatch: Pick<FilesWatch, "state">;
  backupPassphrases: { make: (memberId: string) => Promise<NewPassphrase> };
}) => [
  route("GET /backups", {
    does: "The last backup, the next one, whether the store is whole, what fills up, and where files are",
    access: "owner",
    run: async () => ({
      ...(await deps.backups.state()),
      space: await deps.space.state(),
      files: await deps.filesWatch.state(),
    }),
  }),

  route("POST /backups/passphrase", {
    does: "Make a passphrase for backups; the settings take it once it is typed back",
    access: "owner",
    run: ({ member }) => deps.backupPassphrases.make(member.id),
  }),
];
