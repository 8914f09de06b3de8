import { teamCopy } from "#copy/current.ts";
import type { InquirySummary } from "#contract/inbox/inbox.ts";
import { minutesIn } from "#domain/time/first-answer.ts";

/** The heading of the rows that wait about as long, above the first of them. */
export interface GroupHeading {
  text: string;
  /** Whether they wait longer than the site promises. */
  isLate: boolean;
  /** Undefined if more rows of the group may follow that are not loaded. */
  count: number | undefined;
}

/** Minutes from which on a wait has a group of its own, if the site promises less. */
const steps = [60, 15];

/**
 * Groups rows, in the order of who waits the longest: not delivered, over an hour, over 15 minutes, over what the site
 * promises (such as `5 minutes`), and on time. Returns the headings by the ids of the rows that they stand above.
 */
export function waitingGroups(
  rows: ReadonlyArray<Pick<InquirySummary, "id" | "undelivered" | "waitingSince">>,
  options: { now: number; promised: string; hasMore: boolean },
): ReadonlyMap<string, GroupHeading> {
  const promise = minutesIn(options.promised);
  const limits = [
    ...steps.filter((step) => step > (promise ?? 0)),
    ...(promise === null || promise < 1 ? [] : [promise]),
  ];
  const headings = new Map<string, GroupHeading>();
  let last: GroupHeading | undefined;
  let isFirst = true;
  for (const { id, undelivered, waitingSince } of rows) {
    // Undelivered ones come first, up to a limit.
    isFirst &&= undelivered;
    const minutes = (options.now - Date.parse(waitingSince)) / 60_000;
    const limit = limits.find((each) => minutes > each);
    const text = isFirst ? teamCopy.inboxList.list.groups.undelivered : limitText(limit);
    if (last?.text === text) last.count = (last.count ?? 0) + 1;
    else {
      last = { text, isLate: isFirst || limit !== undefined, count: 1 };
      headings.set(id, last);
    }
  }
  if (options.hasMore && last !== undefined) last.count = undefined;
  return headings;
}

/** The rows below a heading of those that wait too long. */
export function lateIn(
  rows: ReadonlyArray<Pick<InquirySummary, "id">>,
  headings: ReadonlyMap<string, GroupHeading>,
): ReadonlySet<string> {
  const late = new Set<string>();
  let isLate = false;
  for (const { id } of rows) {
    isLate = headings.get(id)?.isLate ?? isLate;
    if (isLate) late.add(id);
  }
  return late;
}

function limitText(minutes: number | undefined): string {
  const { groups } = teamCopy.inboxList.list;
  if (minutes === undefined) return groups.onTime;
  if (minutes % 1440 === 0) return groups.days(minutes / 1440);
  return minutes % 60 === 0 ? groups.hours(minutes / 60) : groups.minutes(minutes);
}
