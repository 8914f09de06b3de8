import { type RefObject, useEffect, useRef } from "react";
import { useSite } from "../page-data.ts";
import { useLocation } from "../router.tsx";
import { pageAt, pages } from "../routes.tsx";

const delay = 100;

/** After each change of the route: the title, the focus at the new content, and the page scrolled to its top. */
export function useMoveToTop(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const site = useSite();
  const shown = useRef(pathname);
  useEffect(() => {
    // The first page is where the browser has put it.
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = pages[pageAt(pathname)].title(site);
    // A form that was refused has its first wrong field in focus.
    if (document.activeElement?.matches("[aria-invalid]") !== true) main.current?.focus({ preventScroll: true });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      scrollTo({ top: 0, behavior: "instant" });
      return;
    }
    const timer = setTimeout(() => scrollTo({ top: 0, behavior: "smooth" }), delay);
    return () => clearTimeout(timer);
  }, [pathname, main, site]);
}
