import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres } from "./open.ts";
import { openPostgresPlace } from "./testing-place.ts";
import { copyForStandby } from "./testing-standby.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a server for tests, without a database, and a hash of the migrated schema. */
    postgres: { url: string; schema: string };
  }
}

/** A migrated database; each test gets a copy. */
const template = "front_desk_template";

let running: Awaited<ReturnType<typeof startPostgres>> | undefined;

/** One PostgreSQL for all tests of a run, without syncing. */
export async function setup(project: TestProject): Promise<void> {
  running = await startPostgres();
  const { url } = running;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${template}`));
  const { db } = await openPostgres({ url: `${url}/${template}`, connections: 1 });
  await db.destroy();
  project.provide("postgres", { url, schema: await onServer(`${url}/${template}`, schemaOf) });
}

export async function teardown(): Promise<void> {
  await running?.stop();
}

/** Creates a migrated database; false if the name is taken. */
export function createTestDatabase(url: string, name: string): Promise<boolean> {
  return onServer(`${url}/postgres`, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return false;
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    return true;
  });
}

/** A hash of the schema. */
export async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`select md5(
    (select string_agg(format('%s.%s', attrelid::regclass, attname), ' ' order by attrelid, attnum)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace)
    || (select string_agg(format('%s %s', tgname, tgenabled), ' ' order by tgname) from pg_trigger where not tgisinternal)
  ) as schema`);
  return rows[0]?.schema ?? "";
}

export async function onServer<T>(connectionString: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Starts a separate PostgreSQL in a temporary folder. `settings` are additional ones, such as `fsync=on`. */
export async function startPostgres(settings: readonly string[] = []) {
  const place = openPostgresPlace();
  try {
    const data = place.create("data");
    const given = ["fsync=off", "full_page_writes=off", "max_connections=300", "autovacuum=off", ...settings];
    const { child, url, port } = await place.start(data, given);
    let standbys = 0;
    return {
      url,
      server: child,
      /** Starts a standby of it; returns when that answers, not when it has everything. */
      async addStandby(more: readonly string[] = []) {
        standbys += 1;
        const copy = await copyForStandby(place, { data, url }, { name: `standby_${standbys}`, port });
        return place.start(copy, [...given, ...more]);
      },
      stop: () => place.close(),
    };
  } catch (error) {
    await place.close();
    throw error;
  }
}
