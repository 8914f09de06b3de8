import { z } from "zod";
import { secondFactorWays } from "./second-factor.ts";

/** A challenge of ALTCHA (https://altcha.org/docs/v2/); it is signed as it is, so it has to come back as it was. */
const challengeSchema = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    expiresAt: z.number(),
  }),
  signature: z.string(),
});

/** RFC 9457 problem details, with the `message` a person can read and a message for each rejected field. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    /**
     * What the call is refused for the want of. `proof`: the member has to prove again who they are, with `POST /api/session/proof`.
     * `second-factor`: the sign-in has to be confirmed in one of `ways`, with `ticket`; `second-factor-setup`: the member has to set one up.
     * `work`: a flood is on, and a proof of work lets the call through.
     */
    needs: z.enum(["proof", "second-factor", "second-factor-setup", "work"]).optional(),
    ways: z.array(z.enum(secondFactorWays)).optional(),
    ticket: z.string().optional(),
    /** With `work`: what has to be solved first, as ALTCHA writes it; its solution goes into the field `work`. */
    challenge: challengeSchema.optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;
