import type { InquiryDetail } from "#contract/inbox/inbox.ts";

/** When the newest reply, answer or note was written; the visitor's first message is older than all. */
export function newestAt({ entries, notes }: InquiryDetail): string {
  return [...entries, ...notes].reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), "");
}

/**
 * The inquiry without what others have written since `seenUntil`; undefined if they have not. Where it is unknown, as
 * of a draft of an earlier version, nothing counts as seen.
 */
export function beforeArrivals(inquiry: InquiryDetail, seenUntil = "", myId: string): InquiryDetail | undefined {
  const isSeen = ({ createdAt, author }: InquiryDetail["entries" | "notes"][number]) =>
    createdAt <= seenUntil || author?.id === myId;
  const { entries, notes } = inquiry;
  if (entries.every(isSeen) && notes.every(isSeen)) return undefined;
  return { ...inquiry, entries: entries.filter(isSeen), notes: notes.filter(isSeen) };
}
