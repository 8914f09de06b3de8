import { z } from "zod";

/** A code with parameters, of which one may be a text of the server itself: a label, or a count of something. */
export const messageCodeSchema = z
  .object({
    code: z.string(),
    get params() {
      return z.record(z.string(), z.union([z.string(), z.number(), messageCodeSchema]));
    },
  })
  .meta({ id: "MessageCode" });

/**
 * A message of the server: a sentence in the language of the request, and the code and parameters that it comes from,
 * which the server adds to each response.
 */
export const messageFields = {
  message: z.string(),
  code: z.string().optional(),
  params: messageCodeSchema.shape.params.optional(),
};
