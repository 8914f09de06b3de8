import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedReplyInput } from "#contract/saved-reply.ts";
import { useToast } from "#web/ui/toast.tsx";
import { inboxApi } from "#web/api/inbox-api.ts";

const queryKey = ["saved-replies"];

export function useReplyList() {
  return useQuery({ queryKey, queryFn: inboxApi.replies });
}

/** Saves a new reply, or the one of this id. */
export function useSaveReply(id: string | undefined) {
  return useReplyChange(
    (reply: SavedReplyInput) => (id === undefined ? inboxApi.addReply(reply) : inboxApi.replaceReply(id, reply)),
    { done: "Reply saved", failed: "Failed to save reply" },
  );
}

export function useDeleteReply() {
  return useReplyChange(inboxApi.deleteReply, { done: "Reply deleted", failed: "Failed to delete reply" });
}

/** A mutation after which the list reloads, also after an error. */
function useReplyChange<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  words: { done: string; failed: string },
) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: () => toast("success", words.done),
    onError: () => toast("error", words.failed),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
