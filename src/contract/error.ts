import { z } from "zod";
import { messageCodeSchema } from "./message-code.ts";

/** An ALTCHA challenge (https://altcha.org/docs/v2/); it is signed, so send it back unchanged. */
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

/**
 * RFC 9457 problem details, with a human-readable `message` in the language of the request and one for each rejected
 * field, and the code and parameters that each comes from.
 */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    message: z.string(),
    code: z.string(),
    params: messageCodeSchema.shape.params,
    /** The request's id in the server's log, also in `X-Request-Id`. */
    requestId: z.string().optional(),
    errors: z.record(z.string(), z.string()).optional(),
    /** The code and parameters of each text in `errors`. */
    errorsCode: z.record(z.string(), messageCodeSchema).optional(),
    /**
     * Requirement that the call does not fulfil. `proof`: step-up authentication with `POST /api/session/proof`.
     * `second-factor-setup`: set up a second factor first. `work`: a flood is on, so a proof of work is required.
     */
    needs: z.enum(["proof", "second-factor-setup", "work"]).optional(),
    /** Set if the API token of the call may not make it (RFC 6750). */
    error: z.literal("insufficient_scope").optional(),
    /** The ALTCHA challenge to solve for `work`; send its solution in the field `work`. */
    challenge: challengeSchema.optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;

/** Response 412: what a request was based on has changed. Extended by what is current. */
export const staleProblemSchema = problemSchema
  .pick({ type: true, title: true, message: true, code: true, params: true, requestId: true })
  .extend({ status: z.literal(412) });
