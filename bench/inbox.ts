import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboxPage } from "#contract/inbox.ts";
import { openStore, sqliteFile, type Store } from "#server/store/store.ts";
import { type Bench, type Figure, type Growth, median, type Options, percentile } from "./figures.ts";
import { fill } from "./fill.ts";
import { createGenerator, seededRandom } from "./generator.ts";
import { now, serveInbox } from "./inbox/api.ts";

const seed = 20_261_121;
const year = 365 * 86_400_000;
/** Calls of each kind to each store in a round. */
const samples = 60;
/** Searches look for words of so many texts. */
const searchedTexts = 320;
/** The least store that the largest is held against; smaller ones are too quick to tell anything of growing. */
const leastPeer = 10_000;

const twice = { bound: "≤", value: 2, times: true } as const;
const fiveTimes = { bound: "≤", value: 5, times: true } as const;
const aims: Record<CallName, NonNullable<Figure["aim"]>> = {
  "first page": { bound: "≤", value: 10 },
  "thousandth page": twice,
  "a filter": twice,
  "a search with 3 letters": fiveTimes,
  "a search with 3 words": fiveTimes,
  "an insert, synced": twice,
};
const callNames = Object.keys(aims) as CallName[];
const inPlot = ["first page", "a filter", "a search with 3 letters", "an insert, synced"];

type CallName =
  | "first page"
  | "thousandth page"
  | "a filter"
  | "a search with 3 letters"
  | "a search with 3 words"
  | "an insert, synced";

/** A store of one size, ready to be called. */
interface OpenInbox {
  size: number;
  dataDir: string;
  /** Each gives itself its next input. */
  calls: Record<CallName, () => Promise<unknown>>;
  close(): Promise<void>;
}

/** One figure of all stores: a row of runs for each, in the order of their sizes. */
interface Measured {
  name: string;
  unit: string;
  runs: number[][];
  aim?: Figure["aim"];
}

/** How quick the inbox is with few and with many inquiries, through its API. */
export const inbox: Bench = {
  name: "inbox",
  async run(options) {
    const stores: OpenInbox[] = [];
    try {
      for (const size of options.sizes.toSorted((a, b) => a - b)) stores.push(await openInbox(size, options));
      const calls = await measureCalls(stores, options.runs);
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
      const sizes = stores.map(({ size }) => size);
      const growth = calls.map(({ name, p50 }) => growthOf(name, p50, sizes));
      return {
        figures: measured.map((one) => figureOf(one, sizes)),
        missing: [],
        growth: growth.filter(({ name }) => inPlot.includes(name)),
      };
    } finally {
      for (const store of stores) await store.close();
    }
  },
};

/** The largest store's figure, beside that of the next smaller one. */
function figureOf({ name, unit, runs, aim }: Measured, sizes: readonly number[]): Figure {
  const [size = 0] = sizes.slice(-2, -1);
  const [peer, largest = []] = runs.length > 1 ? runs.slice(-2) : [undefined, ...runs];
  return {
    name,
    unit,
    runs: largest,
    ...(peer && { peer: { name: `${size.toLocaleString("en")} inquiries`, runs: peer } }),
    ...(aim && (!aim.times || size >= leastPeer) && { aim }),
  };
}

function growthOf(name: string, { unit, runs }: Measured, sizes: readonly number[]): Growth {
  const points = sizes.map((size, index) => ({ size, value: median(runs[index] ?? []) }));
  return { panel: "the inbox, by its inquiries", name, unit, points };
}

/** Calls all stores in turns, a round for each run. */
async function measureCalls(stores: readonly OpenInbox[], rounds: number) {
  const measured = callNames.map((name) => {
    const figure = (part: string): Measured => ({
      name: `${name}, ${part}`,
      unit: "ms",
      runs: stores.map(() => []),
      aim: aims[name],
    });
    return { name, p50: figure("p50"), p99: figure("p99") };
  });
  // The round before the first prepares statements and warms caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, p50, p99 } of measured) {
      for (const [index, { calls }] of stores.entries()) {
        const taken = await timesOf(calls[name]);
        if (round === 0) continue;
        p50.runs[index]?.push(percentile(taken, 0.5));
        p99.runs[index]?.push(percentile(taken, 0.99));
      }
    }
    if (round > 0) progress(`round ${round} of ${rounds}`);
  }
  return measured;
}

async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < samples) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  return taken;
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
    const { app, services, headers } = await serveInbox(store);

    async function list(query: Record<string, string>): Promise<InboxPage> {
      const answer = await app.inject({ url: "/api/contact-inquiries", query, headers });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json();
    }

    return { size, dataDir, calls: callsTo({ size, list, submit: services.inquiries.submit }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function callsTo(given: {
  size: number;
  list: (query: Record<string, string>) => Promise<InboxPage>;
  submit: (fields: ReturnType<ReturnType<typeof createGenerator>>["fields"]) => Promise<unknown>;
}): OpenInbox["calls"] {
  const { size, list, submit } = given;
  const random = seededRandom(seed);
  const filters = cycle([
    { status: "in progress" },
    { status: "new", assignee: "nobody" },
    { from: "2026-06-01", to: "2026-06-30" },
    { status: "answered", to: "2026-03-31" },
  ]);
  const generate = createGenerator(seed);
  const texts = Array.from({ length: Math.min(size, searchedTexts) }, () => generate().fields.query);
  const wordsOf = (text: string) => text.split(" ").filter((word) => word.length >= 3);
  const lettersOf = cycle(texts);
  const someWordsOf = cycle(texts);
  const later = createGenerator(seed + 1);
  return {
    "first page": () => list({}),
    // Where there is no thousandth page, the last one.
    "thousandth page": () => list({ after: String(Math.max(51, size - 50_000)) }),
    "a filter": () => list(filters()),
    "a search with 3 letters": () => {
      const word = wordsOf(lettersOf())[Math.floor(random() * 5)] ?? "money";
      const start = Math.floor(random() * (word.length - 2));
      return list({ search: word.slice(start, start + 3) });
    },
    "a search with 3 words": () => list({ search: wordsOf(someWordsOf()).slice(0, 3).join(" ") }),
    "an insert, synced": () => submit(later().fields),
  };
}

/** Gives one after the other, again and again. */
function cycle<T>(list: readonly T[]): () => T {
  let at = 0;
  return () => {
    const value = list[at % list.length];
    if (value === undefined) throw new Error("the list is empty");
    at += 1;
    return value;
  };
}

async function fillWith(store: Store, size: number): Promise<void> {
  const started = performance.now();
  await fill(store, size, {
    seed,
    receivedAt: (number) => Math.round(now - year + (year * number) / size),
    tell: (done) => void (done % 100_000 === 0 && progress(`filling with ${size}: ${done}`)),
  });
  const seconds = (performance.now() - started) / 1000;
  progress(`filled with ${size} in ${seconds.toFixed(0)} s`);
}

/** How many MB of memory the export of a store takes above idle, in a process of its own, whose memory has seen nothing else. */
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
