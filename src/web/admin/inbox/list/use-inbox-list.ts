import { type RefObject, useMemo } from "react";
import type { InboxFilter } from "#contract/inbox.ts";
import { inquiryTotal, totalText } from "./inquiry-total.ts";
import { useAnnouncement } from "../use-announcement.ts";
import { useArrivals } from "./use-arrivals.ts";
import { useInquiryList } from "./use-inquiries.ts";

/** The list of a view: its loaded rows, the shown ones, and its announcement. `top` is at its head. */
export function useInboxList(filter: InboxFilter, top: RefObject<Element | null>) {
  const query = useInquiryList(filter);
  const view = JSON.stringify(filter);
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.inquiries) ?? [], [query.data]);
  const { rows, held, showAll } = useArrivals(loaded, top, view);
  const newest = query.data?.pages.at(-1);
  const counts = newest?.counts;
  const total = counts && inquiryTotal(filter, counts, { loaded: loaded.length, hasMore: query.hasNextPage });
  const countText = total === undefined ? "" : totalText(total);
  const said = useAnnouncement({ view, isReady: query.isSuccess && !query.isPlaceholderData, countText, loaded });
  return {
    query,
    view,
    loaded,
    rows,
    held,
    showAll,
    counts,
    total,
    countText,
    said,
    mayBulk: newest?.mayBulk === true,
    binCount: newest?.binCount,
  };
}

export type InboxList = ReturnType<typeof useInboxList>;
