import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Proposed } from "#contract/channel-book.ts";
import { channelApi, isProposed } from "../../../channel-api.ts";
import { useToast } from "../../../components/toast.tsx";

/** Each query of the channels starts with it, so that a change has all of them loaded again. */
export const channelKey = "channels";

const everyMinute = 60_000;

/** What the team has to know of the channels besides the list: asked for each minute, and after a change made here. */
export function useChannelState() {
  return useQuery({
    queryKey: [channelKey, "state"],
    queryFn: channelApi.state,
    refetchInterval: everyMinute,
  });
}

export async function reloadChannels(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [channelKey] });
}

/**
 * A change of the channels. The toast says `done`, or the server's own words where that is left out or the change has to wait;
 * everything known of the channels is loaded again, even where it was refused: somebody else may have been first.
 */
export function useChannelChange<Input, Answer extends object>(options: {
  mutationFn: (input: Input) => Promise<Answer | Proposed>;
  done?: string;
  failed: string;
}) {
  const { mutationFn, done, failed } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      const said = "message" in answer && typeof answer.message === "string" ? answer.message : failed;
      toast("success", isProposed(answer) ? answer.message : (done ?? said));
    },
    onError: () => toast("error", failed),
    onSettled: () => void reloadChannels(client),
  });
}
