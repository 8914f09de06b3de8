import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingProgram, provideProgram } from "../scripts/programs/debian.js";
import { sleep } from "../chaos/lib/server.ts";
import { type Bench, type Figure, median, type Report } from "./figures.ts";
import { buildPages } from "./renderer.ts";
import { assertSame, readResponses, type Sent } from "./server/responses.ts";
import { memoryOf, tellsMemory } from "./server/memory.ts";
import { prepareNginx } from "./server/nginx.ts";
import { startOurs, prepareStore } from "./server/our-server.ts";
import { pinning } from "./server/pinning.ts";
import type { RenderTimes } from "./server/render.ts";
import { openWorkplace, type Workplace } from "./server/workplace.ts";
import { fullLoad, type Load } from "./server/wrk.ts";

const paths = ["/", "/api/contacts/active"];
const bare = "a bare node:http server";
const fastify = "an empty Fastify";
const here = (file: string) => join(import.meta.dirname, "server", file);

/** Seconds and numbers of measurements, per run. Idle means no request for longer than the query thread lives. */
const long = { load: 4, paced: 5, quiet: 30, fullLoad: 60, leastStarts: 10, renders: 1000 };
const least = { load: 1, paced: 1, quiet: 1, fullLoad: 1, leastStarts: 2, renders: 10 };

/** The built server with three channels, beside servers that send the same bytes. */
export const server: Bench = {
  name: "server",
  async run({ runs, short }) {
    const place = openWorkplace();
    const report: Report = { figures: [], missing: [], growth: [] };
    try {
      const dataDir = await prepareStore(place);
      const wrk = provideProgram("wrk");
      if (wrk === undefined) report.missing.push(`${missingProgram("wrk")} Without it there is no full load.`);
      const bench = { place, dataDir, runs, wrk, report, amounts: short ? least : long };
      await measureStarts(bench);
      await measureMemory(bench);
      await measureAnswers(bench);
      await measureRendering(bench);
      return report;
    } finally {
      await place.close();
    }
  },
};

interface Measuring {
  place: Workplace;
  dataDir: string;
  runs: number;
  wrk: string | undefined;
  report: Report;
  amounts: typeof long;
}

/** The values of each measured server, by name. */
type Values = Map<string, number[]>;

function note(values: Values, name: string, value: number): void {
  values.set(name, [...(values.get(name) ?? []), value]);
}

/** Our figure beside that of a peer from the same runs. */
function beside(name: string, unit: string, values: Values, peer: string, aim?: Figure["aim"]): Figure {
  const figure = { name, unit, runs: values.get("ours") ?? [], ...(aim && { aim }) };
  const runs = values.get(peer);
  return runs === undefined ? figure : { ...figure, peer: { name: peer, runs } };
}

/** Reverses every other run, so that drift affects all alike. */
function inTurn<T>(list: readonly T[], run: number): readonly T[] {
  return run % 2 === 0 ? list : list.toReversed();
}

async function measureStarts({ place, dataDir, runs, report, amounts: { leastStarts } }: Measuring): Promise<void> {
  progress("starts");
  const responses = await withOurs(place, dataDir, ({ port }) => readResponses(port, paths));
  const values: Values = new Map();
  const start = {
    ours: () => withOurs(place, dataDir, async ({ startMs }) => startMs),
    [fastify]: async () => {
      const { child, startMs } = await startFastify(place, responses);
      await place.end(child);
      return startMs;
    },
  };
  for (let run = 0; run < Math.max(leastStarts, 2 * runs); run += 1) {
    for (const [name, measure] of inTurn(Object.entries(start), run)) note(values, name, await measure());
  }
  const aim = { bound: "≤", value: 2.2, times: true } as const;
  report.figures.push(beside("from the spawning to the first 200 (of /)", "ms", values, fastify, aim));
}

async function measureMemory({ place, dataDir, wrk, report, amounts }: Measuring): Promise<void> {
  if (!tellsMemory) {
    report.missing.push("The memory of the servers: it is read from Linux's /proc.");
    return;
  }
  const idle: Values = new Map();
  const loaded: Values = new Map();
  const measure = async (name: string, { port, child }: { port: number; child: ChildProcess }) => {
    progress(`memory of ${name}`);
    for (const path of [...paths, ...paths]) await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
    await sleep(amounts.quiet * 1000);
    note(idle, name, memoryOf(child));
    if (wrk === undefined) return;
    await fullLoad(place, { ...loadOf(wrk), port, path: "/", seconds: amounts.fullLoad });
    note(loaded, name, memoryOf(child));
  };
  const pinned = pinning().server;
  const measureOurs = async (ours: { port: number; child: ChildProcess }) => {
    await measure("ours", ours);
    return readResponses(ours.port, paths);
  };
  const responses = await withOurs(place, dataDir, measureOurs, pinned);
  const peer = await startFastify(place, responses, pinned);
  await measure(fastify, peer);
  await place.end(peer.child);
  report.figures.push(beside("memory, idle", "MB", idle, fastify, { bound: "≤", value: 110 }));
  if (wrk === undefined) return;
  report.figures.push(beside("memory, after a minute at full load", "MB", loaded, fastify, { bound: "≤", value: 180 }));
}

/** Requests per second at full load, and response times at a fixed rate. */
async function measureAnswers({ place, dataDir, runs, wrk, report, amounts }: Measuring): Promise<void> {
  const pins = pinning();
  const measure = async (ours: { port: number }) => {
    const responses = await readResponses(ours.port, paths);
    const file = writeAnswers(place, responses);
    const bareServer = await place.serve(() => [...pins.server, process.execPath, here("bare.js"), file]);
    await assertSame(ours.port, bareServer.port, responses);
    const ports = new Map([
      ["ours", ours.port],
      [bare, bareServer.port],
      [fastify, (await startFastify(place, responses, pins.server)).port],
    ]);
    const nginx = provideProgram("nginx");
    if (nginx === undefined) {
      report.missing.push(missingProgram("nginx"));
    } else {
      const folder = join(place.folder, "nginx");
      // A SIGKILL would leave its worker running.
      const started = place.serve((at) => [...pins.server, nginx, ...prepareNginx(folder, at, responses)], "SIGTERM");
      ports.set("nginx", (await started).port);
    }

    if (wrk !== undefined) {
      for (const path of paths) {
        const measured = [...ports].map(([name, port]) => ({ name, load: { ...loadOf(wrk), port, path } }));
        const values = await alternate(place, `GET ${path}`, { runs, seconds: amounts.load }, measured);
        const figure = (peer: string, aim?: Figure["aim"]) =>
          beside(`GET ${path}, br, 64 connections`, "/s", values, peer, aim);
        report.figures.push(figure(bare, { bound: "≥", value: 0.8, times: true }), figure(fastify));
        if (nginx !== undefined) report.figures.push(figure("nginx"));
      }
      const headers = { "if-none-match": responses.responses["/"]?.etag ?? "" };
      const measured = [...ports]
        .filter(([name]) => name === "ours" || name === bare)
        .map(([name, port]) => ({ name, load: { ...loadOf(wrk), port, path: "/", headers } }));
      const values = await alternate(place, "GET / that was not modified", { runs, seconds: amounts.load }, measured);
      report.figures.push(beside("GET /, answered with 304", "/s", values, bare));
    }

    for (const path of paths) {
      progress(`GET ${path}, 2,000 a second`);
      const values: Values = new Map();
      const measured = ["ours", bare].map((name) => ({ name, port: ports.get(name) ?? 0 }));
      for (let run = 0; run < runs; run += 1) {
        for (const { name, port } of inTurn(measured, run)) {
          const client = [here("paced-client.ts"), String(port), path, "2000", String(amounts.paced)];
          const printed = await place.run([...pins.client, process.execPath, ...client], amounts.paced + 20);
          note(values, name, Number(printed));
        }
      }
      const aim = { bound: "≤", value: 1.5, times: true } as const;
      report.figures.push(beside(`GET ${path} at 2,000/s, p99`, "ms", values, bare, aim));
    }
  };
  await withOurs(place, dataDir, measure, pins.server);
}

/** Requests per second of each, in alternating runs after a warm-up run. */
async function alternate(
  place: Workplace,
  title: string,
  { runs, seconds }: { runs: number; seconds: number },
  measured: readonly { name: string; load: Omit<Load, "seconds"> }[],
): Promise<Values> {
  progress(title);
  const values: Values = new Map();
  for (const { load } of measured) await fullLoad(place, { ...load, seconds: 2 });
  for (let run = 0; run < runs; run += 1) {
    for (const { name, load } of inTurn(measured, run)) {
      note(values, name, await fullLoad(place, { ...load, seconds }));
    }
  }
  return values;
}

async function measureRendering({ place, dataDir, runs, report, amounts }: Measuring): Promise<void> {
  progress("rendering");
  const built = join(place.folder, "pages");
  mkdirSync(built);
  await buildPages(built);
  const measured = await withOurs(place, dataDir, async ({ port }) => {
    const all: RenderTimes[] = [];
    for (let run = 0; run < runs; run += 1) {
      const command = [process.execPath, here("render.ts"), built, `http://127.0.0.1:${port}`, String(amounts.renders)];
      all.push(JSON.parse(await place.run(command, 120)) as RenderTimes);
    }
    return all;
  });
  const valuesOf = (path: string, what: "render" | "brotli") => measured.map(({ pages }) => pages[path]?.[what] ?? 0);
  const rendering = Object.keys(measured[0]?.pages ?? {})
    .map((path) => ({ path, values: valuesOf(path, "render") }))
    .toSorted((a, b) => median(b.values) - median(a.values));
  const [worst] = rendering;
  if (worst === undefined) throw new Error("no page was rendered");
  report.figures.push(
    {
      name: `to render the slowest page (${worst.path})`,
      unit: "ms",
      runs: worst.values,
      aim: { bound: "≤", value: 0.3 },
    },
    ...rendering.slice(1).map(({ path, values }) => ({ name: `to render ${path}`, unit: "ms", runs: values })),
    { name: "to render / first of all in a process", unit: "ms", runs: measured.map(({ first }) => first) },
    { name: "to compress / (brotli 11, beside the event loop)", unit: "ms", runs: valuesOf("/", "brotli") },
  );
}

function loadOf(wrk: string): Pick<Load, "wrk"> {
  return { wrk: [...pinning().client, wrk] };
}

function writeAnswers(place: Workplace, responses: Sent): string {
  const file = join(place.folder, "answers.json");
  writeFileSync(file, JSON.stringify(responses));
  return file;
}

function startFastify(place: Workplace, responses: Sent, under: readonly string[] = []) {
  const file = writeAnswers(place, responses);
  return place.serve(() => [...under, process.execPath, here("fastify.js"), file]);
}

/** Runs our server during `work`; `under` is the command that wraps it. */
async function withOurs<T>(
  place: Workplace,
  dataDir: string,
  work: (ours: Awaited<ReturnType<typeof startOurs>>) => Promise<T>,
  under: readonly string[] = [],
): Promise<T> {
  const ours = await startOurs(place, dataDir, under);
  try {
    return await work(ours);
  } finally {
    await ours.end();
  }
}

function progress(line: string): void {
  console.error(`  ${line}`);
}
