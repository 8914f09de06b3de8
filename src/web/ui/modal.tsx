import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { ToastRegion, useModalToasts } from "./toast.tsx";

/**
 * A modal dialog. Its content stays mounted while closed, so that nothing typed is lost. On close, the focus returns to
 * where it was.
 */
export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Id of the dialog's heading. */
  id: string;
  role?: "alertdialog";
  /** Id of the element that describes the dialog. */
  describedBy?: string;
  children: ReactNode;
}) {
  const { open, onClose, title, id, role, describedBy, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useModalToasts(id, open);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="modal"
      role={role}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onClose={onClose}
    >
      <div className="modal-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="plain" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
      <ToastRegion modal={id} />
    </dialog>
  );
}
