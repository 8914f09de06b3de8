import { day, second } from "../time/durations.ts";
import type { InquiryStatus } from "./inquiry.ts";

/**
 * Ways by which an entry of a conversation reached the other side. Messages on WhatsApp and by phone are logged by a
 * member; visitors see only what is on their private page.
 */
export const entryWays = ["page", "email", "whatsapp", "phone"] as const;

export type EntryWay = (typeof entryWays)[number];

/** Number of entries that the team sees of an open inquiry at first, and number added by each press. */
export const newestAtFirst = 50;
export const moreAtPress = 200;

/** A `reply` is the team's, an `answer` the visitor's. */
export type EntryKind = "reply" | "answer";

/** Time in ms for which a member can take back a reply. */
export const undoMs = 10 * second;

/**
 * When a reply leaves, in ms after the server accepted it: `undoMs`, and the time that the response and the request to
 * undo it take on a slow network.
 */
export const leavesAfterMs = undoMs + 5 * second;

/** Max number of inquiries that can be merged into one. */
export const maxMerged = 50;

/** Days in which a visitor's answer reopens a closed inquiry. */
export const reopenDays = 30;

/** Returns whether the visitor may answer an inquiry of this status; `closedAt` and `now` are in ms since 1970. */
export function mayAnswer(
  { status, closedAt }: { status: InquiryStatus | "binned"; closedAt: number | null },
  now: number,
): boolean {
  if (status === "binned") return false;
  return status !== "closed" || closedAt === null || now - closedAt < reopenDays * day;
}

/** The status after the visitor's answer: what was done waits for the team again. */
export function statusAfterAnswer(status: InquiryStatus): InquiryStatus {
  return status === "answered" || status === "closed" ? "new" : status;
}

/** The code that proves an inquiry's address: for how many minutes, how often it is tried, and how many a day. */
export const addressCode = { digits: 6, minutes: 10, tries: 5, perDay: 3 } as const;
