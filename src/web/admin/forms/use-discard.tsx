import { useId, useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/**
 * For Escape and the like, which must not drop what was typed unasked: `leave` runs `onDiscard` at once if nothing was
 * typed, and asks otherwise. `question` is to be rendered outside of a form.
 */
export function useDiscard(isTyped: boolean, onDiscard: () => void) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const question = (
    <ConfirmDialog
      open={asking}
      title="Discard your changes?"
      id={`discard-${id}`}
      action="Discard"
      busyAction="Discarding..."
      busy={false}
      failure={undefined}
      onConfirm={() => {
        setAsking(false);
        onDiscard();
      }}
      onClose={() => setAsking(false)}
    >
      What you typed is not saved. Cancel to go on where you were.
    </ConfirmDialog>
  );
  return { leave: () => (isTyped ? setAsking(true) : onDiscard()), question };
}
