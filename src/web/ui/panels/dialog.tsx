import { copy } from "#copy/current.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { joined } from "../joined.ts";
import { Icon } from "../icon.tsx";
import { ToastRegion, useModalToasts } from "../messages/toast.tsx";
import { IconButton } from "../buttons/icon-button.tsx";

/**
 * A modal dialog. Its content stays mounted while closed, so that nothing typed is lost. On close, the focus returns to
 * where it was.
 */
export function Dialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Id of the dialog's heading. */
  id: string;
  role?: "alertdialog";
  /** Id of the element that describes the dialog. */
  describedBy?: string;
  className?: string;
  /** Called at Escape and at the close button: if false, it stays open. */
  mayClose?: (() => boolean) | undefined;
  children: ReactNode;
}) {
  const { open, onClose, title, id, role, describedBy, className, mayClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useModalToasts(id, open);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    // Undefined where the browser has no dialogs.
    else if (dialog.current?.open === true) dialog.current.close();
  }, [open]);
  const isKept = () => mayClose?.() === false;
  return (
    <dialog
      ref={dialog}
      className={joined("dialog", className)}
      role={role}
      aria-labelledby={id}
      aria-describedby={describedBy}
      // React passes on the event of a dialog within it.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      // Browsers do not let a page stop the second of two `cancel` events.
      onKeyDown={(event) => {
        const isOwn = event.target instanceof Element && event.target.closest("dialog") === event.currentTarget;
        if (isOwn && event.key === "Escape" && isKept()) event.preventDefault();
      }}
      onCancel={(event) => {
        if (isKept()) event.preventDefault();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton label={copy.ui.close} onClick={() => isKept() || onClose()}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
      <ToastRegion modal={id} />
    </dialog>
  );
}
