import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import type { Changeable, useInquiryChanges } from "../use-changes.ts";

/** Asks before these inquiries are moved to the bin; closed without any. */
export function EraseDialog(props: {
  inquiries: readonly Changeable[] | undefined;
  erasure: ReturnType<typeof useInquiryChanges>["erasure"];
  onClose: () => void;
  onDone: () => void;
}) {
  const { inquiries, erasure, onClose, onDone } = props;
  const count = inquiries?.length ?? 0;

  return (
    <ConfirmedChange
      open={inquiries !== undefined}
      title={count === 1 ? "Delete this inquiry?" : `Delete ${count} inquiries?`}
      id="erase"
      action={count === 1 ? "Delete" : `Delete ${count}`}
      busyAction="Deleting..."
      change={erasure}
      input={inquiries ?? []}
      onClose={onClose}
      onDone={onDone}
    >
      {count === 1
        ? "It moves to the bin, where it can be restored until its days there are over."
        : "They move to the bin, where they can be restored until their days there are over."}
    </ConfirmedChange>
  );
}
