import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../api-client.ts";
import { isSignedOut } from "../failure-text.ts";

/** Each query of the channels starts with it, so that a change has all of them loaded again. */
export const channelKey = "channels";

/** The team's list. */
export const listKey = [channelKey, "list"] as const;

/** The mutations that the list shows before the server has answered start with it; each has all loaded again after it. */
export const shownAtOnce = "channels-shown-at-once";

/** Whether the list shows what the server may not know yet; `own` are the mutations of whoever asks. */
export function isAheadOfServer(client: QueryClient, own: 0 | 1 = 0): boolean {
  return client.isMutating({ mutationKey: [shownAtOnce] }) > own;
}

/**
 * Loads all that is known of the channels again, but not the list while it shows a change that is on its way: the answer would take
 * that back, and the change loads the list again itself. `own` is 1 where such a change is the one that asks.
 */
export async function reloadChannels(client: QueryClient, own: 0 | 1 = 0): Promise<void> {
  const isAhead = isAheadOfServer(client, own);
  await client.invalidateQueries({
    queryKey: [channelKey],
    predicate: ({ queryKey }) => !(isAhead && queryKey[1] === listKey[1]),
  });
}

/**
 * Whether a change that failed may have met another state than the one that is known here: somebody else may have been first. Where
 * no answer came none would now, and signing in again loads all by itself.
 */
export function mayBeStale(error: unknown): boolean {
  return !isSignedOut(error) && !(error instanceof ApiError && error.status === 0);
}
