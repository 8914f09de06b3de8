import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { SavedReply, SavedReplyInput } from "#contract/inbox/saved-reply.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

export const repliesKey = ["saved-replies"];

export function useReplyList() {
  return useQuery({ queryKey: repliesKey, queryFn: inboxApi.replies });
}

/** Saves a new reply, or in the place of the one that the member saw. */
export function useSaveReply() {
  return useToastedMutation({
    queryKey: repliesKey,
    mutationFn: ({ seen, input }: { seen: SavedReply | undefined; input: SavedReplyInput }) =>
      seen === undefined ? inboxApi.addReply(input) : inboxApi.replaceReply(seen.id, seen.version, input),
    done: () => teamCopy.replies.saved,
    confirms: teamCopy.replies.toSave,
  });
}

export function useDeleteReply() {
  return useToastedMutation({
    queryKey: repliesKey,
    mutationFn: inboxApi.deleteReply,
    done: () => teamCopy.replies.deleted,
    confirms: teamCopy.replies.toDelete,
  });
}
