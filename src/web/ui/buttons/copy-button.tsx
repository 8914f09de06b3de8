import { copy } from "#copy/current.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { useToast } from "../messages/toast.tsx";

const saysSoFor = 3000;

/** Copies a text. Hidden until hydrated, with its space reserved (see `.copy`). */
export function CopyButton({ text, shown }: { text: string; shown: RefObject<HTMLElement | null> }) {
  const { copy: copyText, isCopied } = useCopy(shown);
  return (
    <IconButton
      className="copy"
      label={isCopied ? copy.ui.copiedOf(text) : copy.ui.copyOf(text)}
      onClick={() => void copyText(text)}
    >
      <Icon name={isCopied ? "check" : "copy"} />
    </IconButton>
  );
}

/** Copies texts, and says so for a while. If copying is not allowed, selects what is `shown` and says what to do. */
export function useCopy(shown: RefObject<HTMLElement | null>) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<number>(undefined);
  const toast = useToast();
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Returns whether it is copied. */
  async function copyText(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      toast("error", copy.ui.copyingRefused);
      return false;
    }
    toast("success", copy.ui.copied);
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsCopied(false), saysSoFor);
    return true;
  }

  return { copy: copyText, isCopied };
}
