import { z } from "zod";
import { messageFields } from "./message-code.ts";

/** A completed call, with a message for the caller. */
export const doneSchema = z.object({ ...messageFields }).meta({ id: "Done" });

export type Done = z.output<typeof doneSchema>;
