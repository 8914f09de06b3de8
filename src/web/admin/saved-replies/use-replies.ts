import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { SavedReplyInput } from "#contract/saved-reply.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

const queryKey = ["saved-replies"];

export function useReplyList() {
  return useQuery({ queryKey, queryFn: inboxApi.replies });
}

/** Saves a new reply, or the one of this id. */
export function useSaveReply(id: string | undefined) {
  return useToastedMutation({
    queryKey,
    mutationFn: (reply: SavedReplyInput) =>
      id === undefined ? inboxApi.addReply(reply) : inboxApi.replaceReply(id, reply),
    done: () => teamCopy.replies.saved,
    confirms: teamCopy.replies.toSave,
  });
}

export function useDeleteReply() {
  return useToastedMutation({
    queryKey,
    mutationFn: inboxApi.deleteReply,
    done: () => teamCopy.replies.deleted,
    confirms: teamCopy.replies.toDelete,
  });
}
