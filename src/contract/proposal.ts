import { z } from "zod";

const instant = z.iso.datetime();

/** The maker of a proposed sensitive change, its wait, and whether the caller may approve it. */
export const proposalFields = {
  by: z.string().nullable(),
  at: instant,
  /** When it is published automatically; null if a second owner must approve it. */
  publishesAt: instant.nullable(),
  /** Whether it can no longer be published, because what it changes has changed. */
  isStale: z.boolean(),
  /** Whether the caller may approve it. */
  canApprove: z.boolean(),
  /** When a new owner may approve it; null for others. */
  approvesFrom: instant.nullable(),
};
