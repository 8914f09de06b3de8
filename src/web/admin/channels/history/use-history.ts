import { useInfiniteQuery } from "@tanstack/react-query";
import { channelApi } from "#web/api/channel-api.ts";
import { channelKey } from "../channel-queries.ts";

/** The changes page by page, the newest first. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: [channelKey, "history"],
    queryFn: ({ pageParam }) => channelApi.history(pageParam),
    // The type of the first page's parameter, which has no value.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}
