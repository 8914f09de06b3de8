import { append } from "#domain/lists.ts";
import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxApi } from "#web/api/inbox-api.ts";
import { reloadInquiries, removeInquiries } from "../list/use-inquiries.ts";
import { batchSize, type Watch } from "../make-changes.ts";
import type { OwnVersions } from "../own-versions.ts";
import type { Said } from "../last-change.ts";
import { type Changeable, keptText } from "../use-changes.ts";
import { changeScope } from "../use-inbox-action.ts";

/** Moves inquiries to the bin unless a colleague has changed them; `onErased` gets the ids of those that are gone. */
export function useErasure(needs: {
  say: (said: Said) => void;
  versions: OwnVersions;
  /** Shows the progress of many. */
  follow: <Made>(all: number, make: (watch?: Watch) => Promise<Made>) => Promise<Made>;
  /** Brings them back, as the undo of change `number`. */
  restore: (input: { ids: readonly string[]; number: number }) => void;
  onErased: (ids: ReadonlySet<string>) => void;
}) {
  const { say, versions, follow, restore, onErased } = needs;
  const client = useQueryClient();
  return useMutation({
    // After the member's own changes, which change the version.
    scope: changeScope,
    mutationFn: (inquiries: readonly Changeable[]) =>
      follow(inquiries.length, async (watch) => {
        const refused: string[] = [];
        const seen = inquiries.map(({ id, version }) => ({ id, version: versions.latest(id, version) }));
        let done = 0;
        while (done < seen.length && watch?.signal.aborted !== true) {
          append(refused, (await inboxApi.erase(seen.slice(done, done + batchSize))).refused);
          done = Math.min(done + batchSize, seen.length);
          watch?.onProgress(done);
        }
        const kept = new Set(refused);
        const gone = new Set(seen.slice(0, done).flatMap(({ id }) => (kept.has(id) ? [] : [id])));
        return { refused, gone, left: seen.length - done };
      }),
    onSuccess({ refused, gone, left }, inquiries) {
      removeInquiries(client, gone);
      reloadInquiries(client, new Set(refused));
      const known = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      say({
        text: teamCopy.inbox.done.deleted(gone.size),
        kept: keptText(refused, known, left),
        ...(gone.size > 0 && { undo: (number) => restore({ ids: [...gone], number }) }),
      });
      onErased(gone);
    },
    onError: () => reloadInquiries(client),
  });
}
