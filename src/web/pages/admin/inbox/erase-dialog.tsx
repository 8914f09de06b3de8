import { useState } from "react";
import { actionFailureText } from "../failure-text.ts";
import { Question } from "../question.tsx";
import type { Changeable } from "./use-changes.ts";

/** Asks before these inquiries are erased; closed where there are none. `onErased` gets the ids of those that are gone. */
export function EraseDialog(props: {
  inquiries: readonly Changeable[] | undefined;
  erase: (inquiries: readonly Changeable[]) => Promise<ReadonlySet<string>>;
  onClose: () => void;
  onErased: (ids: ReadonlySet<string>) => void;
}) {
  const { inquiries, erase, onClose, onErased } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const count = inquiries?.length ?? 0;

  async function confirm() {
    if (inquiries === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onErased(await erase(inquiries));
    } catch (error) {
      setFailure(actionFailureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Question
      open={inquiries !== undefined}
      title={count === 1 ? "Delete this inquiry?" : `Delete ${count} inquiries?`}
      id="erase"
      action={count === 1 ? "Delete" : `Delete ${count}`}
      busyAction="Deleting..."
      busy={busy}
      failure={failure}
      onConfirm={() => void confirm()}
      onClose={() => {
        setFailure(undefined);
        onClose();
      }}
    >
      {count === 1 ? "It is erased with its notes" : "They are erased with their notes"} and history, for good. This
      cannot be undone.
    </Question>
  );
}
