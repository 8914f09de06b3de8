import type { Hours, OpenSpan, Weekday } from "#domain/time/hours.ts";
import { weekdays } from "./hours-text.ts";

/** A span or a holiday in the editor; `key` is stable while it is edited. */
export interface DraftSpan {
  key: number;
  from: string;
  to: string;
}

export interface DraftHoliday {
  key: number;
  date: string;
  name: string;
}

/** Hours being edited. */
export interface HoursDraft {
  /** If false, the channel is always open, whatever the other fields. */
  isWeekly: boolean;
  timeZone: string;
  days: Record<Weekday, DraftSpan[]>;
  holidays: DraftHoliday[];
}

let lastKey = 0;
const nextKey = () => ++lastKey;

const usual = { from: "09:00", to: "18:00" };

/** The draft of existing hours; without any, default spans for each day. */
export function draftOf(hours: Hours | null | undefined, timeZone: string): HoursDraft {
  const spansOf = (day: Weekday) =>
    hours
      ? hours.weekly
          .filter((span) => span.day === day)
          // Time inputs do not accept 24:00.
          .map(({ from, to }) => newSpan({ from, to: to === "24:00" ? "00:00" : to }))
      : [newSpan(usual)];
  return {
    isWeekly: hours !== null && hours !== undefined,
    timeZone: hours?.timeZone ?? timeZone,
    days: onEachDay(spansOf),
    holidays: (hours?.holidays ?? []).map((holiday) => ({ key: nextKey(), ...holiday })),
  };
}

export function newSpan(times: { from: string; to: string } = { from: "", to: "" }): DraftSpan {
  return { key: nextKey(), ...times };
}

export function newHoliday(): DraftHoliday {
  return { key: nextKey(), date: "", name: "" };
}

export function copiedToAll(spans: readonly DraftSpan[]): HoursDraft["days"] {
  return onEachDay(() => spans.map(({ from, to }) => newSpan({ from, to })));
}

/** The hours to send; midnight at the end of a day becomes 24:00. */
export function hoursOf({ isWeekly, timeZone, days, holidays }: HoursDraft): Hours | null {
  if (!isWeekly) return null;
  const weekly = weekdays.flatMap((day) =>
    days[day].map(({ from, to }): OpenSpan => ({ day, from, to: to === "00:00" ? "24:00" : to })),
  );
  return { timeZone, weekly, holidays: holidays.map(({ date, name }) => ({ date, name: name.trim() })) };
}

function onEachDay(spansOf: (day: Weekday) => DraftSpan[]): HoursDraft["days"] {
  return { 1: spansOf(1), 2: spansOf(2), 3: spansOf(3), 4: spansOf(4), 5: spansOf(5), 6: spansOf(6), 7: spansOf(7) };
}
