import { teamCopy } from "#copy/current.ts";
import { useEffect } from "react";

/** Shows the number of new inquiries in the tab's title and on its icon, for an inbox in the background. */
export function useInboxTitle(count = 0): void {
  useEffect(() => {
    // After the change of the page, which sets the page's own title.
    queueMicrotask(() => {
      document.title = count === 0 ? teamCopy.inbox.title : teamCopy.inbox.titleWithNew(count);
    });
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon === null) return undefined;
    icon.href = iconOf(count);
    return () => void (icon.href = iconOf(0));
  }, [count]);
}

/** One file for each: the security policy allows no icon that a page draws. */
function iconOf(count: number): string {
  return count === 0 ? "/favicon.svg" : `/favicon-${count > 9 ? "more" : count}.svg`;
}
