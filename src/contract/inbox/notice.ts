import { z } from "zod";
import { noticeKinds } from "#domain/inquiries/notice.ts";
import { personSchema } from "./inbox.ts";

/** What the caller is told of an inquiry: the last of its kind. */
const noticeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(noticeKinds),
    at: z.iso.datetime(),
    isRead: z.boolean(),
    /** Who did it; null for a visitor, an API token, the program, and a member who no longer exists. */
    by: personSchema.nullable(),
    inquiry: z.object({ id: z.string(), reference: z.string(), name: z.string() }),
  })
  .meta({ id: "Notice" });

export type Notice = z.output<typeof noticeSchema>;

export const noticeListSchema = z
  .object({
    /** The newest first. */
    notices: z.array(noticeSchema),
    /** How many are unread, also of those that are not listed. */
    unread: z.int(),
  })
  .meta({ id: "NoticeList" });

export type NoticeList = z.output<typeof noticeListSchema>;

/** Marks notices as read: up to the newest that the caller has seen, and of one inquiry only if it is named. */
export const readNoticesSchema = z
  .object({
    until: z.iso.datetime("Until must be a time such as 2026-11-28T09:30:00.000Z."),
    inquiryId: z.string({ error: "Inquiry must be text." }).max(100, "There is no such inquiry.").optional(),
  })
  .meta({ id: "ReadNotices" });

export type ReadNotices = z.output<typeof readNoticesSchema>;
