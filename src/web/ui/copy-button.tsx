import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useToast } from "./toast.tsx";

const saysSoFor = 3000;

/**
 * Copies a text. Empty until hydrated, with its space reserved (see `.copy`). Selects the text if copying is not
 * allowed.
 */
export function CopyButton({ text, shown }: { text: string; shown: RefObject<HTMLElement | null> }) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<number>(undefined);
  const toast = useToast();
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      return;
    }
    toast("success", "Copied");
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsCopied(false), saysSoFor);
  }

  const word = isCopied ? "Copied" : "Copy";
  return (
    <Button variant="plain" className="copy" aria-label={`${word} ${text}`} onClick={() => void copy()}>
      {word}
    </Button>
  );
}
