import { type ReactNode, useEffect, useRef } from "react";

/** Milliseconds that the pointer rests before the elements below the notices may move. */
const restMs = 500;

/**
 * The notices above a page, which load after it and change while it is used. Their place gets another height only while
 * the pointer rests, or is over them: a press never lands on what has moved under it.
 */
export function NoticesArea({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [outer, inner] = [place.current, content.current];
    return outer === null || inner === null ? undefined : keepHeight(outer, inner);
  }, []);
  return (
    <div ref={place} className="shell-notices">
      <div ref={content}>{children}</div>
    </div>
  );
}

/** Delays changes of the height of `outer`, that of `inner`, until the pointer rests. Returns what ends the delays. */
function keepHeight(outer: HTMLElement, inner: HTMLElement): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let shown = inner.offsetHeight;
  let usedAt = -Infinity;
  let isPressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    clearTimeout(timer);
    const rests = performance.now() - usedAt;
    if (!isPressed && rests >= restMs) shown = inner.offsetHeight;
    else if (!isPressed) timer = setTimeout(update, restMs - rests);
    const isKept = shown !== inner.offsetHeight;
    outer.style.height = isKept ? `${shown}px` : "";
    outer.style.overflow = isKept ? "clip" : "";
  }

  function onPointer({ buttons, target }: PointerEvent): void {
    isPressed = buttons > 0;
    // A member who presses a button of a notice expects its place to change.
    usedAt = target instanceof Node && outer.contains(target) ? -Infinity : performance.now();
  }

  for (const type of ["pointermove", "pointerdown", "pointerup", "pointercancel"] as const) {
    document.addEventListener(type, onPointer, { signal, capture: true, passive: true });
  }
  for (const type of ["pointerup", "pointercancel"] as const) document.addEventListener(type, update, { signal });
  // The observer runs after the layout and before the paint, so that parts that stay have never been seen to move.
  const observer = new ResizeObserver(update);
  observer.observe(inner);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    ending.abort();
  };
}
