import { z } from "zod";

/** A completed call, with a message for the caller. */
export const doneSchema = z.object({ message: z.string() }).meta({ id: "Done" });

export type Done = z.output<typeof doneSchema>;
