import { teamCopy } from "#copy/current.ts";

/** Choices of the filter by how long visitors have waited. */
export const waitingHours = [0, 1, 4, 24, 72];

export function waitingText(hours: number): string {
  if (hours === 0) return teamCopy.inbox.waiting.forUs;
  const isDays = hours % 24 === 0 && hours > 24;
  return isDays ? teamCopy.inbox.waiting.days(hours / 24) : teamCopy.inbox.waiting.hours(hours);
}
