import { useEffect } from "react";

/** Shows the number of new inquiries in the tab's title, for an inbox in the background. */
export function useInboxTitle(count: number | undefined): void {
  useEffect(() => {
    document.title = count === undefined || count === 0 ? "Inquiries" : `(${count}) Inquiries`;
  }, [count]);
}
