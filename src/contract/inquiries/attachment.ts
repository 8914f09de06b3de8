import { z } from "zod";

/** A file of a message, an answer or a reply. Images are stored re-encoded, so they are all WebP. */
export const attachmentSchema = z
  .object({
    id: z.string(),
    type: z.enum(["image/webp", "application/pdf"]),
    /** Size in bytes. */
    size: z.int(),
    /** Width in pixels; null for a PDF. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** The name that its sender gave it; visitors see the name of a reply's file only. */
    name: z.string().optional(),
  })
  .meta({ id: "Attachment" });

export type Attachment = z.output<typeof attachmentSchema>;

/** A file as the team sees it. */
export const namedAttachmentSchema = attachmentSchema
  .extend({
    /** The sender's name for the file; empty if it has none. Downloads have a name of ours. */
    name: z.string(),
    /** Whether it is likely a logo: an email's picture in a signature or quotation, or one its sender sent before. */
    isLogo: z.boolean(),
  })
  .meta({ id: "NamedAttachment" });

export type NamedAttachment = z.output<typeof namedAttachmentSchema>;
