import { type RefObject, useEffect, useState } from "react";
import { firstRows, type RowsNear } from "./rows-shown.ts";
import { useGradual } from "./use-gradual.ts";

/** The margin and the step, in rows: most scrolling changes nothing. */
const step = 10;

/** Which of `count` rows of equal height are near the window, or the first ones. */
export function useRowsNear(list: RefObject<HTMLElement | null>, count: number): RowsNear {
  const [near, setNear] = useState({ from: 0, to: 0 });
  const most = Math.min(count, firstRows);
  const first = useGradual(most);
  const isBegun = first === most;

  useEffect(() => {
    const place = list.current;
    if (place === null || !isBegun) return undefined;
    const follow = () => {
      const { top, height } = place.getBoundingClientRect();
      const stepHeight = (height / count) * step;
      const from = (Math.floor(-top / stepHeight) - 1) * step;
      const to = (Math.ceil((innerHeight - top) / stepHeight) + 1) * step;
      setNear((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    follow();
    addEventListener("scroll", follow, { passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow);
      removeEventListener("resize", follow);
    };
  }, [list, count, isBegun]);

  return { first, ...near };
}
