import { type RefObject, useMemo } from "react";
import type { InboxFilter } from "#contract/inbox.ts";
import { inquiryTotal, totalText } from "./inquiry-total.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useArrivals } from "./use-arrivals.ts";
import { useInquiryList } from "./use-inquiries.ts";

/** The list of a view: what is loaded of it, what of that shows, and what is said of it. `top` stands at its head. */
export function useInboxList(filter: InboxFilter, top: RefObject<Element | null>) {
  const query = useInquiryList(filter);
  const view = JSON.stringify(filter);
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.inquiries) ?? [], [query.data]);
  const { rows, held, showAll } = useArrivals(loaded, top, view);
  const counts = query.data?.pages.at(-1)?.counts;
  const total = counts && inquiryTotal(filter, counts, { loaded: loaded.length, hasMore: query.hasNextPage });
  const countText = total === undefined ? "" : totalText(total);
  const said = useAnnouncement({ view, isReady: query.isSuccess && !query.isPlaceholderData, countText, loaded });
  return { query, view, loaded, rows, held, showAll, counts, total, countText, said };
}

export type InboxList = ReturnType<typeof useInboxList>;
