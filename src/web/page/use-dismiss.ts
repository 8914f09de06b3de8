import { type RefObject, useEffect } from "react";

/** Closes a `details` panel at Escape and at a press outside of it. */
export function useDismiss(panel: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = panel.current;
    if (details === null) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onPress);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onPress);
    };
  }, [panel]);
}
