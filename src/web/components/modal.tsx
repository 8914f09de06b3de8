import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { ToastRegion, useModalToasts } from "./toast.tsx";

/** A modal dialog; what it holds stays mounted while it is closed, so nothing typed is lost. The focus returns where it was. */
export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Names the dialog's heading in the document. */
  id: string;
  role?: "alertdialog";
  /** The element that says what it is about, read out when it opens. */
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
