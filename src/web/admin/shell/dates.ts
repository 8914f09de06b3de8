import { teamCopy } from "#copy/current.ts";
import { locale } from "#copy/locale/language.ts";
import { momentText, timeText } from "#copy/locale/moment.ts";
import { useMemo } from "react";
import { hour, minute } from "#domain/time/durations.ts";
import { useSite } from "#web/page/page-data.ts";

/** Formats instants for the team, in the site's time zone. */
export interface DateFormats {
  /** Time ago, up to a day: `now`, `12 min`, `3 h`; the date before. */
  ago: (instant: string, now: number) => string;
  /** Time that somebody has waited: `12 min`, `3 h`, `2 d`. */
  wait: (instant: string, now: number) => string;
  /** Format for long lists: the time today, the date before. */
  short: (instant: string) => string;
  /** Time of the day: `3:40 pm`. */
  time: (instant: string) => string;
  /** `Today`, `Yesterday`, `Sat, 21 Nov`; without the weekday and with the year if it is long ago. */
  day: (instant: string, now: number) => string;
  /** Format without the year, for recent times: `21 Nov, 3:40 pm`. */
  recent: (instant: string) => string;
  full: (instant: string) => string;
  /** Format to the second, to distinguish close times: `21 Nov 2026, 3:40:05 pm`. */
  exact: (instant: string) => string;
}

export function useDateFormats(): DateFormats {
  const { timeZone } = useSite();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale(), { timeZone, dateStyle: "short" });
    const date = new Intl.DateTimeFormat(locale(), { timeZone, day: "numeric", month: "short" });
    const oldDate = new Intl.DateTimeFormat(locale(), { timeZone, day: "numeric", month: "short", year: "numeric" });
    const time = (at: Date) => timeText(at, teamCopy.channels.schedule.clock, { timeZone });
    const moment = (instant: string, dateParts: Intl.DateTimeFormatOptions, hasSeconds = false) =>
      momentText(new Date(instant), teamCopy.channels.schedule.clock, { timeZone, date: dateParts, hasSeconds });
    const weekday = new Intl.DateTimeFormat(locale(), { timeZone, weekday: "short", day: "numeric", month: "short" });
    const year = 365 * 24 * hour;
    const wholeDay = 24 * hour;
    const wait = (instant: string, now: number): string => {
      const passed = now - Date.parse(instant);
      if (passed < minute) return teamCopy.shell.dates.now;
      if (passed < hour) return teamCopy.reports.durations.minutes(Math.floor(passed / minute));
      if (passed < wholeDay) return teamCopy.reports.durations.hours(Math.floor(passed / hour));
      return teamCopy.shell.dates.days(Math.floor(passed / wholeDay));
    };
    return {
      wait,
      ago(instant, now) {
        const at = new Date(instant);
        if (now - at.getTime() < wholeDay) return wait(instant, now);
        return (now - at.getTime() < year / 2 ? date : oldDate).format(at);
      },
      short(instant) {
        const at = new Date(instant);
        if (day.format(at) === day.format(new Date())) return time(at);
        return (Date.now() - at.getTime() < year / 2 ? date : oldDate).format(at);
      },
      time: (instant) => time(new Date(instant)),
      day(instant, now) {
        const at = new Date(instant);
        if (day.format(at) === day.format(now)) return teamCopy.shell.dates.today;
        if (day.format(at) === day.format(now - wholeDay)) return teamCopy.shell.dates.yesterday;
        return (now - at.getTime() < year / 2 ? weekday : oldDate).format(at);
      },
      recent: (instant) => moment(instant, { day: "numeric", month: "short" }),
      exact: (instant) => moment(instant, { dateStyle: "medium" }, true),
      full: (instant) => moment(instant, { dateStyle: "medium" }),
    };
  }, [timeZone]);
}
