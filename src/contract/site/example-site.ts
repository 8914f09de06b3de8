import type { z } from "zod";
import type { siteSchema } from "./site.ts";

/** A made-up address, for the demo and for tests. */
export const exampleSite: z.input<typeof siteSchema> = { support: { email: "support@example.com" } };
