import type { PostgresPool, PostgresPoolClient } from "kysely";
import { type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types as driverTypes } from "pg";
import { endsConnection, storeError, unreachable, unsure, warning } from "./faults.ts";

/** Timeouts for a connection, a lock, a statement and a response, in milliseconds. */
export type Patience = Record<"connection" | "lock" | "statement" | "answer" | "idleTransaction", number>;

export const patience: Patience = {
  connection: 3000,
  lock: 5000,
  statement: 15_000,
  answer: 20_000,
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

/** The configuration of a connection, with timeouts for everything that could hang. */
export function connectionConfig(url: string, most: Patience = patience): ClientConfig {
  return {
    connectionString: url,
    application_name: "front-desk",
    connectionTimeoutMillis: most.connection,
    statement_timeout: most.statement,
    lock_timeout: most.lock,
    query_timeout: most.answer,
    idle_in_transaction_session_timeout: most.idleTransaction,
    keepAlive: true,
    types,
  };
}

/** The configuration of a connection for tasks of any duration. */
export function patientConfig(url: string): ClientConfig {
  return connectionConfig(url, { connection: 20_000, lock: 0, statement: 0, answer: 0, idleTransaction: 0 });
}

/** A pool of up to `most` connections that throws the store's errors and drops a connection after a fault. */
export function openPool(config: ClientConfig, most: number): PostgresPool {
  const pool = new Pool({ ...config, max: most });
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
  client.on("notice", ({ code = "" }) => {
    isWarned ||= code.startsWith(warning);
  });
  async function query(text: string, parameters: readonly unknown[]) {
    isWarned = false;
    try {
      const result = await client.query(text, parameters.map(kept));
      if (!isWarned || text !== "commit") return result;
    } catch (thrown) {
      const error = storeError(thrown);
      isOver ||= endsConnection(error);
      throw error;
    }
    throw unsure();
  }
  return {
    // Without a cursor Kysely only asks for rows.
    query: query as unknown as PostgresPoolClient["query"],
    release: () => client.release(isOver),
  };
}

/** PostgreSQL cannot store NUL; a look-up of text with NUL finds nothing. */
function kept(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}
