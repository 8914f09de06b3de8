import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Scrolls a thread to its newest entry: when it opens, when there are more of them, and when the pane gets lower. With
 * only the visitor's message it starts at the top. Who reads further up stays there: `missed` counts what has arrived
 * below since. `count` is the number of entries; `isOwn`, whether the newest is the member's own, which is shown.
 */
export function useNewestInView(thread: RefObject<HTMLElement | null>, count: number, isOwn: boolean) {
  const counted = useRef(0);
  const isReadingAbove = useRef(false);
  const [missed, setMissed] = useState(0);
  useLayoutEffect(() => {
    const more = count - counted.current;
    counted.current = count;
    if (more <= 0) return;
    if (isReadingAbove.current && !isOwn) setMissed((before) => before + more);
    else scrollToNewest(thread.current);
  }, [thread, count, isOwn]);

  useEffect(() => {
    const pane = thread.current;
    if (pane === null) return undefined;
    let isAtEnd = false;
    function remember() {
      if (pane === null) return;
      isAtEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2;
      const top = newestIn(pane)?.getBoundingClientRect().top ?? 0;
      isReadingAbove.current = !isAtEnd && top >= pane.getBoundingClientRect().bottom;
      if (!isReadingAbove.current) setMissed(0);
    }
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
  // The scroll event ends `missed`.
  return { missed, showNewest: () => scrollToNewest(thread.current) };
}

function newestIn(pane: HTMLElement): HTMLElement | undefined {
  return [...pane.querySelectorAll<HTMLElement>(".entry")].at(-1);
}

/** Scrolls to the newest entry; to its start, if it is higher than the pane. */
function scrollToNewest(pane: HTMLElement | null): void {
  const newest = pane === null ? undefined : newestIn(pane);
  if (pane === null || newest === undefined) return;
  const top = newest.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  pane.scrollTo({ top: top - Number.parseFloat(getComputedStyle(pane).paddingTop) });
}
