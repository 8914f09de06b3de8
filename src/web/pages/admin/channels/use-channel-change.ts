import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Proposed } from "#contract/channel-book.ts";
import { isProposed } from "../../../channel-api.ts";
import { useToast } from "../../../components/toast.tsx";
import { mayBeStale, reloadChannels } from "./channel-queries.ts";

/**
 * A change of the channels, which shows once the server has made it. The toast says `done`, or the server's own words where that is
 * left out or the change has to wait; `onMade` puts what was made into what is known here. Everything known of the channels is loaded
 * again after it, even where it was refused.
 */
export function useChannelChange<Input, Answer extends object>(options: {
  mutationFn: (input: Input) => Promise<Answer | Proposed>;
  done?: string;
  failed: string;
  onMade?: (answer: Answer, input: Input) => Promise<void>;
}) {
  const { mutationFn, done, failed, onMade } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: async (answer, input) => {
      if (isProposed(answer)) {
        toast("success", answer.message);
        return;
      }
      toast("success", done ?? messageOf(answer));
      await onMade?.(answer, input);
    },
    onError: () => toast("error", failed),
    onSettled: (_answer, error) => {
      if (error === null || mayBeStale(error)) void reloadChannels(client);
    },
  });
}

function messageOf(answer: object): string {
  return "message" in answer && typeof answer.message === "string" ? answer.message : "Saved";
}
