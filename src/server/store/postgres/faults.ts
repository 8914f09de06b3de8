import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";

/**
 * An error from PostgreSQL, reduced to what may be logged: the driver's own error also quotes values. `code` is an
 * SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), or a system error code of the connection.
 */
export class PostgresError extends Error {
  override readonly name = "PostgresError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** SQLSTATE codes and classes that mean that the database, not the statement, is at fault. */
const faults = new Map<string, StoreFault>([
  ["08", "away"], // connection exception
  ["25006", "read-only"], // read_only_sql_transaction: a standby
  ["28", "away"], // invalid authorization
  ["3D000", "away"], // invalid_catalog_name
  ["40001", "busy"], // serialization_failure
  ["40P01", "busy"], // deadlock_detected
  ["53", "busy"], // insufficient resources
  ["53100", "full"], // disk_full
  ["55P03", "busy"], // lock_not_available
  ["57014", "busy"], // query_canceled: statement timeout
  ["57", "away"], // operator intervention: shutdown, cannot connect now
  ["58", "disk"], // system error
  ["XX001", "unreadable"], // data_corrupted
  ["XX002", "unreadable"], // index_corrupted
]);

/** Faults after which the connection is unusable, or leads to a server that is no longer the primary. */
const final: ReadonlySet<StoreFault> = new Set(["away", "read-only"]);

/** Conflicts of two transactions: a retry succeeds. */
const conflicts = new Set(["40001", "40P01"]);

/**
 * Converts an error of the driver to a `StoreUnavailableError` if the database is at fault, else to a `PostgresError`.
 */
export function storeError(error: unknown): Error {
  const { code, message } = named(error);
  const fault = faults.get(code) ?? faults.get(code.slice(0, 2)) ?? (isSqlState(code) ? undefined : "away");
  const cause = new PostgresError(code, message);
  return fault === undefined ? cause : new StoreUnavailableError(fault, cause);
}

/** Converts an error while connecting: whatever it is, the database is unreachable. */
export function unreachable(error: unknown): StoreUnavailableError {
  const cause = storeError(error);
  return cause instanceof StoreUnavailableError ? cause : new StoreUnavailableError("away", cause);
}

/** The SQLSTATE class of warnings. */
export const warning = "01";

/**
 * The error for a commit with a warning: somebody ended its wait for the standby, so it is on this server only. Clients
 * retry; with the same idempotency key they get the stored result.
 */
export function unsure(): StoreUnavailableError {
  return new StoreUnavailableError("busy", new PostgresError("01000", "the standby may not have what was committed"));
}

/** Whether to close a connection after this error. */
export function endsConnection(error: unknown): boolean {
  return error instanceof StoreUnavailableError && final.has(error.fault);
}

export function isConflict(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof PostgresError && conflicts.has(error.cause.code);
}

/** The driver's own errors, such as for a closed connection, have no code. */
function named(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "unknown", message: "unknown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "connection";
  // Data errors (class 22) quote the value.
  return { code, message: code.startsWith("22") ? "the database refuses a value" : error.message || code };
}

const isSqlState = (code: string) => /^[\dA-Z]{5}$/.test(code) && /\d/.test(code);
