import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { actionFailureText } from "./failure-text.ts";
import { Question } from "./question.tsx";

/**
 * Asks before a change that cannot simply be taken back, makes it, and closes; why it failed is said in the dialog. `onDone` comes
 * once the dialog is closed, so that it may give the focus to something else than the button, which often goes; also where somebody
 * has closed it before the answer came.
 */
export function ConfirmedChange<Input, Answer>(props: {
  open: boolean;
  title: string;
  /** Names the dialog in the document. */
  id: string;
  action: string;
  busyAction: string;
  change: UseMutationResult<Answer, Error, Input>;
  input: Input;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  children: ReactNode;
}) {
  const { open, title, id, action, busyAction, change, input, onClose, onDone, children } = props;
  const done = useRef<{ answer: Answer }>(undefined);
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });

  function close() {
    onClose();
    // What is on its way cannot be taken back by closing: its answer still counts.
    if (change.isPending && done.current === undefined) return;
    change.reset();
    const owed = done.current;
    done.current = undefined;
    if (owed !== undefined) onDone(owed.answer);
  }

  function confirm() {
    change.mutate(input, {
      onSuccess: (answer) => {
        if (!isOpen.current) return onDone(answer);
        done.current = { answer };
        onClose();
      },
      onError: () => {
        if (!isOpen.current) change.reset();
      },
    });
  }

  return (
    <Question
      open={open}
      title={title}
      id={id}
      action={action}
      busyAction={busyAction}
      busy={change.isPending}
      failure={change.error === null ? undefined : actionFailureText(change.error)}
      onConfirm={confirm}
      onClose={close}
    >
      {children}
    </Question>
  );
}
