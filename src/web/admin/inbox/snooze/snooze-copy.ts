import type { Snooze } from "#contract/inbox.ts";
import type { DateWords } from "#web/admin/shell/dates.ts";

/** Such as `until 6:00 pm`, `until 27 Nov, 9:00 am`, or `until they answer`. */
export function untilWords(until: Snooze["until"], dates: DateWords): string {
  if (until === "answer") return "until they answer";
  return `until ${dates.day(until, Date.now()) === "Today" ? dates.time(until) : dates.recent(until)}`;
}

/** What ends a snooze before its time, and its outcome after a count or a reference. */
export const wakeLabel = "Wake now";
export const wokenWords = "woken";

/** A change as text after a count or a reference. */
export function snoozedWords(until: Snooze["until"] | null, dates: DateWords): string {
  return until === null ? wokenWords : `snoozed ${untilWords(until, dates)}`;
}

/** Of an inquiry that has come back by itself. */
export const snoozeOver = "Snooze is over";

/** A snooze in full. */
export function snoozeState({ until, isOver }: Snooze, dates: DateWords): string {
  return isOver ? `${snoozeOver} since ${dates.recent(until)}` : `Snoozed ${untilWords(until, dates)}`;
}

export const snoozeCopy = {
  title: (count: number) => (count === 1 ? "Snooze until" : `Snooze ${count} inquiries until`),
  lead: "It leaves the list until then. An answer of the visitor brings it back at once.",
  none: "Closed and suspected inquiries cannot be snoozed.",
  answer: "The visitor answers",
  own: "Date and time",
  zone: (timeZone: string) => `The time is that of ${timeZone}.`,
  past: "Choose a time in the future.",
  missing: "Choose a date and a time.",
};
