import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { largest } from "#domain/lists.ts";
import type { InquirySummary } from "#contract/inbox/inbox.ts";

type Row = Pick<InquirySummary, "id" | "wroteAt" | "undelivered" | "snooze">;

/** The rows of a list as they were, by id, in order; also those that have left it, which an undo brings back. */
export type HeldRows = ReadonlyMap<string, string>;

/**
 * Returns the state whose change moves a row to the top: the visitor wrote, a snooze ended, a reply was not delivered.
 */
const stateOf = ({ wroteAt, undelivered, snooze }: Row) => `${wroteAt} ${undelivered} ${snooze?.isOver === true}`;

export const hold = (rows: readonly Row[]): HeldRows => new Map(rows.map((row) => [row.id, stateOf(row)]));

/**
 * The rows of a list in the order in which they are held, with what follows them, so that none moves; and how many wait
 * that have come, or have moved to the top, meanwhile.
 */
export function holdBack<Each extends Row>(
  loaded: readonly Each[],
  held: HeldRows,
): { rows: Each[]; waiting: number; next: HeldRows } {
  const byId = new Map(loaded.map((row) => [row.id, row]));
  const kept = [...held.keys()].flatMap((id) => byId.get(id) ?? []);
  const places = new Map(kept.map(({ id }, place) => [id, place]));
  const end = largest(loaded.map(({ id }, at) => (places.has(id) ? at : -1)));
  const following = kept.length === 0 ? [...loaded] : loaded.slice(end + 1);
  let waiting = 0;
  let least = kept.length;
  // Goes from the end: a row has moved up if one follows it that it has followed.
  for (const row of loaded.slice(0, kept.length === 0 ? 0 : end + 1).toReversed()) {
    const place = places.get(row.id);
    const hasMoved = place !== undefined && place > least && held.get(row.id) !== stateOf(row);
    if (place === undefined || hasMoved) waiting += 1;
    least = Math.min(least, place ?? least);
  }
  const next = following.length === 0 ? held : new Map([...held, ...hold(following)]);
  return { rows: [...kept, ...following], waiting, next };
}

/**
 * Holds the rows of a list where they are while the pointer is among them, or a member reads further down: what comes
 * meanwhile waits. `top` is an element at the head of the list; `view` identifies what the list shows.
 */
export function useArrivals<Each extends Row>(
  loaded: readonly Each[],
  { top, view, isReady }: { top: RefObject<Element | null>; view: string; isReady: boolean },
) {
  const [held, setHeld] = useState<HeldRows>();
  const [shownView, setShownView] = useState(view);
  const [isPointed, setPointed] = useState(false);
  const [isBelow, setBelow] = useState(false);
  const isHolding = isPointed || isBelow;
  const found = useMemo(
    () => (held === undefined || !isReady ? undefined : holdBack(loaded, held)),
    [loaded, held, isReady],
  );

  if (shownView !== view) {
    setShownView(view);
    setHeld(undefined);
  } else if (!isHolding && held !== undefined) setHeld(undefined);
  else if (isHolding && held === undefined && isReady) setHeld(hold(loaded));
  else if (found !== undefined && found.next !== held) setHeld(found.next);

  useEffect(() => {
    const pane = top.current?.parentElement;
    if (top.current === null || !pane) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setBelow(entry?.isIntersecting === false),
      // The window may be too low for the head, as below alarms.
      { root: pane },
    );
    observer.observe(top.current);
    // A finger is on a row only while it presses.
    const enter = ({ pointerType }: PointerEvent) => pointerType === "mouse" && setPointed(true);
    const leave = () => setPointed(false);
    pane.addEventListener("pointerenter", enter);
    pane.addEventListener("pointerleave", leave);
    return () => {
      observer.disconnect();
      pane.removeEventListener("pointerenter", enter);
      pane.removeEventListener("pointerleave", leave);
    };
  }, [top]);

  const showAll = useCallback(() => setHeld(undefined), []);
  return { rows: found?.rows ?? [...loaded], held: found?.waiting ?? 0, showAll };
}
