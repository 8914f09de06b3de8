import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo } from "react";
import type { InboxFilter, InboxPage } from "#contract/inbox/inbox.ts";
import { useAnnouncement } from "../use-announcement.ts";
import { isWaitingView } from "../use-inbox-view.ts";
import { newInquiries, useInquiryList } from "./use-inquiries.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { useArrivals } from "./use-arrivals.ts";

/** The list of a view: its loaded rows, the shown ones, and its announcement. `top` is at its head. */
export function useInboxList(filter: InboxFilter, top: RefObject<Element | null>) {
  const query = useInquiryList(filter);
  const view = JSON.stringify(filter);
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.inquiries) ?? [], [query.data]);
  const isReady = query.isSuccess && !query.isPlaceholderData;
  const { rows, held, showAll } = useArrivals(loaded, { top, view, isReady });
  const newest = query.data?.pages.at(-1);
  const counts = newest?.counts;
  const client = useQueryClient();
  useEffect(() => {
    // Every page of a list has the counts of all.
    if (newest !== undefined) client.setQueryData(newInquiries.queryKey, newest);
  }, [client, newest]);
  const total =
    counts &&
    inquiryTotal(
      filter,
      { ...counts, snoozed: newest.snoozedCount, waiting: newest.waitingCount },
      { loaded: loaded.length, hasMore: query.hasNextPage },
    );
  const countText = total === undefined ? "" : totalText(total);
  const said = useAnnouncement({ view, isReady, countText, loaded, pages: query.data?.pages.length ?? 0 });
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
    unread: newest?.unreadCount ?? 0,
    mayBulk: newest?.mayBulk === true,
  };
}

export type InboxList = ReturnType<typeof useInboxList>;

/** The size of a view: known for all and for a status; otherwise once the view is fully loaded. */
export function inquiryTotal(
  { status, snoozed, sort: _order, ...narrower }: InboxFilter,
  counts: InboxPage["counts"] & { snoozed: number; waiting: number },
  list: { loaded: number; hasMore: boolean },
): { count: number; isAll: boolean } {
  if (isWaitingView({ ...narrower, status, snoozed })) return { count: counts.waiting, isAll: true };
  const isCounted = snoozed === undefined || status === undefined;
  if (Object.keys(narrower).length > 0 || !isCounted) return { count: list.loaded, isAll: !list.hasMore };
  if (snoozed !== undefined) return { count: counts.snoozed, isAll: true };
  const counted = inquiryStatuses.filter((name) => (status === undefined ? name !== "suspected" : name === status));
  return { count: counted.reduce((sum, name) => sum + counts[name], 0), isAll: true };
}

/** Returns a text such as `1,234 inquiries`, or `More than 50 inquiries` if not known yet. */
export function totalText({ count, isAll }: ReturnType<typeof inquiryTotal>): string {
  return isAll ? teamCopy.inbox.inquiries(count) : teamCopy.inboxList.list.moreThan(count);
}
