import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { actionFailureText } from "./failure.tsx";

/** A part of the question, or how it follows from what it is about. */
type Part<About, Value> = Value | ((about: About) => Value);

/**
 * Asks before a change that cannot simply be undone, makes it, then closes; an error shows in the dialog. `onDone` runs
 * once the dialog is closed, so that it can move the focus away from the button, which often disappears. It also runs
 * if the dialog was closed before the response, or unmounted with what was changed.
 */
export function ConfirmedChange<About, Input, Answer>(props: {
  /** What it is about, such as a row of a list; closed without any. */
  about: About | false | undefined;
  title: Part<About, string>;
  /** Id of the dialog. */
  id: string;
  action: string;
  busyAction: string;
  change: UseMutationResult<Answer, Error, Input>;
  input: (about: About) => Input;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  children: Part<About, ReactNode>;
  /** Additional choices. */
  fields?: ReactNode;
}) {
  const { about, title, id, action, busyAction, change, input, onClose, onDone, children, fields } = props;
  const open = isAsked(about);
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
    if (!isAsked(about)) return;
    setSentIn(opening);
    change.mutate(input(about), {
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
      title={partOf(about, title) ?? ""}
      id={id}
      action={action}
      busyAction={busyAction}
      busy={isSent && change.isPending}
      failure={!isSent || change.error === null ? undefined : actionFailureText(change.error)}
      onConfirm={confirm}
      onClose={close}
      fields={fields}
    >
      {partOf(about, children)}
    </ConfirmDialog>
  );
}

function isAsked<About>(about: About | false | undefined): about is About {
  return about !== undefined && about !== false;
}

function partOf<About, Value>(about: About | false | undefined, part: Part<About, Value>): Value | undefined {
  if (!isAsked(about)) return undefined;
  // No value of a part is a function itself.
  return typeof part === "function" ? (part as (about: About) => Value)(about) : part;
}
