import { z } from "zod";
import { untakenReasons } from "#domain/inquiries/untaken-mail.ts";
import { messageFields } from "../message-code.ts";

export const untakenQuerySchema = z.object({
  /** `next` of the previous page. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** An email that was not taken. */
export const untakenMailSchema = z
  .object({
    id: z.string(),
    receivedAt: z.iso.datetime(),
    /** Empty if none could be read. */
    senderName: z.string(),
    senderAddress: z.string(),
    subject: z.string(),
    /** The beginning of its text; empty if it could not be read. */
    preview: z.string(),
    reason: z.enum(untakenReasons),
    /** The reference of the inquiry that it is perhaps about. */
    about: z.string().nullable(),
    /** Bytes of the email, and those of them that are kept. */
    size: z.int(),
    kept: z.int(),
    /** Whether it can be read, and so be taken. */
    mayBeTaken: z.boolean(),
    /** The inquiry that it became, or was added to. */
    inquiryId: z.string().nullable(),
  })
  .meta({ id: "UntakenMail" });

export type UntakenMail = z.output<typeof untakenMailSchema>;

export const untakenPageSchema = z
  .object({
    mails: z.array(untakenMailSchema),
    /** `before` of the next page; null on the last one. */
    next: z.int().nullable(),
  })
  .meta({ id: "UntakenPage" });

export type UntakenPage = z.output<typeof untakenPageSchema>;

/** The inquiry that an email became, or was added to. */
export const takenSchema = z.object({ ...messageFields, inquiryId: z.string() }).meta({ id: "MailTaken" });

export type MailTaken = z.output<typeof takenSchema>;
