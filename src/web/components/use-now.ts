import { useEffect, useState } from "react";
import type { ActiveContact } from "#contract/contact.ts";
import { nextFlip } from "#domain/hours.ts";
import { usePageData } from "../page-data.ts";
import { useTakenOver } from "./use-taken-over.ts";

/** The moment that a page is of. */
export interface Now {
  /** In milliseconds since 1970. */
  time: number;
  /** The visitor's time zone, where there are hours; undefined until scripts have taken over, when `time` is that at which the server made the document. */
  zone: string | undefined;
}

/** How often the clock is read at least, since a timer stands still while a device sleeps, and words such as "on Monday" age. */
const readEvery = 60_000;

/** The present moment, read anew at the minute at which one of the contacts opens or closes; contacts without hours need no timer. */
export function useNow(contacts: readonly ActiveContact[]): Now {
  const { at = 0 } = usePageData();
  const isTakenOver = useTakenOver();
  const [time, setTime] = useState(() => (isTakenOver ? Date.now() : at));
  const flips = contacts.flatMap(({ availability }) => nextFlip(availability, time) ?? []);
  const next = Math.min(...flips);

  useEffect(() => {
    const read = () => setTime(Date.now());
    read();
    document.addEventListener("visibilitychange", read);
    addEventListener("pageshow", read);
    return () => {
      document.removeEventListener("visibilitychange", read);
      removeEventListener("pageshow", read);
    };
  }, []);

  useEffect(() => {
    if (next === Infinity) return undefined;
    const timer = setTimeout(() => setTime(Date.now()), Math.max(Math.min(next - time, readEvery), 20));
    return () => clearTimeout(timer);
  }, [next, time]);

  // A phone takes a tenth of a second to make the first of these.
  const needsZone = isTakenOver && contacts.some(({ availability }) => availability !== null);
  return { time, zone: needsZone ? new Intl.DateTimeFormat().resolvedOptions().timeZone : undefined };
}
