import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { inboxApi } from "#web/api/inbox-api.ts";
import type { Asked, Failures } from "../failed-changes.tsx";
import { reloadInquiries, showInquiry } from "../list/use-inquiries.ts";
import { currentOf } from "../make-changes.ts";
import type { OwnVersions } from "../own-versions.ts";
import type { LastChange, SenderBlock } from "../last-change.ts";

interface AskedBlock extends Asked, SenderBlock {
  isUndo: boolean;
}

/** Blocks and unblocks the senders of inquiries, and undoes it. */
export function useBlocking(needs: {
  say: (said: Omit<LastChange, "number">) => void;
  failures: Failures;
  versions: OwnVersions;
}) {
  const { say, versions } = needs;
  const { add: keepFailure, remove: removeFailure } = needs.failures;
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: "change" },
    mutationFn: ({ inquiry: { id, version }, input }: AskedBlock) =>
      versions.make(id, version, (seen) => inboxApi.setBlocked(id, seen, input)),
    onSuccess(after, { key, inquiry, isUndo }) {
      removeFailure(key);
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      const { blocked: before, reference } = inquiry;
      const isBlocked = after.blocked.length > before.length;
      const input = { phone: before.includes("phone"), email: before.includes("email") };
      say({
        text: isBlocked ? teamCopy.inbox.done.senderBlocked(reference) : teamCopy.inbox.done.senderUnblocked(reference),
        undo: [],
        ...(!isUndo && { block: { inquiry: after, input } }),
      });
    },
    onError(error, asked) {
      const current = currentOf(error);
      if (current === undefined) return keepFailure(asked, error, () => mutate(asked));
      removeFailure(asked.key);
      showInquiry(client, current);
      say({ text: teamCopy.inbox.done.stale(current.reference), undo: [] });
    },
  });
  return useCallback(
    (block: SenderBlock, isUndo = false) =>
      mutate({
        ...block,
        isUndo,
        key: `block ${block.inquiry.id}`,
        failedText: teamCopy.forms.failedTo(teamCopy.inbox.failures.toBlock(block.inquiry.reference)),
        isAgain: false,
        isTrying: false,
      }),
    [mutate],
  );
}
