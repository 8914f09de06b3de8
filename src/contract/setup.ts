import { z } from "zod";

/** What an owner does before visitors come, in this order. */
export const setupSteps = [
  "address",
  "second-factor",
  "recovery-codes",
  "brand",
  "legal",
  "channels",
  "hours",
  "mail",
  "second-owner",
  "backups",
  "test-inquiry",
] as const;

export type SetupStep = (typeof setupSteps)[number];

/** How far the set-up is, for owners. */
export const setupStateSchema = z
  .object({
    steps: z.array(
      z.object({
        name: z.enum(setupSteps),
        isDone: z.boolean(),
        /** What is missing, or why it is not possible; empty if it is done. */
        missing: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "SetupState" });

export type SetupState = z.output<typeof setupStateSchema>;
