import { teamCopy } from "#copy/current.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { type Binned, binnedBy, useRestore } from "./use-bin.ts";
import { filled } from "#web/ui/filled.tsx";

/** Says that an open inquiry is in the bin, and restores it. */
export function BinNotice({ id, reference, binned }: { id: string; reference: string; binned: Binned }) {
  const dates = useDateFormats();
  const toast = useToast();
  const restore = useRestore(() => toast("success", teamCopy.inboxList.bin.restoredOne(reference)));
  return (
    <div className="bin-notice">
      <p>
        <strong>{teamCopy.inboxList.bin.notice.title}</strong>{" "}
        {filled(teamCopy.inboxList.bin.notice.about, {
          who: binnedBy(binned),
          time: <time dateTime={binned.at}>{dates.full(binned.at)}</time>,
          until: <time dateTime={binned.until}>{dates.full(binned.until)}</time>,
        })}
      </p>
      {restore.error !== null && <Alert>{actionFailureText(restore.error)}</Alert>}
      <Button busy={restore.isPending} onClick={() => restore.mutate([id])}>
        {restore.isPending ? teamCopy.inboxList.bin.restoring : teamCopy.inboxList.bin.restore}
      </Button>
    </div>
  );
}
