import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { messageFields } from "../message-code.ts";
import { inquirySummarySchema, seen, selectionOf } from "./inbox.ts";

/** Inquiries to delete; each is rejected separately if its `version` is stale. */
export const erasureSchema = z
  .object({
    inquiries: selectionOf(z.object(seen, { error: say("inquiries.versions-seen") }), say("inquiries.list")),
  })
  .meta({ id: "Erasure" });

export type Erasure = z.output<typeof erasureSchema>;

export const erasureDoneSchema = z
  .object({
    ...messageFields,
    /** Number moved to the bin; those already gone do not count. */
    erased: z.int(),
    /** Ids of those that a colleague changed meanwhile; they stay. */
    refused: z.array(z.string()),
  })
  .meta({ id: "ErasureDone" });

export type ErasureDone = z.output<typeof erasureDoneSchema>;

export const binQuerySchema = z.object({
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, say("bin.no-page"))
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const binPageSchema = z
  .object({
    inquiries: z.array(inquirySummarySchema),
    next: z.string().nullable(),
    /** Number of inquiries in the bin, limited to 1,000. */
    binCount: z.int(),
    /** Days in the bin until an inquiry is purged. */
    binDays: z.int(),
  })
  .meta({ id: "BinPage" });

export type BinPage = z.output<typeof binPageSchema>;

/** Inquiries to restore from the bin, or to purge. */
export const binnedIdsSchema = z
  .object({
    ids: selectionOf(z.string({ error: say("inquiry.choose") }).max(100)),
  })
  .meta({ id: "BinnedIds" });

export const restoredSchema = z
  .object({
    ...messageFields,
    /** Ids of those restored from the bin. */
    restored: z.array(z.string()),
  })
  .meta({ id: "Restored" });

export type Restored = z.output<typeof restoredSchema>;

/** Purges what was deleted up to this time, so that nothing unseen is lost. */
export const emptyBinSchema = z
  .object({ until: z.iso.datetime(say("field.until-time", { example: "2026-11-21T09:30:00.000Z" })) })
  .meta({ id: "EmptyBin" });

/** One call purges a batch of some hundreds; `isDone` is false if more calls are needed. */
export const erasedForGoodSchema = z
  .object({ ...messageFields, erased: z.int(), isDone: z.boolean() })
  .meta({ id: "ErasedForGood" });

export type ErasedForGood = z.output<typeof erasedForGoodSchema>;
