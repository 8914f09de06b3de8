import { StoreUnavailableError } from "../store-unavailable.ts";

/** The store is not as it was left. The message says what is wrong, in words for the operator. */
export class StoreDamagedError extends Error {}

/** https://sqlite.org/rescode.html: CORRUPT and NOTADB. */
const damagedCodes = new Set([11, 26]);

/** Whether SQLite has found that a file is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return error.fault === "unreadable";
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return typeof error.errcode === "number" && damagedCodes.has(error.errcode & 0xff);
}
