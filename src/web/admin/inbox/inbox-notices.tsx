import { type ReactNode, useEffect, useRef } from "react";

/** The inbox's status messages: at the bottom of the window, regardless of scrolling and open panels. */
export function InboxNotices({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    // The page reserves the same space at its end, so that nothing stays covered.
    const watcher = new ResizeObserver(() => {
      if (place.current === null) return;
      style.setProperty("--notices", `${place.current.offsetHeight}px`);
      uncover(place.current);
    });
    if (place.current !== null) watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      style.removeProperty("--notices");
    };
  }, []);
  return (
    <div ref={place} className="inbox-notices">
      {children}
    </div>
  );
}

/** Scrolls the focused element out from below the messages. */
function uncover(notices: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || notices.contains(focused) || focused.getBoundingClientRect().height > innerHeight / 2) return;
  const { top, height } = notices.getBoundingClientRect();
  if (height > 0 && focused.getBoundingClientRect().bottom > top) focused.scrollIntoView({ block: "nearest" });
}
