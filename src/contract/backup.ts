import { z } from "zod";
import { messageCodeSchema, messageFields } from "./message-code.ts";

const instant = z.iso.datetime();

/** Place of the contents of files. */
const filesStateSchema = z.object({
  place: z.enum(["folder", "bucket", "database"]),
  /** Files that are still to be moved there out of the database. */
  waiting: z.int().nonnegative(),
  /**
   * Why files that are erased stay in their place: a bucket keeps versions, or locks objects; its key may not ask
   * (`unknown`); another database with the same store has used the place within the last day (`copy`).
   */
  keepsErased: z.enum(["versions", "locked", "unknown", "copy"]).nullable(),
  /** Fault for which files can be neither stored nor opened, if any. */
  failure: z.object({ at: instant, ...messageFields }).nullable(),
});

export type FilesState = z.output<typeof filesStateSchema>;

/** Space that is left. Days are null if it does not shrink, or nobody knows yet. */
const spaceStateSchema = z.object({
  /** Days until the disk of the data or of the backups, or the limit of files, is full. */
  daysLeft: z.int().nullable(),
  /** Disks of which less than a tenth is free: of the data, or of the backups. */
  low: z.array(z.object({ place: z.enum(["data", "backups"]), free: z.int() })),
  files: z.object({ bytes: z.int(), limit: z.int().nullable() }),
  /** Whether the disk is full: what is left is for the team, and nothing is taken from visitors. */
  isForTeam: z.boolean(),
});

export type SpaceState = z.output<typeof spaceStateSchema>;

/** State of the backups and of the store, for owners. */
export const backupStateSchema = z
  .object({
    /** Interval of automatic backups in hours; 0 if they are off. */
    everyHours: z.int(),
    isRunning: z.boolean(),
    last: z.object({ madeAt: instant, bytes: z.int() }).nullable(),
    dueAt: instant.nullable(),
    /** Error of the last try, if it failed. */
    failure: z.object({ at: instant, ...messageFields }).nullable(),
    /** Places that each backup is copied to: a bucket, and the operator's program. */
    copies: z.array(
      z.object({
        to: z.enum(["s3", "hook"]),
        /** When the newest backup that arrived was made; null if none is known to. */
        madeAt: instant.nullable(),
        /** Error of the last try, if it failed. */
        failure: z.object({ at: instant, ...messageFields }).nullable(),
      }),
    ),
    /** Files of inquiries that are missing, or are not what was stored: how many, and the inquiries' references. */
    lostFiles: z.object({ count: z.int(), inquiries: z.array(z.string()) }).optional(),
    /** Null for PostgreSQL, which checks its own storage. */
    store: z
      .object({
        /** Last full integrity check; null if none ran since the start. */
        checkedAt: instant.nullable(),
        /** Damage that was found; empty if none. */
        problems: z.array(z.string()),
        /** The codes of these texts, in their order. */
        problemsCode: z.array(messageCodeSchema).optional(),
        /** Why a start would not notice data missing from the store; null if it would. */
        unwatched: z.string().nullable(),
        unwatchedCode: messageCodeSchema.optional(),
      })
      .nullable(),
    space: spaceStateSchema.optional(),
    files: filesStateSchema.optional(),
  })
  .meta({ id: "BackupState" });

export type BackupState = z.output<typeof backupStateSchema>;

/** A passphrase, shown once, and a proof that the server made it for this member; it is in effect once it was typed. */
export const newPassphraseSchema = z
  .object({ passphrase: z.string(), proof: z.string() })
  .meta({ id: "NewPassphrase" });

export type NewPassphrase = z.output<typeof newPassphraseSchema>;
