import { teamCopy } from "#copy/current.ts";
import type { Hours, OpenSpan, Weekday } from "#domain/time/hours.ts";

export const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** A time such as `18:00` as text: `6:00 pm`, `midnight`. */
export function timeText(time: string): string {
  return clockText(time, teamCopy.channels.schedule.clock);
}

/** Returns a time for a narrow column: `6 pm`. */
function timeBrief(time: string): string {
  return clockText(time, teamCopy.channels.schedule.clockBrief);
}

function clockText(time: string, words: (hour: number, minute: string) => string): string {
  if (time === "24:00" || time === "00:00") return teamCopy.channels.schedule.midnight;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return words(hour, String(minute).padStart(2, "0"));
}

/** Returns whether a span ends after midnight. */
export function crossesMidnight({ from, to }: Pick<OpenSpan, "from" | "to">): boolean {
  return to <= from && to !== "00:00";
}

/**
 * The weekly hours in one line: `Mon to Fri 9:00 am to 6:00 pm; Sat 10:00 am to midnight (Asia/Kolkata), 1 holiday`.
 */
export function hoursText(hours: Hours | null): string {
  if (hours === null) return teamCopy.channels.schedule.always;
  const parts = runsOf(hours, timeText).map(({ first, last, spans }) => {
    const days = last === undefined ? first : teamCopy.channels.schedule.daysFromTo(first, last);
    const times = spans.map(([from = "", to]) =>
      to === undefined ? from : teamCopy.channels.schedule.timesFromTo(from, to),
    );
    return `${days} ${teamCopy.channels.schedule.times(times)}`;
  });
  return teamCopy.channels.schedule.week(parts.join("; "), hours.timeZone, hours.holidays.length);
}

/** Returns opening hours for a narrow column: `Mon–Fri 9 am–6 pm`. */
export function hoursBrief(hours: Hours | null): string {
  if (hours === null) return teamCopy.channels.schedule.alwaysBrief;
  return runsOf(hours, timeBrief)
    .map(({ first, last, spans }) => {
      const days = last === undefined ? first : `${first}–${last}`;
      return `${days} ${spans.map((span) => span.join("–")).join(", ")}`;
    })
    .join("; ");
}

/** Adjoining days with the same times; each span is its two times, or `all day`. */
interface Run {
  first: string;
  last?: string;
  spans: string[][];
}

function runsOf(hours: Hours, words: (time: string) => string): Run[] {
  const runs: Array<Run & { key: string }> = [];
  for (const day of weekdays) {
    const short = teamCopy.channels.schedule.shortDays[day];
    const spans = hours.weekly
      .filter((span) => span.day === day)
      .map(({ from, to }) =>
        from === "00:00" && to === "24:00" ? [teamCopy.channels.schedule.allDay] : [words(from), words(to)],
      );
    const key = JSON.stringify(spans);
    const run = runs.at(-1);
    if (run?.key === key) run.last = short;
    else runs.push({ first: short, spans, key });
  }
  const isDaily = runs.length === 1;
  return runs
    .filter(({ spans }) => spans.length > 0)
    .map((run) => (isDaily ? { first: teamCopy.channels.schedule.everyDay, spans: run.spans } : run));
}
