import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { SavedReply, SavedReplyInput } from "#contract/inbox/saved-reply.ts";
import { api } from "#web/api/team-call.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

export const repliesKey = ["saved-replies"];

export const fetchReplies = async () => (await api("GET /saved-replies")).replies;

export function useReplyList() {
  return useQuery({ queryKey: repliesKey, queryFn: fetchReplies });
}

/** Saves a new reply, or in the place of the one that the member saw. */
export function useSaveReply() {
  return useToastedMutation({
    queryKey: repliesKey,
    mutationFn: ({ seen, input }: { seen: SavedReply | undefined; input: SavedReplyInput }) =>
      seen === undefined
        ? api("POST /saved-replies", { body: input })
        : api("PUT /saved-replies/:id", { id: seen.id, version: seen.version, body: input }),
    done: () => teamCopy.replies.saved,
    confirms: teamCopy.replies.toSave,
  });
}

export function useDeleteReply() {
  return useToastedMutation({
    queryKey: repliesKey,
    mutationFn: (id: string) => api("DELETE /saved-replies/:id", { id }),
    done: () => teamCopy.replies.deleted,
    confirms: teamCopy.replies.toDelete,
  });
}
