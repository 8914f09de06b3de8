import { attachmentLimits } from "#domain/inquiries/attachment.ts";
import type { LossReason, LostFile } from "../inquiries/attachments/attachments.ts";

const { count, megabytes } = attachmentLimits;

const reasons: Record<LossReason, string> = {
  type: "neither a picture nor a PDF",
  size: `larger than ${megabytes} MB`,
  count: `more than ${count} files`,
  unreadable: "it cannot be read",
  cut: "the email is too large",
  full: "no room for more files",
};

/** Names in a text. Many more are no help. */
const maxNamed = 10;

/** Tells the team which files of an email are missing, and why; empty if none is. */
export function lostFilesText(lost: readonly LostFile[]): string {
  if (lost.length === 0) return "";
  const named = lost
    .slice(0, maxNamed)
    .map(({ name, reason }) => `${name === "" ? "a file" : `“${name}”`} (${reasons[reason]})`);
  const more = lost.length > maxNamed ? [`${lost.length - maxNamed} more`] : [];
  return `(Not kept here: ${[...named, ...more].join(", ")}.)`;
}
