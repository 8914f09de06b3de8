import type { BlockedInput } from "#contract/inbox/blocked-sender.ts";
import type { InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";

/** Details of an inquiry's sender to block. */
export interface SenderBlock {
  inquiry: Pick<InquiryDetail, "id" | "reference" | "version" | "blocked">;
  input: BlockedInput;
}

type Seen = Pick<InquirySummary, "id" | "reference" | "version">;

/** A merge, or with `isUndo` its undo. */
export interface Merge {
  from: Seen;
  into: Pick<InquirySummary, "id" | "reference"> & Partial<Seen>;
  isUndo?: boolean;
}

/** A change in a sentence, with its undo. */
export interface Said {
  text: string;
  /** Says what a colleague's change has prevented. */
  kept?: string | undefined;
  /** Undoes the change, which gets this number. */
  undo?: ((number: number) => void) | undefined;
  /** Whether its undo moves the focus to where it leads. */
  isUndoLeading?: boolean;
}

/** The last change. */
export interface LastChange extends Said {
  /** Identifies it. */
  number: number;
}

/** The key of an undo: a second press retries the one that failed. */
export const undoKey = (number: number) => `undo ${number}`;
