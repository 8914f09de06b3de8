import { useEffect } from "react";

/** Says in the browser's tab how many inquiries are new, for whoever has the inbox open behind something else. */
export function useInboxTitle(count: number | undefined): void {
  useEffect(() => {
    document.title = count === undefined || count === 0 ? "Inquiries" : `(${count}) Inquiries`;
  }, [count]);
}
