import type { SavedReply } from "#contract/saved-reply.ts";
import { actionFailureText } from "../failure-text.ts";
import { Question } from "../question.tsx";
import { useDeleteReply } from "./use-replies.ts";

/** Asks before `reply` is deleted; closed where there is none. */
export function DeleteReply(props: { reply: SavedReply | undefined; onClose: () => void; onDeleted: () => void }) {
  const { reply, onClose, onDeleted } = props;
  const { mutate, isPending, error, reset } = useDeleteReply();
  return (
    <Question
      open={reply !== undefined}
      title="Delete this reply?"
      id="delete-reply"
      action="Delete"
      busyAction="Deleting..."
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={() => reply && mutate(reply.id, { onSuccess: onDeleted })}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <strong dir="auto">{reply?.title}</strong> is deleted for the whole team.
    </Question>
  );
}
