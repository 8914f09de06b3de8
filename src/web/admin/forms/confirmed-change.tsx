import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { actionFailureText } from "./failure.tsx";

/**
 * Confirms and makes a change that cannot simply be undone, then closes; an error shows in the dialog. `onDone` runs
 * once the dialog is closed, so that it can move the focus away from the button, which often disappears. It also runs
 * if the dialog was closed before the response, or unmounted with what was changed.
 */
export function ConfirmedChange<Input, Answer>(props: {
  open: boolean;
  title: string;
  /** Id of the dialog. */
  id: string;
  action: string;
  busyAction: string;
  change: UseMutationResult<Answer, Error, Input>;
  input: Input;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  children: ReactNode;
  /** Additional choices. */
  fields?: ReactNode;
}) {
  const { open, title, id, action, busyAction, change, input, onClose, onDone, children, fields } = props;
  const done = useRef<{ answer: Answer }>(undefined);
  // Closed and opened again, it is about something else.
  const [opening, setOpening] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setOpening(opening + 1);
  }
  const [sentIn, setSentIn] = useState(opening);
  const isSent = sentIn === opening;
  const shown = useRef<number>(undefined);
  const notify = useRef(onDone);
  useEffect(() => {
    shown.current = open ? opening : undefined;
    notify.current = onDone;
  });
  useEffect(
    () => () => {
      if (done.current !== undefined) notify.current(done.current.answer);
    },
    [],
  );

  function close() {
    onClose();
    // Closing does not cancel the request: its response still counts.
    if (change.isPending && done.current === undefined) return;
    change.reset();
    const owed = done.current;
    done.current = undefined;
    if (owed !== undefined) onDone(owed.answer);
  }

  function confirm() {
    setSentIn(opening);
    change.mutate(input, {
      onSuccess: (answer) => {
        if (shown.current !== opening) return onDone(answer);
        done.current = { answer };
        onClose();
      },
      onError: () => {
        if (shown.current !== opening) change.reset();
      },
    });
  }

  return (
    <ConfirmDialog
      open={open}
      title={title}
      id={id}
      action={action}
      busyAction={busyAction}
      busy={isSent && change.isPending}
      failure={!isSent || change.error === null ? undefined : actionFailureText(change.error)}
      onConfirm={confirm}
      onClose={close}
      fields={fields}
    >
      {children}
    </ConfirmDialog>
  );
}
