import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { inboxFilterSchema, waitingSchema } from "./inbox.ts";
import { requiredLine } from "../text.ts";

const noFilter = say("view.empty");

/** A view does not store the search: its words may be personal data, which would stay after the inquiry is erased. */
const viewFilterSchema = z.object(
  { ...inboxFilterSchema.omit({ search: true }).shape, waiting: waitingSchema.optional() },
  { error: noFilter },
);

export type ViewFilter = z.output<typeof viewFilterSchema>;

const viewFields = z.object({
  name: requiredLine(say("label.name"), 40),
  isShared: z.boolean({ error: say("view.choose-shared") }),
  filter: viewFilterSchema,
});

export const savedViewInputSchema = viewFields
  .extend({
    filter: viewFilterSchema.refine((filter) => Object.values(filter).some((value) => value !== undefined), noFilter),
  })
  .meta({ id: "SavedViewFields" });

export type SavedViewInput = z.output<typeof savedViewInputSchema>;

export const savedViewSchema = viewFields
  .extend({
    id: z.string(),
    /** Whether the caller has made it: only they choose whether it is shared. */
    isMine: z.boolean(),
    /** Whether the caller may change and delete it: its maker, and of a shared one an owner. */
    mayManage: z.boolean(),
  })
  .meta({ id: "SavedView" });

export type SavedView = z.output<typeof savedViewSchema>;

/** The caller's own views, and those that the team shares. */
export const savedViewListSchema = z.object({ views: z.array(savedViewSchema) }).meta({ id: "SavedViewList" });
