import { z } from "zod";
import { requiredText } from "./text.ts";

/** `{name}` and `{reference}` are replaced with the inquiry's values. */
export const savedReplyInputSchema = z
  .object({ title: requiredText("Title", 80), text: requiredText("Text", 2000) })
  .meta({ id: "SavedReplyFields" });

export type SavedReplyInput = z.output<typeof savedReplyInputSchema>;

export const savedReplySchema = z
  .object({ id: z.string(), title: z.string(), text: z.string() })
  .meta({ id: "SavedReply" });

export type SavedReply = z.output<typeof savedReplySchema>;

export const savedReplyListSchema = z.object({ replies: z.array(savedReplySchema) }).meta({ id: "SavedReplyList" });
