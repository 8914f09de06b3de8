import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Note, NoteInput } from "#contract/inbox/inbox.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { useChanges } from "../../changes-provider.tsx";
import { passes } from "../../failed-changes.tsx";
import { knownInquiry, showInquiry } from "../../list/use-inquiries.ts";

const mutationKeyOf = (id: string) => ["note", id];

/** Whether a note on this inquiry is on its way, perhaps from an earlier visit to it. */
export function useIsAddingNote(id: string): boolean {
  return useIsMutating({ mutationKey: mutationKeyOf(id) }) > 0;
}

/** Adds a note. A retry after a lost response does not add it twice, whatever page was open in between. */
export function useAddNote(id: string, on: { onAdded: () => void; onFailed: () => void }) {
  const client = useQueryClient();
  const me = useMember();
  const { versions, unsureNotes } = useChanges();
  return useMutation({
    mutationKey: mutationKeyOf(id),
    // In sequence with the member's changes, since it changes the version.
    scope: { id: "change" },
    async mutationFn(input: NoteInput) {
      const { text } = input;
      const tried = unsureNotes.get(id);
      if (tried?.text === text) {
        const now = await inboxApi.inquiry(id, AbortSignal.timeout(30_000));
        const isMine = (note: Note) => note.author?.id === me.id && note.text === text.trim();
        if (now.notes.some((note) => isMine(note) && !tried.before.has(note.id))) return now;
      }
      const before = new Set(knownInquiry(client, id)?.notes.map((note) => note.id));
      try {
        const after = await inboxApi.addNote(id, input);
        versions.add(id, after.version - 1, after.version);
        unsureNotes.delete(id);
        return after;
      } catch (error) {
        if (passes(error) && tried?.text !== text) unsureNotes.set(id, { text, before });
        throw error;
      }
    },
    onSuccess(inquiry) {
      showInquiry(client, inquiry);
      on.onAdded();
    },
    onError: on.onFailed,
  });
}
