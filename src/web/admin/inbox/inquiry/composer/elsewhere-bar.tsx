import { teamCopy } from "#copy/current.ts";
import type { RefObject } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { useFocusOnUnmount } from "#web/ui/panels/use-focus-on-unmount.ts";
import type { Elsewhere } from "./elsewhere-links.tsx";

/** Asks what to do with an answer that was given from another app. */
export function ElsewhereBar(props: {
  from: Elsewhere;
  /** The button that Ctrl + Enter presses. */
  main: RefObject<HTMLButtonElement | null>;
  focusFallback: RefObject<HTMLElement | null>;
  isBusy: boolean;
  onNo: () => void;
  onDone: (status: "answered" | "closed") => void;
}) {
  const { from, main, focusFallback, isBusy, onNo, onDone } = props;
  const passFocus = useFocusOnUnmount(focusFallback);
  const { question, no, close, done } = teamCopy.inquiry.elsewhere.bar[from];
  return (
    <div ref={passFocus} className="elsewhere-bar">
      <p>{question}</p>
      <Button variant="quiet" size="small" onClick={onNo}>
        {no}
      </Button>
      <Button variant="secondary" size="small" busy={isBusy} onClick={() => onDone("closed")}>
        {close}
      </Button>
      <Button ref={main} size="small" busy={isBusy} title="Ctrl + Enter" onClick={() => onDone("answered")}>
        {done}
      </Button>
    </div>
  );
}
