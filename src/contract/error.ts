import { z } from "zod";
import { secondFactorWays } from "./second-factor.ts";

/** RFC 9457 problem details, with the `message` a person can read and a message for each rejected field. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    /**
     * What the call is refused for: `proof`, until the member has proved again who they are, with `POST /api/session/proof`; `second-factor`, until
     * the sign-in is confirmed in one of `ways`, with `ticket`; `second-factor-setup`, until the member has set one up.
     */
    needs: z.enum(["proof", "second-factor", "second-factor-setup"]).optional(),
    ways: z.array(z.enum(secondFactorWays)).optional(),
    ticket: z.string().optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;
