import { useEffect, useState } from "react";
import type { ActiveChannel } from "#contract/channels/channel.ts";
import { nextFlip } from "#domain/time/hours.ts";
import { usePageData } from "#web/page/page-data.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";

/** The moment that a page is rendered for. */
export interface Now {
  /** Time in milliseconds since 1970. */
  time: number;
  /**
   * The visitor's time zone, if there are hours; undefined until hydrated, while `time` is the server's render time.
   */
  zone: string | undefined;
}

/** The longest interval between clock reads: timers stop while a device sleeps, and words such as "on Monday" age. */
const readEvery = 60_000;

/** The current time, updated at the minute at which a channel opens or closes. Channels without hours need no timer. */
export function useNow(channels: readonly ActiveChannel[]): Now {
  const { at = 0 } = usePageData();
  const isHydrated = useHydrated();
  const [time, setTime] = useState(() => (isHydrated ? Date.now() : at));
  const flips = channels.flatMap(({ availability }) => nextFlip(availability, time) ?? []);
  const next = flips.reduce((first, flip) => (flip < first ? flip : first), Infinity);

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

  // Creating the first formatter takes a phone about 100 ms.
  const needsZone = isHydrated && channels.some(({ availability }) => availability !== null);
  return { time, zone: needsZone ? new Intl.DateTimeFormat().resolvedOptions().timeZone : undefined };
}
