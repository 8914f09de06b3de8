/** The first instant of a day such as `2026-11-21` in a time zone, in milliseconds since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const first = midnight - offsetAt(midnight, timeZone);
  // Near a change of the clocks the first guess may lie on its other side.
  const second = midnight - offsetAt(first, timeZone);
  if (offsetAt(second, timeZone) === midnight - second) return second;
  // The clocks skip this midnight: the day starts at the change.
  return Math.max(first, second);
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** How far the zone's clocks are ahead of UTC at an instant. */
function offsetAt(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const shown = Date.parse(`${year?.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shown - Math.floor(time / 1000) * 1000;
}
