import type { ReactNode } from "react";
import { teamCopy } from "#copy/current.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";

/** Asks before something that cannot simply be undone. `children` explain it; an error shows in the dialog. */
export function ConfirmDialog(props: {
  open: boolean;
  title: string;
  /** Id of the dialog. */
  id: string;
  /** The button's label, idle and busy. */
  action: string;
  busyAction?: string;
  busy?: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Additional choices. */
  fields?: ReactNode;
}) {
  const {
    open,
    title,
    id,
    action,
    busyAction = action,
    busy = false,
    failure,
    onConfirm,
    onClose,
    children,
    fields,
  } = props;
  return (
    <Dialog
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
          {failure !== undefined && <Alert role="alert">{failure}</Alert>}
          <div className="form-actions">
            <Button variant="secondary" onClick={onClose}>
              {teamCopy.forms.cancel}
            </Button>
            <Button variant="danger" aria-describedby={`${id}-text`} busy={busy} onClick={() => onConfirm()}>
              {busy ? busyAction : action}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
