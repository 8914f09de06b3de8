import { useState } from "react";
import { actionFailureText } from "../failure-text.ts";
import { Question } from "../question.tsx";

/** Asks before the inquiries of `ids` are erased; closed where there are none. */
export function EraseDialog(props: {
  ids: string[] | undefined;
  erase: (ids: string[]) => Promise<void>;
  onClose: () => void;
  onErased: () => void;
}) {
  const { ids, erase, onClose, onErased } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const count = ids?.length ?? 0;

  async function confirm() {
    if (ids === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await erase(ids);
      onErased();
    } catch (error) {
      setFailure(actionFailureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Question
      open={ids !== undefined}
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
