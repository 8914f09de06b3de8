import { openPostgres } from "#server/store/postgres/open.ts";
import { onServer, startPostgres as startServer } from "#server/store/postgres/testing-server.ts";

/** The defaults: each commit is synced. */
const asItComes = ["fsync=on", "full_page_writes=on", "autovacuum=on", "max_connections=200"];

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a real PostgreSQL with the store's tables. @throws Error if it does not start here */
export async function startPostgres() {
  const server = await startServer(asItComes);
  const url = `${server.url}/postgres`;
  const { db } = await openPostgres({ url, connections: 1 });
  await db.destroy();
  return {
    url,
    server: server.server,
    stop: () => server.stop(),
    /** Empties the table and flushes pending writes. */
    clean: () =>
      onServer(url, async (client) => {
        await client.query("truncate inquiry, submission, outbox, inbox_change, inquiry_count cascade");
        await client.query("checkpoint");
      }),
  };
}
