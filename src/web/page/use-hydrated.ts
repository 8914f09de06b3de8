import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Returns whether the page is hydrated: false on the server and in the first render in the browser. Server-rendered
 * buttons are disabled until then, since a press would be lost.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
