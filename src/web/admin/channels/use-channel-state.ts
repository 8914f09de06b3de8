import { useQuery } from "@tanstack/react-query";
import { channelApi } from "#web/api/channel-api.ts";
import { channelKey } from "./channel-queries.ts";

const everyMinute = 60_000;

/** The state of the channels besides the list: polled every minute, and reloaded after a change made here. */
export function useChannelState() {
  return useQuery({
    queryKey: [channelKey, "state"],
    queryFn: channelApi.state,
    refetchInterval: everyMinute,
  });
}
