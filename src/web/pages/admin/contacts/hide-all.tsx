import { useEffect, useRef } from "react";
import { channelApi } from "../../../channel-api.ts";
import { useChannelChange, useChannelState } from "../channels/use-channel-state.ts";
import { actionFailureText } from "../failure-text.ts";

/** Takes every channel from visitors at once, for an emergency: with one press, since the banner that then stands above undoes it. */
export function HideAll() {
  const { data } = useChannelState();
  const hide = useChannelChange({ mutationFn: () => channelApi.hide(true), failed: "Failed to hide the channels" });
  const pressed = useRef(false);
  const isHidden = data !== undefined && data.hidden !== null;

  useEffect(() => {
    if (!isHidden || !pressed.current) return;
    pressed.current = false;
    // This button is gone: the one that undoes it has the focus.
    document.getElementById("show-channels")?.focus();
  }, [isHidden]);

  if (data === undefined || isHidden) return null;
  return (
    <>
      <button
        type="button"
        className="button quiet harmful hide-all"
        aria-disabled={hide.isPending}
        onClick={() => {
          if (hide.isPending) return;
          pressed.current = true;
          hide.mutate();
        }}
      >
        {hide.isPending ? "Hiding..." : "Hide all channels now"}
      </button>
      {hide.error !== null && (
        <p className="refusal" role="alert">
          {actionFailureText(hide.error)}
        </p>
      )}
    </>
  );
}
