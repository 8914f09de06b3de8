import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "#server/open-store.ts";
import { onServer, startPostgres } from "#server/store/postgres/testing-server.ts";
import { tellsProcesses } from "../../chaos/lib/processes.ts";
import { processorTimeOfServer } from "../cluster/instances.ts";
import { type Figure, type Options, percentile } from "../figures.ts";
import { fillPostgres } from "../fill-postgres.ts";
import { now, serveInbox } from "./api.ts";
import { addReplies, dateOf, forgetSums, type ReportTimes } from "./first-report.ts";
import { figureOf, type Measured, measureCalls, openCalls, seed } from "./calls.ts";

const day = 86_400_000;
const year = 365 * day;
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
/** Reports, and pages of the inbox beside them, in each run. */
const usual = { reports: 10, pages: 60 };
const least = { reports: 1, pages: 2 };

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** Measures the inbox calls of the two largest sizes on PostgreSQL; of the largest also reports, from a replica too. */
export async function measureOnPostgres({ sizes, ...options }: Options): Promise<Figure[]> {
  const asked = sizes.toSorted((a, b) => a - b).slice(-2);
  const keys = mkdtempSync(join(tmpdir(), "front-desk-bench-"));
  const server = await startPostgres(settings);
  const stores: Store[] = [];
  try {
    const measured = [];
    const megabytes: number[][] = [];
    for (const size of asked) {
      const url = urlOf(server, size);
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
      measured.push({ calls: await openCalls(store, size, keys) });
    }
    const calls = await measureCalls(measured, options);
    const size: Measured = { name: "size of the database", unit: "MB", runs: megabytes };
    const figures = [...calls.flatMap(({ p50, p99 }) => [p50, p99]), size].map((one) => figureOf(one, asked));
    figures.push(...(await measureReports(server, asked.at(-1) ?? 0, keys, options)));
    return figures.map((figure) => ({ ...figure, name: `on PostgreSQL: ${figure.name}` }));
  } finally {
    for (const store of stores) await store.close();
    await server.stop();
    rmSync(keys, { recursive: true });
  }
}

const urlOf = ({ url }: Pick<Server, "url">, size: number) => `${url}/inbox_${size}`;

/** Durations in ms. */
interface Reports extends ReportTimes {
  /** Each report after the first. */
  next: number[];
  /** The primary's processor time for one. */
  processor: number[];
  /** The p99 of the inbox's first page meanwhile. */
  page: number[];
}

/** Reports on the last year, and the first page of the inbox beside them: all from the primary, and with a replica. */
async function measureReports(
  server: Server,
  size: number,
  keys: string,
  { runs, short }: Pick<Options, "runs" | "short">,
): Promise<Figure[]> {
  const standby = await server.addStandby([...settings, "hot_standby_feedback=on"]);
  const none = (): Reports => ({ summingUp: [], first: [], next: [], processor: [], page: [] });
  const [primary, replica] = [none(), none()];
  for (let run = 0; run < runs; run += 1) {
    await reportsOf(server, { size, keys, short }, primary);
    await reportsOf(server, { size, keys, short, readUrl: urlOf(standby, size) }, replica);
    console.error(`  reports ${run + 1} of ${runs}`);
  }
  const figuresOf = (name: string, pick: (reports: Reports) => number[], aim?: Figure["aim"]): Figure[] => [
    { name, unit: "ms", runs: pick(primary), ...(aim && { aim }) },
    {
      name: `${name}, with a replica`,
      unit: "ms",
      runs: pick(replica),
      peer: { name: "without", runs: pick(primary) },
      ...(aim && { aim }),
    },
  ];
  return [
    ...figuresOf("summing up all for reports", ({ summingUp }) => summingUp),
    ...figuresOf("first report then", ({ first }) => first, { bound: "≤", value: 1000 }),
    ...figuresOf("a report on a year, p50", ({ next }) => next),
    ...(tellsProcesses ? figuresOf("the primary's processor time for a report", ({ processor }) => processor) : []),
    ...figuresOf("first page beside reports, p99", ({ page }) => page),
  ];
}

async function reportsOf(
  server: Server,
  { size, keys, short, readUrl }: { size: number; keys: string; short: boolean; readUrl?: string },
  taken: Reports,
): Promise<void> {
  const counts = short ? least : usual;
  const url = urlOf(server, size);
  await onServer(url, async (client) => {
    for (const statement of [addReplies, ...forgetSums, "vacuum analyze inquiry_entry, report_sum"])
      await client.query(statement);
  });
  const store = await openStore({ dataDir: "", database: { url, connections: 10, ...(readUrl && { readUrl }) } });
  const problem = await store.replica?.check();
  if (problem) throw problem;
  const { app, services, headers } = await serveInbox(store, keys);
  const time = async (path: string, query: Record<string, string>) => {
    const started = performance.now();
    const { statusCode, body } = await app.inject({ url: `/api/${path}`, query, headers });
    if (statusCode !== 200) throw new Error(body);
    return performance.now() - started;
  };
  let days = 364;
  // Each on other days, since the same one again is cached.
  const report = () => time("reports", { from: dateOf(now - (days -= 1) * day), to: dateOf(now) });
  try {
    const started = performance.now();
    await services.reports.sumUp();
    taken.summingUp.push(performance.now() - started);
    taken.first.push(await report());
    // Done before, since the server would do both meanwhile.
    await onServer(url, async (client) => {
      for (const statement of ["vacuum analyze report_sum", "checkpoint"]) await client.query(statement);
    });
    const before = processorTime(server);
    const times: number[] = [];
    while (times.length < counts.reports) times.push(await report());
    taken.next.push(percentile(times, 0.5));
    taken.processor.push((processorTime(server) - before) / times.length);
    const pages: number[] = [];
    const reporting = (async () => {
      while (pages.length < counts.pages) await report();
    })();
    while (pages.length < counts.pages) pages.push(await time("contact-inquiries", {}));
    await reporting;
    taken.page.push(percentile(pages, 0.99));
  } finally {
    await app.close();
    await store.close();
  }
}

/** Processor time of the server, in ms; 0 where the machine does not tell it. */
const processorTime = ({ server }: Server) => (tellsProcesses ? processorTimeOfServer(server.pid ?? 0) / 1000 : 0);
