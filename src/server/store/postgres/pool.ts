import type { PostgresPool, PostgresPoolClient } from "kysely";
import {
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types as driverTypes,
} from "pg";
import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";

/**
 * An error from PostgreSQL, reduced to what may be logged: the driver's own error also quotes values. `code` is an
 * SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), or a system error code of the connection.
 */
class PostgresError extends Error {
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
function storeError(error: unknown): Error {
  const { code, message } = codeAndMessage(error);
  const fault = faults.get(code) ?? faults.get(code.slice(0, 2)) ?? (isSqlState(code) ? undefined : "away");
  const cause = new PostgresError(code, message);
  return fault === undefined ? cause : new StoreUnavailableError(fault, cause);
}

/** Converts an error while connecting: whatever it is, the database is unreachable. */
function unreachable(error: unknown): StoreUnavailableError {
  const cause = storeError(error);
  return cause instanceof StoreUnavailableError ? cause : new StoreUnavailableError("away", cause);
}

/** The SQLSTATE class of warnings. */
const warning = "01";

/**
 * The error for a commit with a warning: somebody ended its wait for the standby, so it is on this server only. Clients
 * retry; with the same idempotency key they get the stored result.
 */
function unsure(): StoreUnavailableError {
  return new StoreUnavailableError("busy", new PostgresError("01000", "the standby may not have what was committed"));
}

/** Returns whether to close a connection after this error. */
function endsConnection(error: unknown): boolean {
  return error instanceof StoreUnavailableError && final.has(error.fault);
}

const codeOf = (error: unknown) => (error instanceof PostgresError ? error.code : "");

/** Returns whether somebody else holds the lock. */
export const isLocked = (error: unknown): boolean => error instanceof Error && codeOf(error.cause) === "55P03";

/** Returns whether a row is of wrong types, or breaks a constraint: SQLSTATE classes 22 and 23. */
export const isRefusedRow = (error: unknown): boolean => /^2[23]/.test(codeOf(error));

/**
 * Returns whether another program has just created the same thing: unique_violation in the catalog, or duplicate_table.
 */
export const isDuplicate = (error: unknown): boolean => ["23505", "42P07"].includes(codeOf(error));

export function isConflict(error: unknown): boolean {
  return error instanceof Error && conflicts.has(codeOf(error.cause));
}

/** Returns whether what a standby replays has ended a statement or its connection. */
export const isReplayConflict = (error: Error): boolean =>
  isConflict(error) || /conflict with recovery/.test(error.message);

/** Returns whether this is an error of the database or its connection, and none of ours. */
export const isStoreError = (error: unknown): error is Error =>
  error instanceof PostgresError || error instanceof StoreUnavailableError;

/** Returns whether a statement took longer than it may. */
export const isTimeout = (error: Error): boolean => codeOf(error.cause) === "57014" && !isReplayConflict(error);

/** The driver's own errors, such as for a closed connection, have no code. */
function codeAndMessage(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "unknown", message: "unknown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "connection";
  // Data errors (class 22) quote the value.
  return { code, message: code.startsWith("22") ? "the database refuses a value" : error.message || code };
}

const isSqlState = (code: string) => /^[\dA-Z]{5}$/.test(code) && /\d/.test(code);

/** Timeouts for a connection, a lock, a statement and a response, in milliseconds. */
export type Patience = Record<"connection" | "lock" | "statement" | "response" | "idleTransaction", number>;

const patience: Patience = {
  connection: 3000,
  lock: 5000,
  statement: 15_000,
  response: 20_000,
  idleTransaction: 10_000,
};

/**
 * Parsers by type OID: `int8`, whose values here fit a JavaScript number, and `json`, which the store parses itself.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, String],
]);

const types: CustomTypesConfig = {
  // The driver's own function takes the same two arguments; its return type is practically untyped.
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? driverTypes.getTypeParser(oid, format),
};

/**
 * The `application_name` of the connections of instances. By it those that can read files outside of the database know
 * whether another cannot, which an earlier version is.
 */
export const instanceNames = { withoutFiles: "front-desk", withFiles: "front-desk-files" } as const;

export type InstanceName = (typeof instanceNames)[keyof typeof instanceNames];

/** The configuration of a connection, with timeouts for everything that could hang. */
export function connectionConfig(url: string, name: InstanceName, max: Patience = patience): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: max.connection,
    statement_timeout: max.statement,
    lock_timeout: max.lock,
    query_timeout: max.response,
    idle_in_transaction_session_timeout: max.idleTransaction,
    keepAlive: true,
    types,
  };
}

/**
 * The configuration of connections for tasks of any duration. They may hold locks, so the server notices within two
 * minutes if this machine has lost its power (by default after two hours):
 * https://www.postgresql.org/docs/15/runtime-config-connection.html#RUNTIME-CONFIG-TCP
 */
export function patientConfig(url: string, name: InstanceName): PoolConfig {
  return {
    ...connectionConfig(url, name, { connection: 20_000, lock: 0, statement: 0, response: 0, idleTransaction: 0 }),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types leave out
    onConnect: (client) =>
      client.query("set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6"),
  };
}

/** A pool of up to `max` connections that throws the store's errors and drops a connection after a fault. */
export function openPool(config: PoolConfig, max: number): PostgresPool {
  const pool = new Pool({ ...config, max: max });
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  // An idle connection was lost: the pool drops it.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));

  return {
    // Kysely needs this only to cancel statements, which the store does not do.
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw unreachable(error);
      });
      const known = clients.get(client) ?? named(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** Wraps a connection to throw the store's errors. */
function named(client: PoolClient): PostgresPoolClient {
  let isOver = false;
  let isWarned = false;
  /** Why the server has ended the connection between two statements; the driver forgets that. */
  let ended: unknown;
  client.on("error", (error) => (ended ??= error));
  client.on("notice", ({ code = "" }) => {
    isWarned ||= code.startsWith(warning);
  });
  async function query(text: string, parameters: readonly unknown[]) {
    isWarned = false;
    try {
      const result = await client.query(text, parameters.map(kept));
      // A query of several statements without parameters gives the result of the last one.
      if (!isWarned || text !== "commit") return Array.isArray(result) ? (result.at(-1) as typeof result) : result;
    } catch (thrown) {
      const error = storeError(ended ?? thrown);
      isOver ||= endsConnection(error);
      throw error;
    }
    throw unsure();
  }
  return {
    // Kysely asks for rows alone, since it has no cursor.
    query: query as unknown as PostgresPoolClient["query"],
    release: () => client.release(isOver),
  };
}

/** PostgreSQL cannot store NUL; a look-up of text with NUL finds nothing. */
function kept(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}
