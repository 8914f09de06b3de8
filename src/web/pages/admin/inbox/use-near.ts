import { type RefObject, useEffect, useState } from "react";

/** Whether an element is near the window, as the browser tells of what it leaves out by `content-visibility`; where it does not tell, it is. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(() => !("ContentVisibilityAutoStateChangeEvent" in window));

  useEffect(() => {
    const place = element.current;
    const follow = (event: Event) => setNear(!(event as ContentVisibilityAutoStateChangeEvent).skipped);
    place?.addEventListener("contentvisibilityautostatechange", follow);
    return () => place?.removeEventListener("contentvisibilityautostatechange", follow);
  }, [element]);

  return isNear;
}
