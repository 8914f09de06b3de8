import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { replyPlaceholders, unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { staleProblemSchema } from "../error.ts";
import { requiredLine, requiredText } from "../text.ts";

/** Formatted on use: the first format of a process takes long. */
const known = () => new Intl.ListFormat("en").format(replyPlaceholders.map((name) => `{${name}}`));

const replyText = requiredText(say("label.text"), 2000).superRefine((text, context) => {
  const [unknown] = unknownPlaceholders(text);
  if (unknown !== undefined) context.addIssue(say("saved-reply.unknown-placeholder", { unknown, known: known() }));
});

/**
 * The placeholders in the texts are replaced when the reply is used; an unknown one would be sent as written.
 * `variants` has the text in further languages; without it, those stay as they are.
 */
export const savedReplyInputSchema = z
  .object({
    title: requiredLine(say("label.title"), 80),
    text: replyText,
    variants: z.partialRecord(z.enum(furtherLanguages), replyText, say("saved-reply.texts-by-language")).optional(),
  })
  .meta({ id: "SavedReplyFields" });

export type SavedReplyInput = z.output<typeof savedReplyInputSchema>;

export const savedReplySchema = z
  .object({
    id: z.string(),
    /** The version, for `If-Match`. */
    version: z.int(),
    title: z.string(),
    text: z.string(),
    variants: z.partialRecord(z.enum(furtherLanguages), z.string()),
  })
  .meta({ id: "SavedReply" });

export type SavedReply = z.output<typeof savedReplySchema>;

/** Response 412: the request named a version that is no longer the present one. */
export const staleSavedReplySchema = staleProblemSchema
  .extend({ current: savedReplySchema })
  .meta({ id: "StaleSavedReply" });

export const savedReplyListSchema = z.object({ replies: z.array(savedReplySchema) }).meta({ id: "SavedReplyList" });
