import { join } from "node:path";
import { createKeptFile, type KeptFile } from "./kept-file.ts";

/** The last list that was published, in a file of its own beside the store. */
export function createLastList({ dataDir }: { dataDir: string }): KeptFile {
  return createKeptFile(lastListPath(dataDir));
}

/** Where the last list stands. */
export function lastListPath(dataDir: string): string {
  return join(dataDir, "official-channels.sealed.json");
}

/** Where the newest entry of the audit log stands, for what somebody cuts off in the store. */
export function auditHeadPath(dataDir: string): string {
  return join(dataDir, "audit-log.head.json");
}
