import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import type { Asked, Failures } from "../failed-changes.tsx";
import { knownInquiry, reloadInquiries, showInquiry } from "../list/use-inquiries.ts";
import { currentOf } from "../make-changes.ts";
import type { OwnVersions } from "../own-versions.ts";
import type { LastChange, Merge } from "../last-change.ts";

/** An inquiry at the version that the member saw. */
/** Merges inquiries, and undoes it. */
export function useMerging(needs: {
  say: (said: Omit<LastChange, "number">) => void;
  failures: Failures;
  versions: OwnVersions;
}) {
  const { say, versions } = needs;
  const { add: keepFailure, remove: removeFailure } = needs.failures;
  const client = useQueryClient();
  const intoNow = ({ id, version }: Merge["into"]) => {
    const seen = version ?? knownInquiry(client, id)?.version ?? 0;
    return { id, version: versions.latest(id, seen) };
  };
  const { mutate } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ from: { id, version }, into, isUndo }: Asked & Merge) =>
      versions.make(id, version, (seen) =>
        isUndo === true ? inboxApi.unmerge(id, seen) : inboxApi.merge(id, seen, intoNow(into)),
      ),
    onSuccess(after, { key, from, into, isUndo }) {
      removeFailure(key);
      showInquiry(client, after);
      reloadInquiries(client, new Set([from.id, into.id]));
      if (isUndo === true) say({ text: teamCopy.inboxList.merge.onItsOwn(from.reference), undo: [] });
      else
        say({
          text: teamCopy.inboxList.merge.mergedInto(from.reference, into.reference),
          undo: [],
          merge: { from: after, into },
        });
    },
    onError(error, asked): void {
      const current = currentOf(error);
      if (current === undefined) return keepFailure(asked, error, () => mutate(asked));
      const again = undoOnCurrent(asked, current);
      if (again !== undefined) return mutate({ ...asked, ...again });
      removeFailure(asked.key);
      showInquiry(client, current);
      reloadInquiries(client, new Set([asked.from.id, asked.into.id]));
      say({ text: teamCopy.inbox.done.stale(current.reference), undo: [] });
    },
  });
  return useCallback(
    (merge: Merge) =>
      mutate({
        ...merge,
        key: `merge ${merge.from.id}`,
        failedText: teamCopy.forms.failedTo(
          merge.isUndo === true
            ? teamCopy.inboxList.merge.undoing(merge.from.reference)
            : teamCopy.inboxList.merge.merging(merge.from.reference),
        ),
        isAgain: false,
        isTrying: false,
      }),
    [mutate],
  );
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
