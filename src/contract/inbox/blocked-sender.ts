import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { senderKinds } from "#domain/inquiries/blocked-sender.ts";
import { messageFields } from "../message-code.ts";
import { personSchema } from "./inbox.ts";

/** A blocked number or address, as far as it is known. */
export const blockedSenderSchema = z
  .object({
    id: z.string(),
    kind: z.enum(senderKinds),
    /** Hint to recognize it by, such as `…43210` or `a…@example.com`. */
    hint: z.string(),
    /** Null if the member no longer exists. */
    by: personSchema.nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: "BlockedSender" });

export type BlockedSenderView = z.output<typeof blockedSenderSchema>;

export const blockedSenderListSchema = z
  .object({ senders: z.array(blockedSenderSchema) })
  .meta({ id: "BlockedSenders" });

/** The details of an inquiry's sender to block; `If-Match` names the version that was seen. */
export const blockedInputSchema = z
  .object({
    phone: z.boolean({ error: say("blocking.choose-number") }),
    email: z.boolean({ error: say("blocking.choose-address") }),
  })
  .meta({ id: "BlockedFields" });

export type BlockedInput = z.output<typeof blockedInputSchema>;

/** `undo` brings it back for some minutes. */
export const unblockedSchema = z.object({ ...messageFields, undo: z.string() }).meta({ id: "Unblocked" });

export type Unblocked = z.output<typeof unblockedSchema>;

const undoMissing = say("blocking.choose-sender");

export const blockAgainSchema = z
  .object({ undo: z.string({ error: undoMissing }).min(1, undoMissing).max(2000, undoMissing) })
  .meta({ id: "BlockAgain" });
