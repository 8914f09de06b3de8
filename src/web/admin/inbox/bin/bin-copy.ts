import type { InquirySummary } from "#contract/inbox.ts";
import { day } from "#domain/time/durations.ts";

export type Binned = NonNullable<InquirySummary["binned"]>;

/** Who deleted it. */
export function binnedBy({ by }: Binned): string {
  return by?.email ?? "somebody who is no longer in the team";
}

/** The time left in the bin: `29 days`. */
export function timeLeft({ until }: Binned, now: number): string {
  const days = Math.ceil((Date.parse(until) - now) / day);
  if (days <= 0) return "the next hour";
  return days === 1 ? "1 day" : `${days} days`;
}

/** A count of inquiries: `1 inquiry`. */
export function inquiriesText(count: number): string {
  return count === 1 ? "1 inquiry" : `${count} inquiries`;
}
