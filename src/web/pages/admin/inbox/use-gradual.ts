import { useEffect, useState } from "react";

/** What an old machine puts in, lays out and paints at once before anybody notices. */
const batch = 2;

/** How many of the first `count` rows of a list are there yet: they are put in little by little, so that the browser gets to what is typed. */
export function useGradual(count: number): number {
  const [rows, setRows] = useState(batch);

  useEffect(() => {
    if (rows >= count) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame that shows those before, so that no two batches come in one.
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
