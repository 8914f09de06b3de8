import { Modal } from "../../../components/modal.tsx";
import { actionFailureText } from "../failure-text.ts";
import type { AskedChange } from "./members.tsx";
import { useChangeMember } from "./use-team.ts";

/** Asks before a member is deactivated or gives up their own role; closed where there is nothing to ask. */
export function ChangeQuestion(props: { asked: AskedChange | undefined; ownId: string; onClose: () => void }) {
  const { asked, ownId, onClose } = props;
  const change = useChangeMember();
  const { isPending, error } = change;
  const deactivates = asked?.change.isActive === false;
  const isSelf = asked?.member.id === ownId;

  function close() {
    change.reset();
    onClose();
  }

  return (
    <Modal
      open={asked !== undefined}
      onClose={close}
      title={deactivates ? "Deactivate this member?" : "Give up your role?"}
      id="change-title"
      role="alertdialog"
    >
      {asked !== undefined && (
        <div className="form">
          <p id="change-meaning">
            <strong>{asked.member.email}</strong>{" "}
            {deactivates
              ? "is signed out everywhere at once and cannot sign in any more. Their inquiries stay assigned to them until somebody takes them over. You can activate them again."
              : "will no longer manage channels, team and settings. Only another owner can give the role back."}
          </p>
          {error !== null && (
            <p className="refusal" role="alert">
              {actionFailureText(error)}
            </p>
          )}
          <div className="form-actions">
            <button
              type="button"
              className="button danger"
              aria-describedby="change-meaning"
              aria-disabled={isPending}
              onClick={() => {
                if (isPending) return;
                change.mutate(
                  { id: asked.member.id, change: asked.change },
                  // What one may do oneself is in the document.
                  { onSuccess: () => (isSelf ? location.reload() : close()) },
                );
              }}
            >
              {isPending ? "Changing..." : deactivates ? "Deactivate" : "Give up the role"}
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
