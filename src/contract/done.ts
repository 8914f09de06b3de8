import { z } from "zod";

/** The answer to a call that is done, with a message for whoever asked. */
export const doneSchema = z.object({ message: z.string() }).meta({ id: "Done" });

export type Done = z.output<typeof doneSchema>;
