import { z } from "zod";

/** Numbers of inquiries, up to 1,000; 1,001 stands for more. */
const counts = z.record(z.string(), z.int());

/** How many inquiries views of the inbox list, as a list does without possible spam and the snoozed ones. */
export const viewCountsSchema = z
  .object({
    /** Assigned to the caller, and to nobody. */
    mine: z.int(),
    unassigned: z.int(),
    /** Counts by the id of a tag. */
    tags: counts,
    /** Counts by the id of a saved view. */
    views: counts,
  })
  .meta({ id: "ViewCounts" });

export type ViewCounts = z.output<typeof viewCountsSchema>;
