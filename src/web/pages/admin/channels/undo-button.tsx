import { useEffect, useRef, useState } from "react";
import type { ChannelChange } from "#contract/channel-book.ts";
import { channelApi } from "../../../channel-api.ts";
import { actionFailureText } from "../failure-text.ts";
import { Question } from "../question.tsx";
import { changeTitle } from "./change-words.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Undoes a change with one press, but asks first where that takes every channel from visitors; why it failed stands beside it. */
export function UndoButton({ change, onUndone }: { change: ChannelChange; onUndone: () => void }) {
  const undo = useChannelChange({ mutationFn: channelApi.undo, failed: "Failed to undo" });
  const [asking, setAsking] = useState(false);
  const hidesAll = change.kind === "shown";
  const words = undo.isPending ? "Undoing..." : "Undo";
  const failure = undo.error === null ? undefined : actionFailureText(undo.error);

  // The button goes with its change, often before its dialog has told that it is closed.
  const isOwed = useRef(false);
  useEffect(
    () => () => {
      if (isOwed.current) onUndone();
    },
    [onUndone],
  );

  function close() {
    setAsking(false);
    if (!undo.isSuccess) return undo.reset();
    // Only now: the dialog has given the focus back to the button.
    isOwed.current = false;
    onUndone();
  }

  function hideAll() {
    undo.mutate(change.number, {
      onSuccess: () => {
        isOwed.current = true;
        setAsking(false);
      },
    });
  }

  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${words}: ${changeTitle(change)}`}
        aria-disabled={undo.isPending}
        onClick={() => {
          if (undo.isPending) return;
          if (hidesAll) setAsking(true);
          else undo.mutate(change.number, { onSuccess: onUndone });
        }}
      >
        {words}
      </button>
      {hidesAll ? (
        <Question
          open={asking}
          title="Hide all channels from visitors?"
          id={`undo-${change.number}`}
          action="Hide all channels"
          busyAction="Hiding..."
          busy={undo.isPending}
          failure={failure}
          onConfirm={hideAll}
          onClose={close}
        >
          Undoing this hides every channel at once, as before. The message form still works.
        </Question>
      ) : (
        failure !== undefined && (
          <p className="refusal" role="alert">
            {failure}
          </p>
        )
      )}
    </>
  );
}
