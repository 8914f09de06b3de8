import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client, types } from "pg";

export type StoreEngine = "sqlite" | "postgresql";

/** Address of the run's PostgreSQL, without a database. */
export const postgresVariable = "E2E_POSTGRES";
const engineVariable = "E2E_STORE";

/** Sets the engine for the stores of this worker's servers. */
export function keepStoresIn(engine: StoreEngine): void {
  process.env[engineVariable] = engine;
}

const isOnPostgres = () => process.env[engineVariable] === "postgresql";

/** PostgreSQL's `int8` as a number, as in SQLite; the values here are exact in JavaScript. */
const numbers = { getTypeParser: (oid: number) => (oid === 20 ? Number : types.getTypeParser(oid, "text")) };

/** Environment for opening the store of this folder; creates it if missing. */
export async function provideStore(dataDir: string): Promise<Record<string, string>> {
  if (!isOnPostgres()) return { DATA_DIR: dataDir };
  const name = basename(dataDir);
  const { length } = await onPostgres("postgres", "select from pg_database where datname = $1", [name]);
  if (length === 0) await onPostgres("postgres", `create database "${name}" template template0 encoding 'UTF8'`);
  return { DATA_DIR: dataDir, DATABASE_URL: addressOf(name) };
}

/** Runs a statement directly on the store of this folder; returns its rows. */
export async function askStore(dataDir: string, statement: string): Promise<Array<Record<string, unknown>>> {
  if (isOnPostgres()) return onPostgres(basename(dataDir), statement);
  const database = new DatabaseSync(join(dataDir, "front-desk.sqlite"), { timeout: 5000 });
  try {
    // A plain object, for comparison with one.
    return database
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** Removes a store that no server has open, and its folder. */
export async function removeStore(dataDir: string): Promise<void> {
  if (isOnPostgres()) await onPostgres("postgres", `drop database if exists "${basename(dataDir)}" with (force)`);
  await rm(dataDir, { recursive: true, force: true });
}

async function onPostgres(
  database: string,
  statement: string,
  values: unknown[] = [],
): Promise<Array<Record<string, unknown>>> {
  const client = new Client({ connectionString: addressOf(database), types: numbers });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, values);
    return rows;
  } finally {
    await client.end();
  }
}

function addressOf(database: string): string {
  const server = process.env[postgresVariable];
  if (server === undefined) throw new Error("there is no PostgreSQL: playwright.config.ts starts one");
  return `${server}/${database}`;
}
