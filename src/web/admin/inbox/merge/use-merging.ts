import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import type { Merge } from "../last-change.ts";
import { knownInquiry, reloadInquiries, showInquiry } from "../list/use-inquiries.ts";
import { type ActionNeeds, useInboxAction } from "../use-inbox-action.ts";

/** Merges inquiries, and undoes it. */
export function useMerging(needs: ActionNeeds) {
  const { versions } = needs;
  const client = useQueryClient();
  const intoNow = ({ id, version }: Merge["into"]) => {
    const seen = version ?? knownInquiry(client, id)?.version ?? 0;
    return { id, version: versions.latest(id, seen) };
  };
  const reload = ({ from, into }: Merge) => reloadInquiries(client, new Set([from.id, into.id]));
  const merge = useInboxAction(needs, {
    key: ({ from }: Merge) => `merge ${from.id}`,
    failedText: ({ from, isUndo = false }) =>
      teamCopy.forms.failedTo(teamCopy.inboxList.merge[isUndo ? "undoing" : "merging"](from.reference)),
    call: ({ input: { from, into, isUndo = false } }) =>
      versions.make(from.id, from.version, (seen) =>
        isUndo ? inboxApi.unmerge(from.id, seen) : inboxApi.merge(from.id, seen, intoNow(into)),
      ),
    onDone(after, { input }) {
      const { from, into, isUndo = false } = input;
      showInquiry(client, after);
      reload(input);
      if (isUndo) return { text: teamCopy.inboxList.merge.onItsOwn(from.reference) };
      const text = teamCopy.inboxList.merge.mergedInto(from.reference, into.reference);
      return { text, undo: () => merge({ from: after, into, isUndo: true }) };
    },
    onStale(current, input) {
      const again = undoOnCurrent(input, current);
      if (again === undefined) reload(input);
      else merge(again);
      return again !== undefined;
    },
  });
  return merge;
}

/**
 * The undo of a merge on the version that is there, if that merge still is: the visitor has written meanwhile, or a
 * colleague has changed something else.
 */
export function undoOnCurrent(
  { from, into, isUndo }: Merge,
  { version, mergedInto }: Pick<InquiryDetail, "version" | "mergedInto">,
): Merge | undefined {
  const isThere = isUndo === true && from.version !== version && mergedInto?.id === into.id;
  return isThere ? { from: { ...from, version }, into, isUndo } : undefined;
}
