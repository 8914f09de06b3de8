import type { ReactNode } from "react";
import { Modal } from "./modal.tsx";

/** Asks before something that cannot simply be undone. `children` explain it; an error shows in the dialog. */
export function Question(props: {
  open: boolean;
  title: string;
  /** Id of the dialog. */
  id: string;
  /** The button's label, idle and busy. */
  action: string;
  busyAction: string;
  busy: boolean;
  failure: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Additional choices. */
  fields?: ReactNode;
}) {
  const { open, title, id, action, busyAction, busy, failure, onConfirm, onClose, children, fields } = props;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      id={`${id}-title`}
      role="alertdialog"
      {...(open ? { describedBy: `${id}-text` } : {})}
    >
      {open && (
        <div className="form">
          <p id={`${id}-text`}>{children}</p>
          {fields}
          {failure !== undefined && (
            <p className="refusal" role="alert">
              {failure}
            </p>
          )}
          <div className="form-actions">
            <button
              type="button"
              className="button danger"
              aria-describedby={`${id}-text`}
              aria-disabled={busy}
              onClick={() => !busy && onConfirm()}
            >
              {busy ? busyAction : action}
            </button>
            <button type="button" className="button quiet" onClick={onClose}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}
