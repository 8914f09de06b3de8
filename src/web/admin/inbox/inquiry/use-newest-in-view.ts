import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Scrolls a thread to its newest entry: when it opens, when there are more of them, and when the pane gets lower. With
 * only the visitor's message it starts at the top. `count` is the number of entries.
 */
export function useNewestInView(thread: RefObject<HTMLElement | null>, count: number): void {
  const counted = useRef(0);
  useLayoutEffect(() => {
    if (count > counted.current) scrollToNewest(thread.current);
    counted.current = count;
  }, [thread, count]);

  useEffect(() => {
    const pane = thread.current;
    if (pane === null) return undefined;
    let { clientHeight } = pane;
    // A longer draft makes it lower.
    const watcher = new ResizeObserver(() => {
      const wasAtEnd = pane.scrollTop + clientHeight >= pane.scrollHeight - 2;
      if (counted.current > 0 && wasAtEnd) pane.scrollTo({ top: pane.scrollHeight });
      ({ clientHeight } = pane);
    });
    watcher.observe(pane);
    return () => watcher.disconnect();
  }, [thread]);
}

/** To its start, if it is higher than the pane. */
function scrollToNewest(pane: HTMLElement | null): void {
  const newest = [...(pane?.querySelectorAll<HTMLElement>(".entry") ?? [])].at(-1);
  if (pane === null || newest === undefined) return;
  const top = newest.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  pane.scrollTo({ top: top - Number.parseFloat(getComputedStyle(pane).paddingTop) });
}
