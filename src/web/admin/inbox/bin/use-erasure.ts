import { append } from "#domain/lists.ts";
import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxApi } from "#web/api/inbox-api.ts";
import { reloadInquiries, removeInquiries } from "../list/use-inquiries.ts";
import { batchSize } from "../make-changes.ts";
import type { OwnVersions } from "../own-versions.ts";
import { type Changeable, keptText, type LastChange } from "../use-changes.ts";

/** Moves inquiries to the bin unless a colleague has changed them; `onErased` gets the ids of those that are gone. */
export function useErasure(on: {
  say: (said: Omit<LastChange, "number">) => void;
  versions: OwnVersions;
  onErased: (ids: ReadonlySet<string>) => void;
}) {
  const { say, versions, onErased } = on;
  const client = useQueryClient();
  return useMutation({
    // After the member's own changes, which change the version.
    scope: { id: "change" },
    mutationFn: async (inquiries: readonly Changeable[]) => {
      const refused: string[] = [];
      const seen = inquiries.map(({ id, version }) => ({ id, version: versions.latest(id, version) }));
      for (let from = 0; from < seen.length; from += batchSize) {
        const done = await inboxApi.erase(seen.slice(from, from + batchSize));
        append(refused, done.refused);
      }
      const kept = new Set(refused);
      return { refused, gone: new Set(seen.flatMap(({ id }) => (kept.has(id) ? [] : [id]))) };
    },
    onSuccess({ refused, gone }, inquiries) {
      removeInquiries(client, gone);
      reloadInquiries(client, new Set(refused));
      const known = new Map(inquiries.map((inquiry) => [inquiry.id, inquiry]));
      say({
        text: teamCopy.inbox.done.deleted(gone.size),
        kept: keptText(refused, known),
        undo: [],
        binned: [...gone],
      });
      onErased(gone);
    },
    onError: () => reloadInquiries(client),
  });
}
