import { z } from "zod";
import type { inquiryFields, InquiryKind } from "#domain/inquiry.ts";
import type { inquiryStatuses } from "#domain/inquiry-status.ts";

/** The answer to an accepted inquiry: its reference, and the path of its private page. */
export const acceptedSchema = z
  .object({ message: z.string(), reference: z.string(), receipt: z.string() })
  .meta({ id: "Accepted" });

export type Accepted = z.output<typeof acceptedSchema>;

/** The same as a browser may count on it: every version of the server says the `message`. */
export type Answered = Pick<Accepted, "message"> & Partial<Accepted>;

/** What a visitor's private page shows of an inquiry. */
export interface Receipt {
  reference: string;
  /** A `suspected` inquiry shows as `new`: nobody is told what the software thinks of it. */
  status: Exclude<(typeof inquiryStatuses)[number], "suspected">;
  /** When it came in, as a text in the site's time zone: the server and the browser must not differ. */
  receivedAt: string;
  kind: InquiryKind;
  /** What an impostor report is about; empty otherwise. */
  reported: string;
  fields: Record<(typeof inquiryFields)[number], string>;
}
