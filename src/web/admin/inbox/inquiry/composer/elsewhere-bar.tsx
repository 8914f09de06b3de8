import type { RefObject } from "react";
import { Button } from "#web/ui/button.tsx";
import { useFocusOnUnmount } from "#web/ui/use-focus-on-unmount.ts";
import type { Elsewhere } from "./elsewhere-links.tsx";

const logs = { no: "Do not log", close: "Log and close", done: "Log" };
const words: Record<Elsewhere, { question: string; no: string; close: string; done: string }> = {
  whatsapp: { question: "Log what you sent on WhatsApp?", ...logs },
  phone: { question: "Log what was said, as written above?", ...logs },
  email: { question: "Mark as answered?", no: "Not yet", close: "Answered and closed", done: "Mark as answered" },
};

/** Asks what to do with an answer that was given from another app. */
export function ElsewhereBar(props: {
  from: Elsewhere;
  /** The button that Ctrl + Enter presses. */
  main: RefObject<HTMLButtonElement | null>;
  heir: RefObject<HTMLElement | null>;
  isBusy: boolean;
  onNo: () => void;
  onDone: (status: "answered" | "closed") => void;
}) {
  const { from, main, heir, isBusy, onNo, onDone } = props;
  const passFocus = useFocusOnUnmount(heir);
  const { question, no, close, done } = words[from];
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
