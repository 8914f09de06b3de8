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
export const firstRows = 20;
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
