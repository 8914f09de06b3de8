import { ConfirmedChange } from "#web/admin/shell/confirmed-change.tsx";
import { type ForGood, useEraseForGood } from "./use-bin.ts";

/** Asks before inquiries are erased permanently; closed without any. `count` is their number as text. */
export function EraseForGoodDialog(props: {
  erasing: { what: ForGood; count: string } | undefined;
  onClose: () => void;
  onDone: (count: number) => void;
}) {
  const { erasing, onClose, onDone } = props;
  return (
    <ConfirmedChange
      open={erasing !== undefined}
      title={`Erase ${erasing?.count ?? ""} for good?`}
      id="erase-for-good"
      action="Erase for good"
      busyAction="Erasing..."
      change={useEraseForGood()}
      input={erasing?.what ?? { ids: [] }}
      onClose={onClose}
      onDone={onDone}
    >
      All that visitors sent goes, with its notes and history. This cannot be undone. The owners are notified.
    </ConfirmedChange>
  );
}
