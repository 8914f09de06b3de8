import { z } from "zod";
import { replyPlaceholders, unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { requiredText } from "./text.ts";

const known = new Intl.ListFormat("en").format(replyPlaceholders.map((name) => `{${name}}`));

/** The placeholders in `text` are replaced when the reply is used; an unknown one would be sent as written. */
export const savedReplyInputSchema = z
  .object({
    title: requiredText("Title", 80),
    text: requiredText("Text", 2000).superRefine((text, context) => {
      const [unknown] = unknownPlaceholders(text);
      if (unknown !== undefined) context.addIssue(`${unknown} cannot be filled in. Text may hold ${known}.`);
    }),
  })
  .meta({ id: "SavedReplyFields" });

export type SavedReplyInput = z.output<typeof savedReplyInputSchema>;

export const savedReplySchema = z
  .object({ id: z.string(), title: z.string(), text: z.string() })
  .meta({ id: "SavedReply" });

export type SavedReply = z.output<typeof savedReplySchema>;

export const savedReplyListSchema = z.object({ replies: z.array(savedReplySchema) }).meta({ id: "SavedReplyList" });
