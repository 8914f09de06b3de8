import { availableParallelism } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { onServer } from "#server/store/postgres/testing-server.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { tellsProcesses } from "../chaos/lib/processes.ts";
import { type Instances, processorTimeOfServer, startInstances } from "./cluster/instances.ts";
import { insertByPgbench } from "./cluster/pgbench.ts";
import type { Bench, Figure, Report } from "./figures.ts";
import type { LoopResult } from "./intake/loops.ts";
import { type Postgres, startPostgres } from "./intake/postgres.ts";
import { connections, runSenders, type Sending, timeOf } from "./intake/senders.ts";
import { openWorkplace, type Workplace } from "./server/workplace.ts";
import { fullLoad } from "./server/wrk.ts";

const counts = [1, 2, 4] as const;
const embedded = "one, embedded store";
const wrkMissing = missingProgram("wrk");

/** The results of one run with several instances on one store. */
interface Measured {
  reads: { perSecond: number; processor: number } | undefined;
  writes: LoopResult & { processor: number; databaseProcessor: number | undefined };
}

interface Run {
  of: Map<string, Measured>;
  pgbench: LoopResult | undefined;
}

/** The throughput of several instances on one PostgreSQL, beside one on the embedded store. */
export const cluster: Bench = {
  name: "cluster",
  async run(options) {
    const report: Report = { figures: [], missing: [], growth: [] };
    if (!tellsProcesses) {
      report.missing.push("The processor time of the instances: it is read from Linux's /proc.");
      return report;
    }
    const place = openWorkplace();
    const postgres = await startPostgres();
    try {
      const wrk = provideProgram("wrk");
      if (wrk === undefined) report.missing.push(`${wrkMissing} Without it nothing is read.`);
      const pgbench = provideProgram("pgbench", "postgresql-15");
      if (pgbench === undefined) report.missing.push(missingProgram("pgbench", "postgresql-15"));
      const runs: Run[] = [];
      for (let run = 0; run < options.runs; run += 1) {
        runs.push(await measureOnce(place, postgres, { wrk, pgbench, seed: run + 1, time: timeOf(options.short) }));
        console.error(`  ${run + 1} of ${options.runs}`);
      }
      report.figures.push(...figuresOf(runs));
    } finally {
      await place.close();
      await postgres.stop();
    }
    return report;
  },
};

async function measureOnce(
  place: Workplace,
  postgres: Postgres,
  { wrk, pgbench, seed, time }: { wrk: string | undefined; pgbench: string | undefined } & Sending,
): Promise<Run> {
  const samplesOf = new Map<string, Measured>();
  const alone = await startInstances(place, `embedded-${seed}`, 1);
  samplesOf.set(
    embedded,
    await measure(place, alone, { wrk, seed, time, count: () => Promise.resolve(countOf(alone.dataDir)) }),
  );
  for (const count of counts) {
    const instances = await startInstances(place, `run-${seed}-${count}`, count, postgres.url);
    samplesOf.set(
      nameOf(count),
      await measure(place, instances, { wrk, seed, time, count: () => countIn(postgres.url), postgres }),
    );
    await postgres.clean();
  }
  const inserted =
    pgbench === undefined ? undefined : await insertByPgbench(place, pgbench, { url: postgres.url, time });
  await postgres.clean();
  return { of: samplesOf, pgbench: inserted };
}

/** Reads, then writes; ends the instances. @throws Error if the kept inquiries differ from the accepted ones */
async function measure(
  place: Workplace,
  instances: Instances,
  {
    wrk,
    count,
    postgres,
    ...sending
  }: { wrk: string | undefined; count: () => Promise<number>; postgres?: Postgres } & Sending,
): Promise<Measured> {
  try {
    const reads = wrk === undefined ? undefined : await read(place, instances, { wrk, seconds: sending.time.seconds });
    const server = postgres?.server.pid;
    const before = { own: instances.processorTime(), database: server && processorTimeOfServer(server) };
    const written = await runSenders("http-senders.ts", instances.ports.join(","), sending);
    const processor = (instances.processorTime() - before.own) / written.responses;
    const databaseProcessor =
      server === undefined ? undefined : (processorTimeOfServer(server) - (before.database ?? 0)) / written.responses;
    const kept = await count();
    if (kept !== written.responses) throw new Error(`${written.responses} inquiries were accepted and ${kept} kept`);
    return { reads, writes: { ...written, processor, databaseProcessor } };
  } finally {
    await instances.end();
  }
}

/** Gives each instance its share of the connections, as a balancer without cost does. */
async function read(
  place: Workplace,
  instances: Instances,
  { wrk, seconds }: { wrk: string; seconds: number },
): Promise<Measured["reads"]> {
  const share = connections / instances.ports.length;
  const load = async (duration: number) => {
    const all = instances.ports.map((port) =>
      fullLoad(place, { wrk: [wrk], port, path: "/", seconds: duration, connections: share }),
    );
    return (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
  };
  await load(1);
  const before = instances.processorTime();
  const perSecond = await load(seconds);
  return { perSecond, processor: (instances.processorTime() - before) / (perSecond * seconds) };
}

function figuresOf(runs: readonly Run[]): Figure[] {
  const values = (name: string, pick: (measured: Measured) => number | undefined) =>
    runs.flatMap(({ of }) => {
      const measured = of.get(name);
      return measured === undefined ? [] : (pick(measured) ?? []);
    });
  const all = [embedded, ...counts.map(nameOf)];
  const rows = (what: string, unit: string, pick: (measured: Measured) => number | undefined): Figure[] =>
    all.flatMap((name, index) => {
      const own = values(name, pick);
      if (own.length === 0) return [];
      const peerName = index < 2 ? embedded : nameOf(1);
      const peer = values(peerName, pick);
      const comparison = index > 0 && peer.length > 0 ? { peer: { name: peerName, runs: peer } } : {};
      return [{ name: `${what}: ${name}`, unit, runs: own, ...comparison }];
    });
  const figures = [
    ...rows("GET /", "/s", ({ reads }) => reads?.perSecond),
    ...rows("GET /, the instances' processor time", "µs", ({ reads }) => reads?.processor),
    ...rows("inquiries accepted", "/s", ({ writes }) => writes.perSecond),
    ...rows("inquiries, p99", "ms", ({ writes }) => writes.p99),
    ...rows("inquiries, the instances' processor time", "µs", ({ writes }) => writes.processor),
    ...rows("inquiries, PostgreSQL's processor time", "µs", ({ writes }) => writes.databaseProcessor),
  ];
  const pgbench = runs.flatMap((run) => run.pgbench ?? []);
  if (pgbench.length < runs.length) return figures;
  const last = nameOf(1);
  const beside = (name: string, unit: string, pick: (result: LoopResult) => number): Figure => ({
    name: `${name}: ${last}`,
    unit,
    runs: values(last, ({ writes }) => pick(writes)),
    peer: { name: "pgbench, the same rows", runs: pgbench.map(pick) },
  });
  return [
    ...figures,
    beside("inquiries accepted", "/s", ({ perSecond }) => perSecond),
    beside("inquiries, p99", "ms", ({ p99 }) => p99),
  ];
}

const nameOf = (count: number): string =>
  `${count} on PostgreSQL${count > availableParallelism() ? ` (${availableParallelism()} cores)` : ""}`;

function countOf(dataDir: string): number {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const row = database.prepare("select count(*) as count from inquiry").get();
  database.close();
  return Number(row?.["count"]);
}

async function countIn(url: string): Promise<number> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ count: string }>("select count(*) as count from inquiry"),
  );
  return Number(rows[0]?.count);
}
