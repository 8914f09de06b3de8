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
    let isAtEnd = false;
    const remember = () => (isAtEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2);
    // A longer draft makes it lower.
    const watcher = new ResizeObserver(() => {
      if (counted.current > 0 && isAtEnd) pane.scrollTo({ top: pane.scrollHeight });
    });
    remember();
    pane.addEventListener("scroll", remember);
    watcher.observe(pane);
    return () => {
      pane.removeEventListener("scroll", remember);
      watcher.disconnect();
    };
  }, [thread]);
}

/** To its start, if it is higher than the pane. */
function scrollToNewest(pane: HTMLElement | null): void {
  const newest = [...(pane?.querySelectorAll<HTMLElement>(".entry") ?? [])].at(-1);
  if (pane === null || newest === undefined) return;
  const top = newest.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  pane.scrollTo({ top: top - Number.parseFloat(getComputedStyle(pane).paddingTop) });
}
