/** Rows by their indexes: those below `first`, and from `from` to below `to`. */
export interface RowsNear {
  first: number;
  from: number;
  to: number;
}

/** Where a row stands in its list, from 1, and how many before it are left out. */
export interface RowPlace {
  number: number;
  leftOut: number;
}

/** The first rows are there wherever the window is: more than fill a window of the usual height. */
export const firstRows = 20;
/** And so are those around a row that keys lead from. */
const neighbours = 2;

/**
 * Which rows of a list are there, so that a thousand cost no more than a screenful: the first ones, those near the window, and the
 * neighbours of `kept`, which are indexes or -1. `leftOut` are those after the last one.
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
