import { type StoreFault, StoreUnavailableError } from "../../store-unavailable.ts";

/**
 * What PostgreSQL refused, as much of it as may be logged: the driver's own error also quotes the values that it was about.
 * `code` is an SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), or the system's for a connection.
 */
export class PostgresError extends Error {
  override readonly name = "PostgresError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whole codes and classes of them that say the database, not the statement, is at fault. */
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
  ["57014", "busy"], // query_canceled: the statement's time was over
  ["57", "away"], // operator intervention: shutdown, cannot connect now
  ["58", "disk"], // system error
  ["XX001", "unreadable"], // data_corrupted
  ["XX002", "unreadable"], // index_corrupted
]);

/** Faults after which the connection is of no use, or leads to a server that is no primary any more. */
const final: ReadonlySet<StoreFault> = new Set(["away", "read-only"]);

/** Two transactions were in each other's way: the same one succeeds when it is tried again. */
const conflicts = new Set(["40001", "40P01"]);

/** What the driver threw, as a `StoreUnavailableError` where the database is at fault, and as a `PostgresError` otherwise. */
export function storeError(error: unknown): Error {
  const { code, message } = named(error);
  const fault = faults.get(code) ?? faults.get(code.slice(0, 2)) ?? (isSqlState(code) ? undefined : "away");
  const cause = new PostgresError(code, message);
  return fault === undefined ? cause : new StoreUnavailableError(fault, cause);
}

/** The same of what keeps a connection from being opened: whatever it is, the database cannot be reached. */
export function unreachable(error: unknown): StoreUnavailableError {
  const cause = storeError(error);
  return cause instanceof StoreUnavailableError ? cause : new StoreUnavailableError("away", cause);
}

/** The class of the warnings (SQLSTATE). */
export const warning = "01";

/**
 * What a commit that comes with a warning is: somebody has ended its wait for the standby, so that it is on this server alone. It is for whoever
 * asked to ask again; with their key they get what is kept.
 */
export function unsure(): StoreUnavailableError {
  return new StoreUnavailableError("busy", new PostgresError("01000", "the standby may not have what was committed"));
}

/** Whether a connection that has seen this is to be given up. */
export function endsConnection(error: unknown): boolean {
  return error instanceof StoreUnavailableError && final.has(error.fault);
}

export function isConflict(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof PostgresError && conflicts.has(error.cause.code);
}

/** The driver's own errors, as of a connection that was closed, have no code. */
function named(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "unknown", message: "unknown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "connection";
  // Errors of data (class 22) quote the value.
  return { code, message: code.startsWith("22") ? "the database refuses a value" : error.message || code };
}

const isSqlState = (code: string) => /^[\dA-Z]{5}$/.test(code) && /\d/.test(code);
