import { minute } from "#domain/time/durations.ts";

/** Logs the first of many like events at once, and then at most once a minute how many more there were. */
export function createCountedLog<Seen>(log: (count: number, last: Seen) => void): (event: Seen) => void {
  let count = 0;
  let last: Seen;
  let isWaiting = false;

  function logCount(): void {
    isWaiting = count > 0;
    if (!isWaiting) return;
    log(count, last);
    count = 0;
    setTimeout(logCount, minute).unref();
  }

  return (event) => {
    count += 1;
    last = event;
    if (!isWaiting) logCount();
  };
}
