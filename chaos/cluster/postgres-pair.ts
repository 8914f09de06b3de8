import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import type { Client } from "pg";
import { openPostgresPlace, type PostgresPlace } from "#server/store/postgres/testing-place.ts";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { copyForStandby } from "#server/store/postgres/testing-standby.ts";
import { openForwarder } from "../lib/forwarder.ts";
import { childrenOf } from "../lib/processes.ts";
import { sleep } from "../lib/server.ts";

export type PostgresPair = Awaited<ReturnType<typeof startPair>>;

type Running = Awaited<ReturnType<PostgresPlace["start"]>>;

/** Settings as in production: each commit is synced. The log that a new standby still needs is kept. */
const asItComes = ["fsync=on", "wal_keep_size=1GB", "max_connections=200"];
const database = "front_desk";

/**
 * A primary with a synchronous standby, behind one address that leads to the primary: no commit is answered before the
 * standby has it. With `isUnsafe`, commits are answered before they are on disk, and the standby is asynchronous.
 */
export async function startPair({ isUnsafe = false }: { isUnsafe?: boolean } = {}) {
  const place = openPostgresPlace();
  const address = await openForwarder();
  // The network between the two.
  const link = await openForwarder();
  let made = 0;
  let standby: Running | undefined;

  let primary = await place.start(place.create("data-0"), asItComes);
  await on(primary, (client) => client.query(`create database ${database} encoding 'UTF8' template template0`));
  if (isUnsafe) await on(primary, (client) => set(client, "synchronous_commit", "off"));
  address.lead([primary.port]);

  function on<T>(server: Running, run: (client: Client) => Promise<T>): Promise<T> {
    return onServer(`${server.url}/postgres`, run);
  }

  /** Adds a standby to the primary, as an operator does after losing one; resolves when it has all commits. */
  async function addStandby(): Promise<void> {
    made += 1;
    link.lead([primary.port]);
    link.go();
    const data = await copyForStandby(place, primary, {
      name: `standby_${made}`,
      port: link.port,
      // The primary's settings were copied, too.
      lines: ["synchronous_standby_names = ''", ...(isUnsafe ? ["synchronous_commit = off"] : [])],
    });
    standby = await place.start(data, asItComes);
    await on(primary, async (client) => {
      await until("the standby follows", async () => {
        const { rowCount } = await client.query("select 1 from pg_stat_replication where state = 'streaming'");
        return rowCount === 1;
      });
      if (isUnsafe) return;
      await set(client, "synchronous_standby_names", "*");
      await until("the standby is synchronous", async () => {
        const { rowCount } = await client.query("select 1 from pg_stat_replication where sync_state = 'sync'");
        return rowCount === 1;
      });
      // The standby must have everything committed before.
      const { rows } = await client.query<{ lsn: string }>("select pg_current_wal_flush_lsn() as lsn");
      await until("the standby has caught up", async () => {
        const { rowCount } = await client.query("select 1 from pg_stat_replication where flush_lsn >= $1::pg_lsn", [
          rows[0]?.lsn,
        ]);
        return rowCount === 1;
      });
    });
  }

  await addStandby();

  return {
    /** Leads to the current primary. */
    url: `postgres://desk:${place.credentials.password}@127.0.0.1:${address.port}/${database}`,

    /**
     * Stops the traffic between the two for `stillMs` milliseconds, then kills the primary: data in transit is lost.
     * Resolves with the time of its death.
     */
    async killPrimary(stillMs: number): Promise<number> {
      link.stand();
      await sleep(stillMs);
      const diedAt = performance.now();
      kill(primary.child);
      link.cut();
      address.cut();
      address.lead([]);
      await primary.exited;
      return diedAt;
    },

    /** Promotes the standby; with `isLate`, the address leads there before it is the primary. */
    async promote({ isLate }: { isLate: boolean }): Promise<void> {
      if (standby === undefined) throw new Error("there is no standby to promote");
      const next = standby;
      if (isLate) {
        address.lead([next.port]);
        await sleep(100);
      }
      await on(next, async (client) => {
        const { rows } = await client.query<{ done: boolean }>("select pg_promote(true, 60) as done");
        if (rows[0]?.done !== true) throw new Error("the standby did not become a primary");
      });
      rmSync(primary.data, { recursive: true, force: true });
      primary = next;
      standby = undefined;
      address.lead([primary.port]);
    },

    addStandby,

    async close(): Promise<void> {
      await Promise.all([address.close(), link.close()]);
      await place.close();
    },
  };
}

async function set(client: Client, name: string, value: string): Promise<void> {
  await client.query(`alter system set ${name} = '${value}'`);
  await client.query("select pg_reload_conf()");
  await until(`${name} is set`, async () => {
    const { rows } = await client.query<{ value: string }>("select current_setting($1) as value", [name]);
    return rows[0]?.value === value;
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`within a minute it did not come to this: ${what}`);
    await sleep(10);
  }
}

/** Kills a server with all its processes simultaneously, as when its machine dies; each process has its own group. */
function kill(server: ChildProcess): void {
  const { pid } = server;
  if (pid === undefined) return;
  // A stopped process starts no more of them.
  process.kill(pid, "SIGSTOP");
  for (const child of childrenOf(pid)) process.kill(child, "SIGKILL");
  process.kill(pid, "SIGKILL");
}
