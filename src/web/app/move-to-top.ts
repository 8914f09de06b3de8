import { useEffect, useRef } from "react";
import type { PageSite } from "#contract/site/site.ts";
import { useLocation } from "../page/router.tsx";
import { pageAt, pages } from "./pages.tsx";

const delay = 100;

/**
 * After each change of the route: sets the title, moves the focus to the new content and scrolls to the top; after a
 * step back, to where the visitor was.
 */
export function useMoveToTop(site: PageSite): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The browser has positioned the first page.
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = pages[pageAt(pathname)].title(site);
    // A rejected form focuses its first invalid field.
    if (document.activeElement?.matches("[aria-invalid]") !== true) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    // The router left it there.
    const left = history.state as number | null;
    if (left !== null || prefersNoMotion()) {
      scrollTo({ top: left ?? 0, behavior: "instant" });
      return;
    }
    const timer = setTimeout(() => scrollTo({ top: 0, behavior: "smooth" }), delay);
    return () => clearTimeout(timer);
  }, [pathname, site]);
}

export function prefersNoMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
