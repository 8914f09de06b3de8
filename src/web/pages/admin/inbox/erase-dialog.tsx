import { useState } from "react";
import { Modal } from "../../../components/modal.tsx";
import { actionFailureText } from "../failure-text.ts";

/** Asks before the inquiries of `ids` are erased; closed where there are none. */
export function EraseDialog(props: {
  ids: string[] | undefined;
  erase: (ids: string[]) => Promise<void>;
  onClose: () => void;
  onErased: () => void;
}) {
  const { ids, erase, onClose, onErased } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const count = ids?.length ?? 0;

  function close() {
    setFailure(undefined);
    onClose();
  }

  async function confirm() {
    if (busy || ids === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await erase(ids);
      onErased();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open={ids !== undefined}
      onClose={close}
      title={count === 1 ? "Delete this inquiry?" : `Delete ${count} inquiries?`}
      id="erase-title"
      role="alertdialog"
    >
      {ids !== undefined && (
        <div className="form">
          <p id="erase-text">
            {count === 1 ? "It is erased with its notes" : "They are erased with their notes"} and history, for good.
            This cannot be undone.
          </p>
          {failure !== undefined && <p className="refusal">{actionFailureText(failure)}</p>}
          <div className="form-actions">
            <button
              type="button"
              className="button danger"
              aria-describedby="erase-text"
              aria-disabled={busy}
              onClick={() => void confirm()}
            >
              {busy ? "Deleting..." : count === 1 ? "Delete" : `Delete ${count}`}
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
