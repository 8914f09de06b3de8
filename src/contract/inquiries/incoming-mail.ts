import { z } from "zod";
import { messageCodeSchema } from "../message-code.ts";

/** Outcome for a pushed email; see `MailOutcome` of the server. */
export const takenMailSchema = z
  .object({
    outcome: z.enum(["answer", "inquiry", "bounce", "known", "listed", "automatic", "off"]),
  })
  .meta({ id: "TakenMail" });

/** State of the connection to the mailbox; `off` if no mailbox is set up. */
export const incomingMailStateSchema = z
  .object({
    state: z.enum(["off", "connecting", "connected", "failing"]),
    /** Why it fails. */
    problem: z.string().nullable(),
    problemCode: messageCodeSchema.optional(),
    since: z.iso.datetime(),
  })
  .meta({ id: "IncomingMailState" });

export type IncomingMailState = z.output<typeof incomingMailStateSchema>;
