import { useEffect, useState } from "react";
import type { DateFormats } from "./dates.ts";

const step = 30_000;

/** The current time in ms since 1970, again every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows how long ago something was; the full time on hover and for screen readers. */
export function Ago({ at, now, dates }: { at: string; now: number; dates: DateFormats }) {
  const full = dates.full(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{dates.ago(at, now)}</span>
      <span className="visually-hidden">{full}</span>
    </time>
  );
}
