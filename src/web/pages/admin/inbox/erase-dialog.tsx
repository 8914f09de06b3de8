import { useMutation } from "@tanstack/react-query";
import { ConfirmedChange } from "../confirmed-change.tsx";
import type { Changeable } from "./use-changes.ts";

/**
 * Asks before these inquiries are erased; closed where there are none. `onErased` gets the ids of those that are gone, `onDone` comes
 * once the dialog is closed.
 */
export function EraseDialog(props: {
  inquiries: readonly Changeable[] | undefined;
  erase: (inquiries: readonly Changeable[]) => Promise<ReadonlySet<string>>;
  onClose: () => void;
  onErased: (ids: ReadonlySet<string>) => void;
  onDone: () => void;
}) {
  const { inquiries, erase, onClose, onErased, onDone } = props;
  const change = useMutation({ mutationFn: erase, onSuccess: onErased });
  const count = inquiries?.length ?? 0;

  return (
    <ConfirmedChange
      open={inquiries !== undefined}
      title={count === 1 ? "Delete this inquiry?" : `Delete ${count} inquiries?`}
      id="erase"
      action={count === 1 ? "Delete" : `Delete ${count}`}
      busyAction="Deleting..."
      change={change}
      input={inquiries ?? []}
      onClose={onClose}
      onDone={onDone}
    >
      {count === 1 ? "It is erased with its notes" : "They are erased with their notes"} and history, for good. This
      cannot be undone.
    </ConfirmedChange>
  );
}
