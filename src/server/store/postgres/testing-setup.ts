import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { readHere } from "../../query-thread/slow-queries.ts";
import { createStore } from "../../open-store.ts";
import { inMemory, openTestStoresBy } from "../testing.ts";
import { openPostgres } from "./open.ts";
import type { Patience } from "./pool.ts";
import { createTestDatabase, schemaOf } from "./testing-server.ts";

/** Runs a test file on this run's PostgreSQL, each store in its own database. */
const { url, schema } = inject("postgres");
/** Databases being emptied after a test, which is far faster than creating one. Null if one cannot be reused. */
const free: Array<Promise<string | null>> = [];
/** Timeouts are long, so that a stalled machine fails no test. */
const patience: Patience = {
  connection: 60_000,
  lock: 20_000,
  statement: 60_000,
  response: 90_000,
  idleTransaction: 60_000,
};
const shared = new Map<string, Promise<string>>();
let made = 0;

openTestStoresBy(async (file) => {
  const isShared = file !== inMemory;
  const name = await (isShared ? sharedDatabase(file) : freshDatabase());
  const opened = { url: `${url}/${name}`, connections: 6, isMigrated: true, patience };
  const { db, engine, pubSub } = await openPostgres(opened);
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    if (!isShared) free.push(emptied(name));
  };
  return { store: createStore(db, engine, readHere(db, engine), () => db.destroy(), pubSub), db, engine, files: null };
});

function sharedDatabase(file: string): Promise<string> {
  const known = shared.get(file) ?? freshDatabase();
  shared.set(file, known);
  return known;
}

/** A database left by an earlier test of this worker, or a new one. */
async function freshDatabase(): Promise<string> {
  const used = await free.shift();
  if (used !== undefined && used !== null) return used;
  for (;;) {
    made += 1;
    const name = `test_${process.env["VITEST_POOL_ID"]}_${made}`;
    if ((await createTestDatabase(url, name)) || (await emptied(name)) !== null) return name;
  }
}

/** Disables triggers and foreign keys, which would reject the deletions. */
const emptying = `do $$ declare found text; begin
  set local session_replication_role = replica;
  for found in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%' loop
    execute format('delete from %I', found);
  end loop;
  perform setval(format('%I', sequencename), 1, false) from pg_sequences where schemaname = 'public';
end $$`;

/** Empties a database; null if a test has changed its schema. */
async function emptied(name: string): Promise<string | null> {
  const client = new Client({ connectionString: `${url}/${name}` });
  await client.connect();
  try {
    if ((await schemaOf(client)) !== schema) return null;
    await client.query(emptying);
    return name;
  } finally {
    await client.end();
  }
}
afterAll(() => Promise.all(free));
