import { randomUUID } from "node:crypto";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readConfig } from "#server/config.ts";
import { createServices } from "#server/compose.ts";
import { createTestSigning } from "#server/signing/testing.ts";
import { openStore } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { openMutants } from "../chaos/lib/mutants.ts";
import { spawnServer } from "../chaos/lib/server.ts";
import { freePort } from "../src/server/testing-program.ts";
import { closedLoops, type LoopResult } from "./intake/loops.ts";
import type { Bench, Figure } from "./figures.ts";
import { createGenerator } from "./generator.ts";
import { type Postgres, startPostgres } from "./intake/postgres.ts";
import { connections, runSenders, type Sending, timeOf } from "./intake/senders.ts";

/** Requests a second of the open loop. */
const rate = 300;

const root = resolve(import.meta.dirname, "..");

/** Variant of the server with one transaction and one sync per inquiry. */
const oneByOne = {
  name: "one transaction a request",
  changes: [
    {
      file: "src/server/store/group-commit/group-commit.ts",
      find: "if (waiting.length > 1) return;",
      replace: "return void flush();",
    },
  ],
};

/** Measures how fast inquiries are accepted, each synced before its response. */
export const intake: Bench = {
  name: "intake",
  async run({ runs, short }) {
    const time = timeOf(short);
    const missing: string[] = [];
    const parent = folderOnDisk();
    if (parent === undefined) return { figures: [], missing: ["no folder here is on a real disk."], growth: [] };
    const mutants = openMutants();
    let postgres: Postgres | undefined;
    try {
      const apart = await mutants.build(oneByOne);
      postgres = await startPostgres().catch((error: Error) => void missing.push(`PostgreSQL: ${error.message}.`));
      const measured: Measured[] = [];
      for (let run = 0; run < runs; run += 1) {
        measured.push(await measureOnce({ parent, apart, postgres, sending: { seed: run + 1, time } }));
        console.error(`  ${run + 1} of ${runs}`);
      }
      return { figures: figuresOf(measured), missing, growth: [] };
    } finally {
      await postgres?.stop();
      await mutants.close();
    }
  },
};

/** The results of one run. */
interface Measured {
  together: LoopResult;
  paced: LoopResult;
  apart: LoopResult;
  storeTogether: LoopResult;
  storeApart: LoopResult;
  postgres: LoopResult | undefined;
  syncs: number;
}

async function measureOnce(given: {
  parent: string;
  apart: string;
  postgres: Postgres | undefined;
  sending: Sending;
}): Promise<Measured> {
  const { parent, apart, postgres, sending } = given;
  return {
    syncs: await inNewFolder(parent, syncsPerSecond),
    together: await inNewFolder(parent, (dataDir) => sendToServer(join(root, "dist"), dataDir, sending)),
    paced: await inNewFolder(parent, (dataDir) => sendToServer(join(root, "dist"), dataDir, { ...sending, rate })),
    apart: await inNewFolder(parent, (dataDir) => sendToServer(apart, dataDir, sending)),
    storeTogether: await inNewFolder(parent, (dataDir) => submitToStore(dataDir, connections, sending)),
    storeApart: await inNewFolder(parent, (dataDir) => submitToStore(dataDir, 1, sending)),
    postgres: postgres && (await insertIntoPostgres(postgres, sending)),
  };
}

function figuresOf(measured: readonly Measured[]): Figure[] {
  const rates = (variant: "together" | "apart" | "storeTogether" | "storeApart") =>
    measured.map((run) => run[variant].perSecond);
  const p99s = (variant: "together" | "apart") => measured.map((run) => run[variant].p99);
  const apart = "one transaction a request";
  const syncs = { name: "the disk's own fdatasync", runs: measured.map((run) => run.syncs) };
  const unit = "/s";
  const figures: Figure[] = [
    {
      name: `accepted and synced, ${connections} connections`,
      unit,
      runs: rates("together"),
      peer: { name: apart, runs: rates("apart") },
      aim: { bound: "≥", value: 900 },
    },
    { name: "  p99", unit: "ms", runs: p99s("together"), peer: { name: apart, runs: p99s("apart") } },
    {
      name: `accepted and synced, ${rate} a second, p99`,
      unit: "ms",
      runs: measured.map(({ paced }) => paced.p99),
      aim: { bound: "≤", value: 20 },
    },
    { name: "  the same", unit, runs: rates("together"), peer: syncs },
    {
      name: `the service alone, ${connections} in parallel`,
      unit,
      runs: rates("storeTogether"),
      peer: { name: "one after the other", runs: rates("storeApart") },
    },
  ];
  const postgres = measured.flatMap((run) => run.postgres ?? []);
  if (postgres.length === measured.length) {
    const peer = { name: "PostgreSQL, bare inserts", runs: postgres.map(({ perSecond }) => perSecond) };
    figures.push(
      { name: "accepted and synced", unit, runs: rates("together"), peer },
      { name: "  p99", unit: "ms", runs: p99s("together"), peer: { ...peer, runs: postgres.map(({ p99 }) => p99) } },
      { name: "the service alone", unit, runs: rates("storeTogether"), peer },
    );
  }
  return figures;
}

/** @throws Error if the kept inquiries differ from the accepted ones */
async function sendToServer(dist: string, dataDir: string, sending: Sending): Promise<LoopResult> {
  const server = spawnServer({ dist, dataDir, port: await freePort() });
  try {
    await server.untilReady();
    const result = await runSenders("http-senders.ts", String(server.port), sending);
    await server.end("SIGTERM");
    const kept = countOf(dataDir);
    if (kept !== result.responses) throw new Error(`${result.responses} inquiries were accepted and ${kept} kept`);
    return result;
  } finally {
    server.child.kill("SIGKILL");
  }
}

/** Submits to the service without HTTP, `concurrency` inquiries at a time. */
async function submitToStore(
  dataDir: string,
  concurrency: number,
  { seed, time }: Pick<Sending, "seed" | "time">,
): Promise<LoopResult> {
  const store = await openStore({ dataDir });
  try {
    const config = readConfig({ LOG_LEVEL: "silent" });
    const { inquiries } = await createServices(store, config, await createTestSigning(), Date.now);
    const generate = createGenerator(seed);
    return await closedLoops(concurrency, time, () =>
      inquiries.submit(generate().fields, { key: randomUUID(), isSuspected: false }),
    );
  } finally {
    await store.close();
  }
}

async function insertIntoPostgres(postgres: Postgres, sending: Sending): Promise<LoopResult> {
  const result = await runSenders("postgres-senders.ts", postgres.url, sending);
  await postgres.clean();
  return result;
}

/** Returns how many times a second the disk syncs 4 KiB written over existing data, as in the write-ahead log. */
function syncsPerSecond(folder: string): number {
  const page = Buffer.alloc(4096, 1);
  const pages = 1024;
  const file = openSync(join(folder, "synced"), "w");
  try {
    for (let at = 0; at < pages; at += 1) writeSync(file, page, 0, page.length, at * page.length);
    fdatasyncSync(file);
    let syncs = 0;
    for (const until = performance.now() + 1000; performance.now() < until; syncs += 1) {
      writeSync(file, page, 0, page.length, (syncs % pages) * page.length);
      fdatasyncSync(file);
    }
    return syncs;
  } finally {
    closeSync(file);
  }
}

/** A folder on a disk: the project's own if the temporary folder is in memory. */
function folderOnDisk(): string | undefined {
  // The magic numbers of tmpfs and ramfs (statfs(2)).
  const inMemory = [0x01021994, 0x858458f6];
  return [tmpdir(), root].find((folder) => !inMemory.includes(statfsSync(folder).type));
}

/** Runs something in a new folder, then removes it. */
async function inNewFolder<T>(parent: string, run: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(parent, "front-desk-bench-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countOf(dataDir: string): number {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const row = database.prepare("select count(*) as count from inquiry").get();
  database.close();
  return Number(row?.["count"]);
}
