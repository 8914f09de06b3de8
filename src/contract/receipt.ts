import { z } from "zod";
import type { inquiryFields, InquiryKind, inquiryStatuses } from "#domain/inquiries/inquiry.ts";

/** Response to an accepted inquiry: its reference, and the path of its private page. */
export const acceptedSchema = z
  .object({ message: z.string(), reference: z.string(), receipt: z.string() })
  .meta({ id: "Accepted" });

export type Accepted = z.output<typeof acceptedSchema>;

/** The part that a client can rely on: every server version sends `message`. */
export type Answered = Pick<Accepted, "message"> & Partial<Accepted>;

/** An inquiry on its visitor's private page. */
export interface Receipt {
  reference: string;
  /** A `suspected` inquiry shows as `new`: the spam verdict is not revealed. `binned`: the team deleted it. */
  status: Exclude<(typeof inquiryStatuses)[number], "suspected"> | "binned";
  /** Time of submission, formatted in the site's time zone, so that the server and the browser render the same. */
  receivedAt: string;
  kind: InquiryKind;
  /** What an impostor report is about; empty for other inquiries. */
  reported: string;
  fields: Record<(typeof inquiryFields)[number], string>;
}
