import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { type Bench, type Growth, median, type Options } from "./figures.ts";
import { fill } from "./fill.ts";
import { now } from "./inbox/api.ts";
import { timesOfFirstReport } from "./inbox/first-report.ts";
import { measureOnPostgres } from "./inbox/postgres.ts";
import { measureThreads } from "./inbox/threads.ts";
import { figureOf, type InboxCalls, type Measured, measureCalls, openCalls, seed } from "./inbox/calls.ts";

const inPlot = ["first page", "a filter", "a search with 3 letters", "an insert, synced"];
const year = 365 * 86_400_000;
/** A store of one size, ready for calls. */
interface OpenInbox {
  size: number;
  dataDir: string;
  calls: InboxCalls;
  close(): Promise<void>;
}

/** Measures how fast the inbox API is with few and with many inquiries, on both engines. */
export const inbox: Bench = {
  name: "inbox",
  async run(options) {
    const stores: OpenInbox[] = [];
    try {
      for (const size of options.sizes.toSorted((a, b) => a - b)) stores.push(await openInbox(size, options));
      const calls = await measureCalls(stores, options);
      const measured: Measured[] = [
        ...calls.flatMap(({ p50, p99 }) => [p50, p99]),
        { name: "store size", unit: "MB", runs: stores.map(({ dataDir }) => [sizeOf(dataDir) / 1e6]) },
        {
          name: "memory above idle, exporting all",
          unit: "MB",
          runs: stores.map(({ dataDir }) => [exportAll(dataDir)]),
          aim: { bound: "≤", value: 100 },
        },
      ];
      const summingUp: Measured = { name: "summing up all for reports", unit: "ms", runs: [] };
      const first: Measured = { name: "first report then", unit: "ms", runs: [], aim: { bound: "≤", value: 1000 } };
      for (const { dataDir } of stores) {
        const times = await timesOfFirstReport(dataDir, options.runs);
        summingUp.runs.push(times.summingUp);
        first.runs.push(times.first);
      }
      measured.push(summingUp, first);
      const sizes = stores.map(({ size }) => size);
      const growth = calls.map(({ name, p50 }) => growthOf(name, p50, sizes));
      return {
        figures: [
          ...measured.map((one) => figureOf(one, sizes)),
          await measureThreads(options),
          ...(await measureOnPostgres(options)),
        ],
        missing: [],
        growth: growth.filter(({ name }) => inPlot.includes(name)),
      };
    } finally {
      for (const store of stores) await store.close();
    }
  },
};

function growthOf(name: string, { unit, runs }: Measured, sizes: readonly number[]): Growth {
  const points = sizes.map((size, index) => ({ size, value: median(runs[index] ?? []) }));
  return { panel: "the inbox, by its inquiries", name, unit, points };
}

async function openInbox(size: number, { keep }: Options): Promise<OpenInbox> {
  const dataDir = keep === undefined ? mkdtempSync(join(tmpdir(), "front-desk-bench-")) : join(keep, String(size));
  const isFilled = existsSync(sqliteFile(dataDir));
  const store = await openStore({ dataDir });
  const close = async () => {
    await store.close();
    if (keep === undefined) rmSync(dataDir, { recursive: true });
  };
  try {
    if (!isFilled) await fillWith(store, size);
    return { size, dataDir, calls: await openCalls(store, size, dataDir), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fillWith(store: Store, size: number): Promise<void> {
  const started = performance.now();
  await fill(store, size, {
    seed,
    receivedAt: (number) => Math.round(now - year + (year * number) / size),
    progress: (done) => void (done % 100_000 === 0 && progress(`filling with ${size}: ${done}`)),
  });
  const seconds = (performance.now() - started) / 1000;
  progress(`filled with ${size} in ${seconds.toFixed(0)} s`);
}

/** The memory in MB above idle that an export takes, measured in a new process. */
function exportAll(dataDir: string): number {
  const child = [...process.execArgv, join(import.meta.dirname, "inbox/export.ts"), dataDir];
  const { status, stdout } = spawnSync(process.execPath, child, {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error("the export has failed");
  return Number(stdout);
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function progress(line: string): void {
  console.error(`  ${line}`);
}
