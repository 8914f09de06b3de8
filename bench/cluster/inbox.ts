import { openStore, type Store } from "#server/open-store.ts";
import { onServer, startPostgres } from "#server/store/postgres/testing-server.ts";
import type { Figure, Options } from "../figures.ts";
import { now } from "../inbox/api.ts";
import { figureOf, type Measured, measureCalls, openCalls, seed } from "../inbox/calls.ts";
import { fillPostgres } from "./fill-postgres.ts";

const year = 365 * 86_400_000;
/** A server whose operator has set how much memory there is. */
const settings = [
  "fsync=on",
  "full_page_writes=on",
  "autovacuum=on",
  "max_wal_size=4GB",
  "shared_buffers=2GB",
  "maintenance_work_mem=1GB",
  "work_mem=32MB",
];

/** Measures the inbox calls of the two largest sizes on PostgreSQL, the largest beside the other. */
export async function measureInbox({ sizes, ...options }: Options): Promise<Figure[]> {
  const asked = sizes.toSorted((a, b) => a - b).slice(-2);
  const server = await startPostgres(settings);
  const stores: Store[] = [];
  try {
    const measured = [];
    const megabytes: number[][] = [];
    for (const size of asked) {
      const url = `${server.url}/inbox_${size}`;
      await onServer(`${server.url}/postgres`, (client) => client.query(`create database inbox_${size}`));
      const store = await openStore({ dataDir: "", database: { url, connections: 10 } });
      stores.push(store);
      const started = performance.now();
      await fillPostgres(url, size, {
        seed,
        receivedAt: (number) => Math.round(now - year + (year * number) / size),
        progress: (done) => void (done % 100_000 === 0 && console.error(`  filling PostgreSQL with ${size}: ${done}`)),
      });
      console.error(`  filled with ${size} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
      const { rows } = await onServer(url, (client) =>
        client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes"),
      );
      megabytes.push([Number(rows[0]?.bytes) / 1e6]);
      measured.push({ calls: await openCalls(store, size) });
    }
    const calls = await measureCalls(measured, options);
    const size: Measured = { name: "size of the database", unit: "MB", runs: megabytes };
    return [...calls.flatMap(({ p50, p99 }) => [p50, p99]), size].map((one) => {
      // The aims are for the embedded store.
      const { aim: _, ...figure } = figureOf(one, asked);
      return { ...figure, name: `inbox: ${figure.name}` };
    });
  } finally {
    for (const store of stores) await store.close();
    await server.stop();
  }
}
