import { teamCopy } from "#copy/current.ts";
import { useQueryClient } from "@tanstack/react-query";
import { inboxApi } from "#web/api/inbox-api.ts";
import type { SenderBlock } from "../last-change.ts";
import { reloadInquiries, showInquiry } from "../list/use-inquiries.ts";
import { type ActionNeeds, useInboxAction } from "../use-inbox-action.ts";

/** Blocks and unblocks the senders of inquiries, and undoes it. */
export function useBlocking(needs: ActionNeeds) {
  const client = useQueryClient();
  const block = useInboxAction(needs, {
    key: ({ inquiry }: SenderBlock & { isUndo?: boolean }) => `block ${inquiry.id}`,
    failedText: ({ inquiry }) => teamCopy.forms.failedTo(teamCopy.inbox.failures.toBlock(inquiry.reference)),
    call: ({ input: { inquiry, input } }) =>
      needs.versions.make(inquiry.id, inquiry.version, (seen) => inboxApi.setBlocked(inquiry.id, seen, input)),
    onDone(after, { input: { inquiry, isUndo = false } }) {
      showInquiry(client, after);
      reloadInquiries(client, new Set());
      const { blocked: before, reference } = inquiry;
      const isBlocked = after.blocked.length > before.length;
      const input = { phone: before.includes("phone"), email: before.includes("email") };
      return {
        text: isBlocked ? teamCopy.inbox.done.senderBlocked(reference) : teamCopy.inbox.done.senderUnblocked(reference),
        ...(!isUndo && { undo: () => block({ inquiry: after, input, isUndo: true }) }),
      };
    },
  });
  return block;
}
