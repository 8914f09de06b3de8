import { useEffect, useState } from "react";

/** The batch that an old machine inserts, lays out and paints without a noticeable delay. */
const batch = 2;

/**
 * How many of the first `count` rows are rendered so far: they are added in batches, so that typing stays responsive.
 */
export function useGradual(count: number): number {
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
