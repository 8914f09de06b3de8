import { z } from "zod";

/** RFC 9457 problem details, with the `message` a person can read and a message for each rejected field. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    /** Set where the call is refused until the member has proved again who they are, with `POST /api/session/proof`. */
    needs: z.literal("proof").optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;
