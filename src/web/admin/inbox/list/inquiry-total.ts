import type { InboxFilter, InboxPage } from "#contract/inbox.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry-status.ts";

/** The size of a view: known for all and for a status; otherwise once the view is fully loaded. */
export function inquiryTotal(
  { status, ...narrower }: InboxFilter,
  counts: InboxPage["counts"],
  list: { loaded: number; hasMore: boolean },
): { count: number; isAll: boolean } {
  if (Object.keys(narrower).length > 0) return { count: list.loaded, isAll: !list.hasMore };
  const counted = inquiryStatuses.filter((name) => (status === undefined ? name !== "suspected" : name === status));
  return { count: counted.reduce((sum, name) => sum + counts[name], 0), isAll: true };
}

/** Such as `1,234 inquiries`, or `More than 50 inquiries` if not known yet. */
export function totalText({ count, isAll }: ReturnType<typeof inquiryTotal>): string {
  if (!isAll) return `More than ${count.toLocaleString("en-IN")} inquiries`;
  return count === 1 ? "1 inquiry" : `${count.toLocaleString("en-IN")} inquiries`;
}
