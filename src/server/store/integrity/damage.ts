import { StoreUnavailableError } from "../store-unavailable.ts";

/** The store has changed or lost data since it was last used. The message tells the operator what is wrong. */
export class StoreDamagedError extends Error {}

/** https://sqlite.org/rescode.html: CORRUPT and NOTADB. */
const damagedCodes = new Set([11, 26]);

/** Whether the error is SQLite's for a damaged file. */
export function isDamage(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return error.fault === "unreadable";
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return typeof error.errcode === "number" && damagedCodes.has(error.errcode & 0xff);
}
