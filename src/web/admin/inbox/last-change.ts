import type { BlockedInput } from "#contract/inbox/blocked-sender.ts";
import type { InquiryChanges, InquiryDetail, InquirySummary } from "#contract/inbox/inbox.ts";
import type { AnswerDraft } from "./inquiry/drafts/drafts.ts";

/** A reply that can still be taken back, with its draft. */
export interface SentReply {
  id: string;
  inquiry: Pick<InquiryDetail, "id" | "reference">;
  draft: AnswerDraft;
  files: readonly File[];
}

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

/** The last change as a sentence, with undo. */
export interface LastChange {
  /** Identifies it. */
  number: number;
  text: string;
  /** Says what a colleague's change has prevented. */
  kept?: string | undefined;
  undo: InquiryChanges["changes"];
  /** The ids moved to the bin: undo restores them. */
  binned?: readonly string[];
  /** The reply that was sent: undo takes it back. */
  reply?: SentReply;
  /** Details of a sender that were blocked before: undo sets them again. */
  block?: SenderBlock;
  /** The merge that undo ends. */
  merge?: Merge;
}

export function canUndo({ undo, binned = [], reply, block, merge }: LastChange): boolean {
  return undo.length > 0 || binned.length > 0 || [reply, block, merge].some((back) => back !== undefined);
}
