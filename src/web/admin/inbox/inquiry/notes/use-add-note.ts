import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Note, NoteInput } from "#contract/inbox/inbox.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { useChanges } from "../../changes-provider.tsx";
import { passes } from "../../failed-changes.tsx";
import { showInquiry } from "../../list/use-inquiries.ts";
import { changeScope } from "../../use-inbox-action.ts";
import { beforeArrivals } from "../drafts/arrivals.ts";

const mutationKeyOf = (id: string) => ["note", id];

/** Returns whether a note on this inquiry is on its way, perhaps from an earlier visit to it. */
export function useIsAddingNote(id: string): boolean {
  return useIsMutating({ mutationKey: mutationKeyOf(id) }) > 0;
}

/** A note, and when the newest was written of what its author has seen. */
type SeenNote = NoteInput & { seenUntil: string | undefined };

/**
 * Adds a note, unless somebody has written what its author has not seen. A retry after a lost response does not add it
 * twice, whatever page was open in between.
 */
export function useAddNote(id: string, handlers: { onAdded: () => void; onRefused: () => void; onFailed: () => void }) {
  const client = useQueryClient();
  const me = useMember();
  const { versions, unsureNotes } = useChanges();
  return useMutation({
    mutationKey: mutationKeyOf(id),
    // Runs in sequence with the member's changes, since it changes the version.
    scope: changeScope,
    async mutationFn({ seenUntil, ...input }: SeenNote) {
      const { text } = input;
      const tried = unsureNotes.get(id);
      const now = await inboxApi.inquiry(id, AbortSignal.timeout(30_000));
      const isMine = (note: Note) => note.author?.id === me.id && note.text === text.trim();
      if (tried?.text === text && now.notes.some((note) => isMine(note) && !tried.before.has(note.id)))
        return { isAdded: true, inquiry: now };
      if (beforeArrivals(now, seenUntil, me.id) !== undefined) return { isAdded: false, inquiry: now };
      const before = new Set(now.notes.map((note) => note.id));
      try {
        const inquiry = await inboxApi.addNote(id, input);
        versions.add(id, inquiry.version - 1, inquiry.version);
        unsureNotes.delete(id);
        return { isAdded: true, inquiry };
      } catch (error) {
        if (passes(error) && tried?.text !== text) unsureNotes.set(id, { text, before });
        throw error;
      }
    },
    onSuccess({ isAdded, inquiry }) {
      showInquiry(client, inquiry);
      if (isAdded) handlers.onAdded();
      else handlers.onRefused();
    },
    onError: handlers.onFailed,
  });
}
