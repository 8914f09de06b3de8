import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-client.ts";
import { isSignedOut } from "../shell/failure-text.ts";

/** The prefix of every channel query key: a change reloads all of them. */
export const channelKey = "channels";

export const listKey = [channelKey, "list"] as const;

/** The key prefix of mutations with optimistic updates; each reloads everything when it settles. */
export const shownAtOnce = "channels-shown-at-once";

/** Whether the list shows optimistic changes; `own` is the number of the caller's mutations. */
export function isAheadOfServer(client: QueryClient, own: 0 | 1 = 0): boolean {
  return client.isMutating({ mutationKey: [shownAtOnce] }) > own;
}

/**
 * Reloads all channel queries, but not the list while it shows an optimistic change: the response would undo it, and
 * the mutation reloads the list itself. `own` is 1 if the caller is such a mutation.
 */
export async function reloadChannels(client: QueryClient, own: 0 | 1 = 0): Promise<void> {
  const isAhead = isAheadOfServer(client, own);
  await client.invalidateQueries({
    queryKey: [channelKey],
    predicate: ({ queryKey }) => !(isAhead && queryKey[1] === listKey[1]),
  });
}

/**
 * Whether a failed change may come from an outdated state, because a colleague was first. Not without a response, since
 * a reload would fail too, nor after a 401, since signing in reloads everything.
 */
export function mayBeStale(error: unknown): boolean {
  return !isSignedOut(error) && !(error instanceof ApiError && error.status === 0);
}
