import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Proposed } from "#contract/channel-list.ts";
import { isProposed } from "#web/api/channel-api.ts";
import { useToast } from "#web/ui/toast.tsx";
import { mayBeStale, reloadChannels } from "./channel-queries.ts";

/**
 * A mutation of the channels that is shown once the server has made it. The toast says `done`, or the server's message
 * if that is left out or the change is pending; `onMade` updates the cache. All channel queries reload afterwards, even
 * after an error.
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
