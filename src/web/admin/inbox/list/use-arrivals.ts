import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import type { InquirySummary } from "#contract/inbox.ts";
import { useLatest } from "../use-latest.ts";

/** Below the window the head counts as seen too: otherwise a jump from above it to below it would go unnoticed. */
const belowCounts = "0px 0px 1000000px";

/**
 * Holds back new inquiries while a member reads further down, so that rows do not move. `top` is an element at the head
 * of the list; `view` identifies what the list shows.
 */
export function useArrivals(loaded: readonly InquirySummary[], top: RefObject<Element | null>, view: string) {
  const [since, setSince] = useState<string>();
  const [shownView, setShownView] = useState(view);
  const latest = useLatest(loaded[0]?.receivedAt);

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
      { rootMargin: belowCounts },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top, latest]);

  const rows = useMemo(
    () => (since === undefined ? [...loaded] : loaded.filter(({ receivedAt }) => receivedAt <= since)),
    [loaded, since],
  );
  const showAll = useCallback(() => setSince(undefined), []);
  return { rows, held: loaded.length - rows.length, showAll };
}
