import { z } from "zod";

const instant = z.iso.datetime();

/** How the backups are, and the store itself, as owners see them. */
export const backupStateSchema = z
  .object({
    /** How often one is made by itself; 0 where that is switched off. */
    everyHours: z.int(),
    isRunning: z.boolean(),
    last: z.object({ madeAt: instant, bytes: z.int() }).nullable(),
    dueAt: instant.nullable(),
    /** Of the last try, where it failed. */
    failure: z.object({ at: instant, message: z.string() }).nullable(),
    /** Null where the store is PostgreSQL, which looks after itself. */
    store: z
      .object({
        /** When the whole store was read last; null until it has been since the start. */
        checkedAt: instant.nullable(),
        /** What is damaged; empty where all is well. */
        problems: z.array(z.string()),
        /** Why a start would not find what is missing from the store; null where it would. */
        unwatched: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "BackupState" });

export type BackupState = z.output<typeof backupStateSchema>;
