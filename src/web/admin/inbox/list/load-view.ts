import type { InboxFilter, InquirySummary } from "#contract/inbox/inbox.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { requestedFilter } from "../use-inbox-view.ts";

/** One action takes at most this many inquiries. */
export const maxOfView = 10_000;

const pageSize = 200;

/** The inquiries of a view in its order, the first `maxOfView`. `isWhole`: there are no others. @throws ApiError */
export async function loadView(
  filter: InboxFilter,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<{ inquiries: InquirySummary[]; isWhole: boolean }> {
  // An inquiry that moves in the order meanwhile comes twice: as it is then.
  const found = new Map<string, InquirySummary>();
  let after: string | null = null;
  do {
    const page = await inboxApi.list(requestedFilter(filter), { after, limit: pageSize }, signal);
    for (const inquiry of page.inquiries) found.set(inquiry.id, inquiry);
    onProgress(Math.min(found.size, maxOfView));
    after = page.next;
  } while (after !== null && found.size < maxOfView);
  const inquiries = [...found.values()];
  return { inquiries: inquiries.slice(0, maxOfView), isWhole: after === null && inquiries.length <= maxOfView };
}
