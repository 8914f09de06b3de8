import { useEffect, useState } from "react";

/** More than fills a tall screen, and little enough for an old machine to put in at once. */
const batch = 20;

/**
 * How many rows of a list of `count` are there yet: a screenful at once, the others little by little, so that the browser gets to
 * what is typed meanwhile. Another `view` begins anew.
 */
export function useGradual(count: number, view: string): number {
  const [put, setPut] = useState({ view, rows: batch });
  if (put.view !== view) setPut({ view, rows: batch });
  const { rows } = put;

  useEffect(() => {
    if (rows >= count) return undefined;
    const timer = setTimeout(() => setPut({ view, rows: rows + batch }));
    return () => clearTimeout(timer);
  }, [rows, count, view]);

  return Math.min(rows, count);
}
