import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { tagColors, tagLimits } from "#domain/inquiries/tag.ts";
import { messageFields } from "../message-code.ts";
import { requiredLine } from "../text.ts";

const color = z.enum(tagColors, { error: say("tag.choose-colour") });

export const tagInputSchema = z
  .object({ name: requiredLine(say("label.name"), tagLimits.name), color })
  .meta({ id: "TagFields" });

export type TagInput = z.output<typeof tagInputSchema>;

export const tagSchema = z.object({ id: z.string(), name: z.string(), color }).meta({ id: "Tag" });

export type Tag = z.output<typeof tagSchema>;

export const tagListSchema = z
  .object({
    /** Tags in the order of their names; `inquiries` counts all that have the tag, including those in the bin. */
    tags: z.array(tagSchema.extend({ inquiries: z.int() })),
    /** Whether the caller may merge and delete tags. */
    mayRemove: z.boolean(),
  })
  .meta({ id: "TagList" });

export type TagList = z.output<typeof tagListSchema>;

export const tagMergeSchema = z
  .object({ into: z.string({ error: say("tag.choose-target") }).max(100, say("tag.choose-target")) })
  .meta({ id: "TagMerge" });

/** A tag is gone; `inquiries` counts those that had it. */
export const tagRemovedSchema = z.object({ ...messageFields, inquiries: z.int() }).meta({ id: "TagRemoved" });

export type TagRemoved = z.output<typeof tagRemovedSchema>;
