import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";

/**
 * SQLite's primary result codes that mean that the store, not the statement, is at fault
 * (https://sqlite.org/rescode.html).
 */
const faults = new Map<number, StoreFault>([
  [5, "busy"], // SQLITE_BUSY
  [6, "busy"], // SQLITE_LOCKED
  [7, "memory"], // SQLITE_NOMEM
  [8, "read-only"], // SQLITE_READONLY
  [10, "disk"], // SQLITE_IOERR
  [11, "unreadable"], // SQLITE_CORRUPT
  [13, "full"], // SQLITE_FULL
  [14, "disk"], // SQLITE_CANTOPEN
  [15, "busy"], // SQLITE_PROTOCOL
  [26, "unreadable"], // SQLITE_NOTADB
]);

/**
 * Converts an error of `node:sqlite` to a `StoreUnavailableError` if the store is at fault; returns others unchanged.
 */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  // The low byte of an extended result code is the primary one.
  const fault = faults.get(error.errcode & 0xff);
  return fault === undefined ? error : new StoreUnavailableError(fault, error);
}
