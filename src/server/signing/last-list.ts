import { join } from "node:path";
import { createTextFile, type TextFile } from "../lib/text-file.ts";

/** The last published list, in a file beside the store. */
export function createLastList({ dataDir }: { dataDir: string }): TextFile {
  return createTextFile(lastListPath(dataDir));
}

export function lastListPath(dataDir: string): string {
  return join(dataDir, "official-channels.sealed.json");
}

/** The file of the members' revisions, which detects rows that were deleted or rolled back in the store. */
export function memberHeadPath(dataDir: string): string {
  return join(dataDir, "members.head.json");
}

/** The file of the newest audit log entry, which detects truncation in the store. */
export function auditHeadPath(dataDir: string): string {
  return join(dataDir, "audit-log.head.json");
}

/** The file of the last settings, which detects tampering in the store. */
export function settingsPath(dataDir: string): string {
  return join(dataDir, "settings.signed.json");
}
