import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Whether scripts have taken over the page; not on the server, nor in the first render of what it sent.
 * Until then a button would swallow a press, so those of the server's document are disabled.
 */
export function useTakenOver(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
