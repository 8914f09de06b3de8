import { type RefObject, useEffect, useRef, useState } from "react";
import { useToast } from "./toast.tsx";

const saysSoFor = 3000;

/** Copies a text with one tap. Its place stays empty until scripts have taken over (see `.copy`); where copying is not allowed, it selects the text. */
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
    <button type="button" className="plain copy" aria-label={`${word} ${text}`} onClick={() => void copy()}>
      {word}
    </button>
  );
}
