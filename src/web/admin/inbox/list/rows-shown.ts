import { type RefObject, useEffect, useState } from "react";

/** Rows by index: those below `first`, and from `from` to below `to`. */
export interface RowsNear {
  first: number;
  from: number;
  to: number;
}

/** A row's position in its list, from 1, and the number of rows left out before it. */
export interface RowPlace {
  number: number;
  leftOut: number;
}

/** The first rows are always rendered: more than fill a window of the usual height. */
const firstRows = 20;
/** Rendered around a row that has the keyboard focus. */
const neighbours = 2;

/**
 * The rows of a list to render, so that a thousand cost no more than a screenful: the first ones, those near the
 * window, and the neighbours of `kept` (indexes or -1). `leftOut` counts those after the last one.
 */
export function rowsShown<Row>(
  rows: readonly Row[],
  near: RowsNear,
  kept: readonly number[],
): { shown: Array<{ row: Row; place: RowPlace }>; leftOut: number } {
  const isShown = (at: number) =>
    at < near.first ||
    (at >= near.from && at < near.to) ||
    kept.some((index) => index !== -1 && Math.abs(at - index) <= neighbours);
  const shown: Array<{ row: Row; place: RowPlace }> = [];
  let leftOut = 0;
  for (const [at, row] of rows.entries()) {
    if (isShown(at)) {
      shown.push({ row, place: { number: at + 1, leftOut } });
      leftOut = 0;
    } else leftOut += 1;
  }
  return { shown, leftOut };
}

/** The batch that an old machine inserts, lays out and paints without a noticeable delay. */
const batch = 2;

/** Returns how many of the first `count` rows to render: they are added in batches, so that typing stays responsive. */
function useGradual(count: number): number {
  const [rows, setRows] = useState(batch);

  useEffect(() => {
    if (rows >= count) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame of the previous batch, so that each frame has one.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setRows(rows + batch));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rows, count]);

  return Math.min(rows, count);
}

/** The margin and the step, in rows: most scrolling changes nothing. */
const step = 5;

/** Returns which of `count` rows of equal height are near the window, or the first ones. */
export function useRowsNear(list: RefObject<HTMLElement | null>, count: number): RowsNear {
  const [near, setNear] = useState({ from: 0, to: 0 });
  const max = Math.min(count, firstRows);
  const first = useGradual(max);
  const isBegun = first === max;

  useEffect(() => {
    const place = list.current;
    if (place === null || !isBegun) return undefined;
    const follow = () => {
      const { top, height } = place.getBoundingClientRect();
      const stepHeight = (height / count) * step;
      const from = (Math.floor(-top / stepHeight) - 1) * step;
      const end = (Math.ceil((innerHeight - top) / stepHeight) + 1) * step;
      setNear((before) => (before.from === from && before.to === end ? before : { from, to: end }));
    };
    follow();
    // Captured, since the list scrolls in its pane.
    addEventListener("scroll", follow, { passive: true, capture: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [list, count, isBegun]);

  return { first, ...near };
}
