import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { bellKinds } from "#domain/inquiries/bell.ts";
import { personSchema } from "./inbox.ts";

/** An entry of the caller's bell about an inquiry: the last of its kind. */
const bellEntrySchema = z
  .object({
    id: z.string(),
    kind: z.enum(bellKinds),
    at: z.iso.datetime(),
    isRead: z.boolean(),
    /** The actor; null for a visitor, an API token, the program, and a member who no longer exists. */
    by: personSchema.nullable(),
    inquiry: z.object({ id: z.string(), reference: z.string(), name: z.string() }),
  })
  .meta({ id: "BellEntry" });

export type BellEntry = z.output<typeof bellEntrySchema>;

export const bellEntriesSchema = z
  .object({
    /** The newest first. */
    entries: z.array(bellEntrySchema),
    /** Number of unread entries, including those that are not listed. */
    unread: z.int(),
  })
  .meta({ id: "BellEntries" });

export type BellEntries = z.output<typeof bellEntriesSchema>;

/** Marks entries as read: up to the newest that the caller has seen, and of one inquiry only if it is named. */
export const readBellSchema = z
  .object({
    until: z.iso.datetime(say("notices.until-time")),
    inquiryId: z
      .string({ error: say("notices.inquiry-text") })
      .max(100, say("merge.no-inquiry"))
      .optional(),
  })
  .meta({ id: "ReadBell" });

export type ReadBell = z.output<typeof readBellSchema>;
