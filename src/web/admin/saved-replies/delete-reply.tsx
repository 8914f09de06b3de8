import type { SavedReply } from "#contract/saved-reply.ts";
import { ConfirmedChange } from "../shell/confirmed-change.tsx";
import { useDeleteReply } from "./use-replies.ts";

/** Asks before `reply` is deleted; closed without one. */
export function DeleteReply(props: { reply: SavedReply | undefined; onClose: () => void; onDeleted: () => void }) {
  const { reply, onClose, onDeleted } = props;
  return (
    <ConfirmedChange
      open={reply !== undefined}
      title="Delete this reply?"
      id="delete-reply"
      action="Delete"
      busyAction="Deleting..."
      change={useDeleteReply()}
      input={reply?.id ?? ""}
      onClose={onClose}
      onDone={onDeleted}
    >
      <strong dir="auto">{reply?.title}</strong> is deleted for the whole team.
    </ConfirmedChange>
  );
}
