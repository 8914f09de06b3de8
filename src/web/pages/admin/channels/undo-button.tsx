import type { ChannelChange } from "#contract/channel-book.ts";
import { channelApi } from "../../../channel-api.ts";
import { actionFailureText } from "../failure-text.ts";
import { changeTitle } from "./change-words.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Undoes a change with one press; why it could not be undone stands beside it. */
export function UndoButton({ change, onUndone }: { change: ChannelChange; onUndone: () => void }) {
  const undo = useChannelChange({ mutationFn: channelApi.undo, failed: "Failed to undo" });
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`Undo: ${changeTitle(change)}`}
        aria-disabled={undo.isPending}
        onClick={() => !undo.isPending && undo.mutate(change.number, { onSuccess: onUndone })}
      >
        {undo.isPending ? "Undoing..." : "Undo"}
      </button>
      {undo.error !== null && (
        <p className="refusal" role="alert">
          {actionFailureText(undo.error)}
        </p>
      )}
    </>
  );
}
