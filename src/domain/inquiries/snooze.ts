import { instant } from "../time/instant.ts";
import type { InquiryStatus } from "./inquiry.ts";

/** When a snooze ends: a time in ISO 8601, or only when the visitor answers. */
type SnoozeEnd = string;

/** Stored end of a snooze that has no time: only the visitor's answer ends it. */
const untilAnswer = Number.MAX_SAFE_INTEGER;

/** The end as the store holds it, in ms since 1970. */
export function storedEnd(end: SnoozeEnd): number {
  return end === "answer" ? untilAnswer : Date.parse(end);
}

export function snoozeEnd(stored: number): SnoozeEnd {
  return Number(stored) === untilAnswer ? "answer" : instant(stored);
}

/** The end of a snooze that lasts; null if there is none, or it is over. */
export function stillSnoozed(stored: number | null, now: number): number | null {
  return stored !== null && Number(stored) > now ? Number(stored) : null;
}

/** Returns whether an inquiry of this status can be snoozed. */
export function maySnooze(status: InquiryStatus): boolean {
  return status !== "closed" && status !== "suspected";
}
