import { z } from "zod";

/** Hidden form fields; API calls may omit all of them. */
export const formSchema = z.object({
  /** When the form was rendered, signed by the server. */
  formTime: z.string().max(200).optional().catch(undefined),
  /** Honeypot: invisible, so only a program fills it in. */
  homepage: z.string().optional().catch(undefined),
  /** Solution of the server's ALTCHA challenge. */
  work: z.string().max(4000).optional().catch(undefined),
  /** Without scripts: the idempotency key, which other calls send as a header. */
  key: z.string().max(200).optional().catch(undefined),
});

export type FormWords = z.output<typeof formSchema>;

/** A new signed time for a form that the browser rendered. */
export const formTimeSchema = z.object({ formTime: z.string() }).meta({ id: "FormTime" });
