import { type RefObject, useEffect } from "react";

/** Focuses an element once it appears, or what `selector` finds first in it: what had the focus is often gone. */
export function useFocusOnMount(place: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const { current } = place;
    const target = selector === undefined ? current : current?.querySelector<HTMLElement>(selector);
    target?.focus();
  }, [place, selector]);
}
