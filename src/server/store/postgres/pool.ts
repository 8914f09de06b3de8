import type { PostgresPool, PostgresPoolClient } from "kysely";
import { type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types as driverTypes } from "pg";
import { endsConnection, storeError, unreachable, unsure, warning } from "./faults.ts";

/** How long one waits for a connection, a lock, a statement and an answer, in milliseconds. */
export type Patience = Record<"connection" | "lock" | "statement" | "answer" | "idleTransaction", number>;

export const patience: Patience = {
  connection: 3000,
  lock: 5000,
  statement: 15_000,
  answer: 20_000,
  idleTransaction: 10_000,
};

/** PostgreSQL's types by their numbers: `int8`, whose values here JavaScript holds exactly, and `json`, which the store reads itself. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, String],
]);

const types: CustomTypesConfig = {
  // The driver's own takes the very same two arguments, and answers a function that is as good as untyped.
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? driverTypes.getTypeParser(oid, format),
};

/** How each connection is opened, with limits for whatever could hang. */
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

/** The same for what may take as long as it needs. */
export function patientConfig(url: string): ClientConfig {
  return connectionConfig(url, { connection: 20_000, lock: 0, statement: 0, answer: 0, idleTransaction: 0 });
}

/** Up to `most` connections, whose errors are those of the store; one that has failed is not used again. */
export function openPool(config: ClientConfig, most: number): PostgresPool {
  const pool = new Pool({ ...config, max: most });
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  // A connection that is lost while nobody uses it: the pool drops it by itself.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));

  return {
    // Kysely asks for these where it cancels statements, which the store does not.
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

/** A connection whose errors are the store's. */
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
    // Without a cursor Kysely asks for nothing but rows.
    query: query as unknown as PostgresPoolClient["query"],
    release: () => client.release(isOver),
  };
}

/** PostgreSQL keeps no NUL; where one is looked for, nothing is found. */
function kept(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}
