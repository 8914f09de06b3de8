import { type RefObject, useEffect, useRef } from "react";

/** Scroll position, in pixels, from which a header takes its scrolled style. */
const scrolledPast = 20;

/** Marks a header with `data-scrolled` while the page is scrolled. */
export function useScrolled(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = () => header.current?.toggleAttribute("data-scrolled", scrollY > scrolledPast);
    mark();
    addEventListener("scroll", mark, { passive: true });
    return () => removeEventListener("scroll", mark);
  }, []);
  return header;
}
