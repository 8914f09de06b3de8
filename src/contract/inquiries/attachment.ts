import { z } from "zod";

/** A file of a message, an answer or a reply. Images are stored re-encoded, so they are all WebP. */
export const attachmentSchema = z
  .object({
    id: z.string(),
    type: z.enum(["image/webp", "application/pdf"]),
    /** In bytes. */
    size: z.int(),
    /** In pixels; null for a PDF. */
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({ id: "Attachment" });

export type Attachment = z.output<typeof attachmentSchema>;
