import { teamCopy } from "#copy/current.ts";
import type { InquirySummary, Snooze } from "#contract/inbox/inbox.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";

/** Returns whether a snooze lasts. */
export function isSnoozed(inquiry: Pick<InquirySummary, "snooze">): inquiry is { snooze: Snooze } {
  return inquiry.snooze?.isOver === false;
}

/** Returns a text such as `until 6:00 pm`, `until 27 Nov, 9:00 am`, or `until they answer`. */
export function untilText(until: Snooze["until"], dates: DateFormats): string {
  if (until === "answer") return teamCopy.inbox.snooze.untilAnswer;
  const now = Date.now();
  const isToday = dates.day(until, now) === dates.day(new Date(now).toISOString(), now);
  return teamCopy.inbox.snooze.until(isToday ? dates.time(until) : dates.recent(until));
}

/** A change as text after a count or a reference. */
export function snoozedText(until: Snooze["until"] | null, dates: DateFormats): string {
  return until === null ? teamCopy.inbox.words.woken : teamCopy.inbox.words.snoozed(untilText(until, dates));
}

/** A snooze in full. */
export function snoozeState({ until, isOver }: Snooze, dates: DateFormats): string {
  return isOver
    ? teamCopy.inbox.snooze.overSince(dates.recent(until))
    : teamCopy.inbox.snooze.state(untilText(until, dates));
}
