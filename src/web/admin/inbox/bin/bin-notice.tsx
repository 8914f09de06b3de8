import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { type Binned, binnedBy, useRestore } from "./use-bin.ts";

/** Says that an open inquiry is in the bin, and restores it. */
export function BinNotice({ id, reference, binned }: { id: string; reference: string; binned: Binned }) {
  const dates = useDateWords();
  const toast = useToast();
  const restore = useRestore(() => toast("success", `${reference} restored`));
  return (
    <div className="bin-notice">
      <p>
        <strong>This inquiry is in the bin.</strong> Deleted by {binnedBy(binned)},{" "}
        <time dateTime={binned.at}>{dates.full(binned.at)}</time>. It is erased for good on{" "}
        <time dateTime={binned.until}>{dates.full(binned.until)}</time> at the latest. To answer or change it, restore
        it first.
      </p>
      {restore.error !== null && <Alert>{actionFailureText(restore.error)}</Alert>}
      <Button busy={restore.isPending} onClick={() => restore.mutate([id])}>
        {restore.isPending ? "Restoring..." : "Restore"}
      </Button>
    </div>
  );
}
