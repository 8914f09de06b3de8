import { teamCopy } from "#copy/current.ts";
import { useEffect, useRef, useState } from "react";
import type { InquirySummary } from "#contract/inbox/inbox.ts";

/** The screen reader's announcement: the size of a new view, and new inquiries in the present one. */
export function useAnnouncement(props: {
  /** Identifies what the list shows. */
  view: string;
  isReady: boolean;
  countText: string;
  loaded: readonly InquirySummary[];
  /** The number of pages they came in: a further page brings no arrivals, whatever the order. */
  pages: number;
}): string {
  const { view, isReady, countText, loaded, pages } = props;
  const [said, setSaid] = useState("");
  const heard = useRef<{ view: string; newest: string; pages: number }>(undefined);
  useEffect(() => {
    if (!isReady) return;
    const before = heard.current;
    const newest = newestOf(loaded) ?? "";
    heard.current = { view, newest, pages };
    if (before?.view !== view) {
      setSaid(countText);
      return;
    }
    if (before.pages !== pages) return;
    const arrived = loaded.filter(({ receivedAt }) => receivedAt > before.newest).length;
    if (arrived > 0) setSaid(teamCopy.inbox.arrivals(arrived));
  }, [view, isReady, countText, loaded, pages]);
  return said;
}

/** When the newest one came in: those whose snooze has ended stand before it. */
export function newestOf(inquiries: readonly Pick<InquirySummary, "receivedAt">[]): string | undefined {
  return inquiries
    .map(({ receivedAt }) => receivedAt)
    .toSorted()
    .at(-1);
}
