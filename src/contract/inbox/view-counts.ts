import { z } from "zod";

/** Numbers of inquiries, up to 1,000; 1,001 stands for more. */
const counts = z.record(z.string(), z.int());

/** Numbers of inquiries that views of the inbox list, without possible spam and snoozed ones, as in the lists. */
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
