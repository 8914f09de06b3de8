import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import type { InboxFilter, InboxPage, InquirySummary } from "#contract/inbox/inbox.ts";
import { newestOf, useAnnouncement } from "../use-announcement.ts";
import { isOldestFirst } from "../use-inbox-view.ts";
import { newInquiries, useInquiryList } from "./use-inquiries.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { useLatest } from "../use-latest.ts";

/** The list of a view: its loaded rows, the shown ones, and its announcement. `top` is at its head. */
export function useInboxList(filter: InboxFilter, top: RefObject<Element | null>) {
  const query = useInquiryList(filter);
  const view = JSON.stringify(filter);
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.inquiries) ?? [], [query.data]);
  const isOldest = isOldestFirst(filter);
  const { rows, held, showAll } = useArrivals(loaded, top, view, isOldest);
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
      { ...counts, snoozed: newest.snoozedCount },
      { loaded: loaded.length, hasMore: query.hasNextPage },
    );
  const countText = total === undefined ? "" : totalText(total);
  const isReady = query.isSuccess && !query.isPlaceholderData;
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
    mayBulk: newest?.mayBulk === true,
  };
}

export type InboxList = ReturnType<typeof useInboxList>;

/** The size of a view: known for all and for a status; otherwise once the view is fully loaded. */
export function inquiryTotal(
  { status, snoozed, sort: _order, ...narrower }: InboxFilter,
  counts: InboxPage["counts"] & { snoozed: number },
  list: { loaded: number; hasMore: boolean },
): { count: number; isAll: boolean } {
  const isCounted = snoozed === undefined || status === undefined;
  if (Object.keys(narrower).length > 0 || !isCounted) return { count: list.loaded, isAll: !list.hasMore };
  if (snoozed !== undefined) return { count: counts.snoozed, isAll: true };
  const counted = inquiryStatuses.filter((name) => (status === undefined ? name !== "suspected" : name === status));
  return { count: counted.reduce((sum, name) => sum + counts[name], 0), isAll: true };
}

/** Such as `1,234 inquiries`, or `More than 50 inquiries` if not known yet. */
export function totalText({ count, isAll }: ReturnType<typeof inquiryTotal>): string {
  return isAll ? teamCopy.inbox.inquiries(count) : teamCopy.inboxList.list.moreThan(count);
}

/**
 * Holds back new inquiries while a member reads further down, so that rows do not move. `top` is an element at the head
 * of the list; `view` identifies what the list shows. Where the oldest come first, they arrive below and move nothing.
 */
function useArrivals(
  loaded: readonly InquirySummary[],
  top: RefObject<Element | null>,
  view: string,
  isOldest: boolean,
) {
  const [since, setSince] = useState<string>();
  const [shownView, setShownView] = useState(view);
  const latest = useLatest(newestOf(loaded));

  if (shownView !== view) {
    setShownView(view);
    setSince(undefined);
  }

  useEffect(() => {
    if (top.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isRead = entry?.isIntersecting === false;
        setSince((before) => (isRead ? (before ?? latest.current) : undefined));
      },
      // The window may be too low for the head, as below alarms.
      { root: top.current.parentElement },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top, latest]);

  const rows = useMemo(
    () => (since === undefined || isOldest ? [...loaded] : loaded.filter(({ receivedAt }) => receivedAt <= since)),
    [loaded, since, isOldest],
  );
  const showAll = useCallback(() => setSince(undefined), []);
  return { rows, held: loaded.length - rows.length, showAll };
}
