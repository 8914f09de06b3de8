import { useState, useSyncExternalStore } from "react";

/** Long enough to reply in another tab. */
const awayAfter = 120_000;

/**
 * Whether nobody can be looking at this page: it opened in the background and was not shown yet, or it has been hidden
 * for a long time.
 */
export function useAway(): boolean {
  const [away] = useState(() => createAway(() => document));
  return useSyncExternalStore(away.subscribe, away.current, () => false);
}

/** Exported for its test, which passes a fake page. */
export function createAway(page: () => Pick<Document, "hidden" | "addEventListener" | "removeEventListener">) {
  let isAway: boolean | undefined;
  return {
    current: () => (isAway ??= page().hidden),
    subscribe: (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const set = (next: boolean) => {
        isAway = next;
        changed();
      };
      const onChange = () => {
        clearTimeout(timer);
        if (page().hidden) timer = setTimeout(() => set(true), awayAfter);
        else set(false);
      };
      page().addEventListener("visibilitychange", onChange);
      return () => {
        clearTimeout(timer);
        page().removeEventListener("visibilitychange", onChange);
      };
    },
  };
}
