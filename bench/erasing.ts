import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { exampleSite } from "#contract/site/example-site.ts";
import { day } from "#domain/time/durations.ts";
import { openStore } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { onServer, startPostgres } from "#server/store/postgres/testing-server.ts";
import { openForReading } from "#server/store/sqlite/open.ts";
import { spawnServer } from "../chaos/lib/server.ts";
import { freePort } from "../src/server/testing-program.ts";
import { fillPostgres } from "./fill-postgres.ts";
import { within } from "./deadline.ts";
import { type Bench, type Figure, median, type Options, percentile } from "./figures.ts";
import { fill } from "./fill.ts";
import { openWorkplace, type Workplace } from "./server/workplace.ts";

const dist = join(import.meta.dirname, "../dist");
/**
 * Seconds before a window, and of it; each run has one without erasing, and one with. The first clean-up is 2 s after
 * the start, and begins to erase within `patience`. A small store is erased within seconds.
 */
const timesFor = (size: number) =>
  size > 10_000 ? { lead: 5, patience: 300, window: 30 } : { lead: 0, patience: 0, window: 5 };

/** A filled store whose inquiries are all past their retention, of one engine. */
interface Filled {
  name: string;
  env: Record<string, string>;
  dataDir: string;
  /** Returns how many inquiries were erased. */
  erased(): Promise<number>;
  /** Whether an earlier run has left something to do. */
  isBehind(): Promise<boolean>;
  /** The bytes written since an unspecified time, also for what was not erased. */
  written(pid: number): Promise<number>;
  aims: { rows: number; bytes?: number };
}

/** Measures how fast retention erases, and what that costs visitors meanwhile. */
export const erasing: Bench = {
  name: "erasing",
  async run(options) {
    const size = Math.max(...options.sizes);
    const place = openWorkplace();
    const missing: string[] = [];
    const figures: Figure[] = [];
    try {
      figures.push(...(await measure(place, await fillSqlite(place, size, options), options)));
      const postgres = await startPostgres(["fsync=on", "full_page_writes=on", "autovacuum=on"]).catch(
        (error: Error) => void missing.push(`PostgreSQL: ${error.message}.`),
      );
      if (postgres !== undefined) {
        try {
          figures.push(...(await measure(place, await fillOnServer(place, size, postgres.url), options)));
        } finally {
          await postgres.stop();
        }
      }
      return { figures, missing, growth: [] };
    } finally {
      await place.close();
    }
  },
};

/** Long ago, so that all are past any retention but the longest. */
function history(size: number) {
  const end = Date.now() - 500 * day;
  return {
    seed: 20_261_129,
    receivedAt: (number: number) => Math.round(end - (size - number) * 60_000),
    progress: (done: number) => void (done % 100_000 === 0 && console.error(`  filling with ${size}: ${done}`)),
  };
}

async function fillSqlite(place: Workplace, size: number, { keep }: Options): Promise<Filled> {
  const dataDir = join(place.folder, "sqlite");
  // A kept folder is copied, since the bench erases it.
  const kept = keep === undefined ? dataDir : join(keep, `erasing-${size}`);
  const store = await openStore({ dataDir: kept });
  if ((await store.inquiries.count()) === 0) await fill(store, size, history(size));
  await store.close();
  if (kept !== dataDir) cpSync(kept, dataDir, { recursive: true });
  async function ask(query: string): Promise<number> {
    const db = openForReading(sqliteFile(dataDir));
    try {
      return Number((await sql.raw<{ value: number }>(query).execute(db)).rows[0]?.value);
    } finally {
      await db.destroy();
    }
  }
  return {
    name: "SQLite",
    env: {},
    dataDir,
    erased: () => ask("select count(*) as value from erasure"),
    isBehind: async () => (await ask("select count(*) as value from setting where name = 'search-traces'")) > 0,
    // Bytes passed to the system: `write_bytes` counts all 2 MB of a large folio for each page of it.
    written: async (pid) => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]),
    aims: { rows: 300, bytes: 40 },
  };
}

async function fillOnServer(place: Workplace, size: number, server: string): Promise<Filled> {
  await onServer(`${server}/postgres`, (client) => client.query("create database erasing"));
  const url = `${server}/erasing`;
  const store = await openStore({ dataDir: "", database: { url, connections: 2 } });
  await store.close();
  await fillPostgres(url, size, history(size));
  const ask = (query: string) =>
    onServer(url, async (client) => Number((await client.query<{ value: string }>(query)).rows[0]?.value));
  return {
    name: "PostgreSQL",
    env: { DATABASE_URL: url },
    dataDir: join(place.folder, "postgresql"),
    erased: () => ask("select count(*) as value from erasure"),
    isBehind: () => Promise.resolve(false),
    // Its log only: the tables are written at checkpoints, by other processes.
    written: () => ask("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as value"),
    aims: { rows: 500 },
  };
}

interface Window {
  get: number;
  post: number;
  /** Erased, in a second. */
  rows: number;
  /** Written, in a second. */
  kilobytes: number;
}

async function measure(place: Workplace, filled: Filled, { runs, sizes }: Options): Promise<Figure[]> {
  const times = timesFor(Math.max(...sizes));
  const control: Window[] = [];
  const meanwhile: Window[] = [];
  // The first clean-up of a store adds up the figures of all its inquiries.
  await serve(place, filled, { isErasing: false, seed: 2 * runs, ...times });
  for (let run = 0; run < runs; run += 1) {
    control.push(await serve(place, filled, { isErasing: false, seed: 2 * run, ...times }));
    meanwhile.push(await serve(place, filled, { isErasing: true, seed: 2 * run + 1, ...times }));
    console.error(`  ${filled.name}: ${run + 1} of ${runs}`, control.at(-1), meanwhile.at(-1));
  }
  const { name, aims } = filled;
  // A window after everything was erased has none.
  const active = meanwhile.filter(({ rows }) => rows > 0);
  const served = median(control.map(({ kilobytes }) => kilobytes));
  const p99 = (kind: "get" | "post"): Figure => ({
    name: `${name}: ${kind.toUpperCase()} while erasing, p99`,
    unit: "ms",
    runs: meanwhile.map((one) => one[kind]),
    peer: { name: "without erasing", runs: control.map((one) => one[kind]) },
    aim: { bound: "≤", value: 1.5, times: true },
  });
  return [
    {
      name: `${name}: erased`,
      unit: "rows/s",
      runs: active.map(({ rows }) => rows),
      aim: { bound: "≥", value: aims.rows },
    },
    {
      name: `${name}: written ${name === "SQLite" ? "" : "to the log "}a row`,
      unit: "kB",
      // The bytes that serving writes are subtracted.
      runs: active.map(({ kilobytes, rows }) => (kilobytes - served) / rows),
      ...(aims.bytes !== undefined && { aim: { bound: "≤" as const, value: aims.bytes } }),
    },
    p99("get"),
    p99("post"),
  ];
}

/** Waits until a number grows, at most for `seconds`: everything may be erased. */
async function untilMore(count: () => Promise<number>, seconds: number): Promise<void> {
  const start = await count();
  for (let waited = 0; waited < seconds && (await count()) === start; waited += 1) await sleep(1000);
}

/** Serves visitors for one window. */
async function serve(
  place: Workplace,
  filled: Filled,
  { isErasing, seed, lead, patience, window }: { isErasing: boolean; seed: number } & ReturnType<typeof timesFor>,
): Promise<Window> {
  const siteFile = join(place.folder, "site.json");
  writeFileSync(siteFile, JSON.stringify({ ...exampleSite, legal: { retentionDays: isErasing ? 1 : 3650 } }));
  const port = await freePort();
  const { dataDir, env } = filled;
  const server = spawnServer({ dist, dataDir, port, env: { ...env, SITE_CONFIG: siteFile } });
  place.keep(server.child);
  try {
    await within(60, "the server's start", server.untilReady());
    const pid = server.child.pid ?? 0;
    await sleep(lead * 1000);
    // The clean-up first adds up the figures of what it erases, and the check after a start holds it up.
    if (isErasing) await untilMore(() => filled.erased(), patience);
    else for (let waited = 0; waited < patience && (await filled.isBehind()); waited += 1) await sleep(1000);
    const visitors = place.run(
      [process.execPath, join(import.meta.dirname, "visitors.ts"), String(port), String(window), String(seed)],
      window + 60,
    );
    const look = async () => ({
      erased: await filled.erased(),
      written: await filled.written(pid),
      at: performance.now(),
    });
    const before = await look();
    let last = before;
    for (let ended = false; !ended;) {
      ended = await Promise.race([visitors.then(() => true), sleep(1000).then(() => false)]);
      const now = await look();
      // The window ends once everything is erased.
      if (!isErasing || now.erased > last.erased) last = now;
    }
    const { get, post } = JSON.parse(await visitors) as Record<"get" | "post", number[]>;
    const seconds = (last.at - before.at) / 1000;
    return {
      get: percentile(get, 0.99),
      post: percentile(post, 0.99),
      rows: (last.erased - before.erased) / seconds,
      kilobytes: (last.written - before.written) / 1000 / seconds,
    };
  } finally {
    await place.end(server.child, "SIGTERM");
    rmSync(siteFile);
  }
}
