import type { Hours, OpenSpan, Weekday } from "#domain/time/hours.ts";

export const weekdays: ReadonlyArray<{ day: Weekday; name: string; short: string }> = [
  { day: 1, name: "Monday", short: "Mon" },
  { day: 2, name: "Tuesday", short: "Tue" },
  { day: 3, name: "Wednesday", short: "Wed" },
  { day: 4, name: "Thursday", short: "Thu" },
  { day: 5, name: "Friday", short: "Fri" },
  { day: 6, name: "Saturday", short: "Sat" },
  { day: 7, name: "Sunday", short: "Sun" },
];

/** A time such as `18:00` as text: `6:00 pm`, `midnight`. */
export function timeWords(time: string): string {
  if (time === "24:00" || time === "00:00") return "midnight";
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** Whether a span ends after midnight. */
export function crossesMidnight({ from, to }: Pick<OpenSpan, "from" | "to">): boolean {
  return to <= from && to !== "00:00";
}

/**
 * The weekly hours in one line: `Mon to Fri 9:00 am to 6:00 pm; Sat 10:00 am to midnight (Asia/Kolkata), 1 holiday`.
 */
export function hoursWords(hours: Hours | null): string {
  if (hours === null) return "Always available";
  const parts = runsOf(hours, (time) => timeWords(time)).map(({ days, spans }) => {
    const times = spans.map(([from, to]) => (to === undefined ? from : `${from} to ${to}`));
    return `${days.join(" to ")} ${times.join(" and ")}`;
  });
  const count = hours.holidays.length;
  const holidays = count === 0 ? "" : count === 1 ? ", 1 holiday" : `, ${count} holidays`;
  return `${parts.join("; ")} (${hours.timeZone})${holidays}`;
}

/** The same for a narrow column: `Mon–Fri 9 am–6 pm`. */
export function hoursBrief(hours: Hours | null): string {
  if (hours === null) return "Always";
  return runsOf(hours, (time) => timeWords(time).replace(":00", ""))
    .map(({ days, spans }) => `${days.join("–")} ${spans.map((span) => span.join("–")).join(", ")}`)
    .join("; ");
}

/** The first and the last of adjoining days with the same times; each span is its two times, or `all day`. */
function runsOf(hours: Hours, words: (time: string) => string): Array<{ days: string[]; spans: string[][] }> {
  const runs: Array<{ days: string[]; spans: string[][]; key: string }> = [];
  for (const { day, short } of weekdays) {
    const spans = hours.weekly
      .filter((span) => span.day === day)
      .map(({ from, to }) => (from === "00:00" && to === "24:00" ? ["all day"] : [words(from), words(to)]));
    const key = JSON.stringify(spans);
    const run = runs.at(-1);
    if (run?.key === key) run.days = [run.days[0] ?? short, short];
    else runs.push({ days: [short], spans, key });
  }
  const isDaily = runs.length === 1;
  return runs.filter(({ spans }) => spans.length > 0).map((run) => (isDaily ? { ...run, days: ["Every day"] } : run));
}
