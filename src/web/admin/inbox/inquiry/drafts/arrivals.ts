import type { InquiryDetail } from "#contract/inbox/inbox.ts";

/** When the newest reply, answer or note was written; the visitor's first message is older than all. */
export function newestAt({ entries, notes }: InquiryDetail): string {
  return [...entries, ...notes].reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), "");
}

/** The inquiry without what others have written since `seenUntil`; undefined if they have not, or if it is unknown. */
export function beforeArrivals(
  inquiry: InquiryDetail,
  seenUntil: string | undefined,
  myId: string,
): InquiryDetail | undefined {
  if (seenUntil === undefined) return undefined;
  const isSeen = ({ createdAt, author }: InquiryDetail["entries" | "notes"][number]) =>
    createdAt <= seenUntil || author?.id === myId;
  const { entries, notes } = inquiry;
  if (entries.every(isSeen) && notes.every(isSeen)) return undefined;
  return { ...inquiry, entries: entries.filter(isSeen), notes: notes.filter(isSeen) };
}
