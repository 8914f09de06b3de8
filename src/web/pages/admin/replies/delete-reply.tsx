import type { SavedReply } from "#contract/saved-reply.ts";
import { Modal } from "../../../components/modal.tsx";
import { actionFailureText } from "../failure-text.ts";
import { useDeleteReply } from "./use-replies.ts";

/** Asks before `reply` is deleted; closed where there is none. */
export function DeleteReply(props: { reply: SavedReply | undefined; onClose: () => void; onDeleted: () => void }) {
  const { reply, onClose, onDeleted } = props;
  const { mutate, isPending, error, reset } = useDeleteReply();

  function close() {
    reset();
    onClose();
  }

  return (
    <Modal
      open={reply !== undefined}
      onClose={close}
      title="Delete this reply?"
      id="delete-reply-title"
      role="alertdialog"
    >
      {reply !== undefined && (
        <div className="form">
          <p id="delete-reply-text">
            <strong dir="auto">{reply.title}</strong> is deleted for the whole team.
          </p>
          {error !== null && <p className="refusal">{actionFailureText(error)}</p>}
          <div className="form-actions">
            <button
              type="button"
              className="button danger"
              aria-describedby="delete-reply-text"
              aria-disabled={isPending}
              onClick={() => !isPending && mutate(reply.id, { onSuccess: onDeleted })}
            >
              {isPending ? "Deleting..." : "Delete"}
            </button>
            <button type="button" className="button quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}
