import { useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { ChannelChange } from "#contract/channels/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { ConfirmedChange } from "#web/admin/forms/confirmed-change.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { changeTitle } from "./change-sentences.ts";
import { useChannelChange } from "../use-team-channels.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";

/**
 * Undoes a change with one press, but asks first if that hides every channel from visitors. An error shows beside it.
 */
export function UndoButton({
  change,
  onUndone,
  variant = "secondary",
  size,
}: {
  change: ChannelChange;
  onUndone: () => void;
  variant?: "secondary" | "quiet";
  size?: "small";
}) {
  const undo = useChannelChange({ mutationFn: channelApi.undo, confirms: teamCopy.channels.tasks.undo });
  const [asking, setAsking] = useState(false);
  const hidesAll = change.kind === "shown";
  const label = undo.isPending ? teamCopy.channels.history.undoing : teamCopy.forms.undo;

  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-label={`${label}: ${changeTitle(change)}`}
        busy={undo.isPending}
        onClick={() => {
          if (hidesAll) setAsking(true);
          else undo.mutate(change.number, { onSuccess: onUndone });
        }}
      >
        {label}
      </Button>
      {hidesAll ? (
        <ConfirmedChange
          about={asking}
          title={teamCopy.channels.history.hideAll.title}
          id={`undo-${change.number}`}
          action={teamCopy.channels.history.hideAll.action}
          busyAction={teamCopy.channels.history.hideAll.busy}
          change={undo}
          input={() => change.number}
          onClose={() => setAsking(false)}
          onDone={onUndone}
        >
          {teamCopy.channels.history.hideAll.about}
        </ConfirmedChange>
      ) : (
        undo.error !== null && <Alert role="alert">{actionFailureText(undo.error)}</Alert>
      )}
    </>
  );
}
