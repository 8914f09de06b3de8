import { z } from "zod";

/** What a form says of itself beside what was typed; all of it may be missing, as in a plain call of the API. */
export const formSchema = z.object({
  /** When the form was made, signed by the server. */
  formTime: z.string().max(200).optional().catch(undefined),
  /** Nobody sees this field: what fills it in is a program. */
  homepage: z.string().optional().catch(undefined),
  /** The solution of the challenge that the server asked for, as ALTCHA writes it. */
  work: z.string().max(4000).optional().catch(undefined),
  /** Without scripts: the idempotency key, which a call carries in its header. */
  key: z.string().max(200).optional().catch(undefined),
});

export type FormWords = z.output<typeof formSchema>;

/** A fresh signed time for a form that a browser has made. */
export const formTimeSchema = z.object({ formTime: z.string() }).meta({ id: "FormTime" });
