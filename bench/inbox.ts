/**
 * How quick the inbox is with few and with many inquiries: `npm run bench -- inbox [--sizes 100,10000,1000000] [--keep <folder>]`.
 * `--keep` leaves the filled stores in a folder and takes them from there the next time.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import cookies from "@fastify/cookie";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { InboxPage } from "#contract/inbox.ts";
import { guard } from "#server/access.ts";
import { apiRoutes } from "#server/api/api.ts";
import { readConfig } from "#server/config.ts";
import { createServices } from "#server/services/services.ts";
import { createTestSigning } from "#server/signing/testing.ts";
import { openStore, type Store } from "#server/store/store.ts";
import { fill } from "./fill.ts";
import { createGenerator, seededRandom } from "./generator.ts";
import { formatTable, percentile, type Row } from "./table.ts";

const seed = 20_261_121;
const year = 365 * 86_400_000;
const now = Date.UTC(2026, 10, 21);
const samples = 300;

/** A program that takes a file as it comes, keeps nothing of it, and says how many bytes there were. */
const download = `
  let bytes = 0;
  require("node:http").get(process.argv[1], { headers: { cookie: process.argv[2] } }, (answer) => {
    answer.on("data", (chunk) => (bytes += chunk.length)).on("end", () => console.log(bytes));
  });`;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sizes: { type: "string", default: "100,10000,1000000" },
    keep: { type: "string" },
    // For the process that this one starts.
    "export-of": { type: "string" },
  },
});
const sizes = options.sizes.split(",").map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error("--sizes are numbers parted by commas");

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const columns: string[] = [];
const rows = new Map<string, Row>();
if (options["export-of"] === undefined) {
  for (const size of sizes) {
    columns.push(size.toLocaleString("en"));
    await measure(size);
  }
  console.log(`\n${formatTable(columns, (10_000).toLocaleString("en"), [...rows.values()])}`);
} else {
  console.log(await exportAll(options["export-of"]));
}

function note(name: string, unit: string, figure: number, aim?: Row["aim"]): void {
  const row = rows.get(name) ?? { name, unit, figures: [], ...(aim === undefined ? {} : { aim }) };
  row.figures.push(figure);
  rows.set(name, row);
}

async function measure(size: number): Promise<void> {
  const dataDir =
    options.keep === undefined ? mkdtempSync(join(tmpdir(), "front-desk-bench-")) : join(options.keep, String(size));
  const isFilled = existsSync(join(dataDir, "front-desk.sqlite"));
  const store = await openStore({ dataDir });
  try {
    if (!isFilled) await fillWith(store, size);
    await measureStore(store, size);
    note("store size", "MB", sizeOf(dataDir) / 1e6);
    // In a process of its own, whose memory has seen nothing else.
    const child = [...process.execArgv, import.meta.filename, "inbox", "--export-of", dataDir];
    const { stdout } = spawnSync(process.execPath, child, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
    note("memory above idle, exporting all", "MB", Number(stdout), { most: 100 });
  } finally {
    await store.close();
    if (options.keep === undefined) rmSync(dataDir, { recursive: true });
  }
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

/** The API on a store, with the headers of a member's request. */
async function serve(store: Store) {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const services = await createServices(store, config, await createTestSigning(), () => now);
  const member = { id: "member", email: "owner@example.com", role: "owner" as const };
  await store.members.insertFirst({ ...member, passwordHash: "none" }, now);
  const { token } = await services.sessions.start(member);

  const app = Fastify({ logger: false })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler);
  app.decorate("secureCookies", false);
  await app.register(cookies);
  await app.register(
    async (api) => {
      guard(api, { sessions: services.sessions, publicUrl: undefined });
      await apiRoutes(api, { services, acceptedMessage: "", sessionHours: 1, timeZone: config.site.timeZone });
    },
    { prefix: "/api" },
  );
  return { app, services, headers: { cookie: `session=${token}` } };
}

async function measureStore(store: Store, size: number): Promise<void> {
  const { app, services, headers } = await serve(store);

  async function list(query: Record<string, string>): Promise<InboxPage> {
    const answer = await app.inject({ url: "/api/contact-inquiries", query, headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  }

  /** The p50 and p99 of a call; `next` gives each its own input. */
  async function time<T>(
    name: string,
    next: (index: number) => T,
    run: (input: T) => Promise<unknown>,
    aim: Row["aim"],
  ) {
    const inputs = Array.from({ length: samples + 20 }, (_, index) => next(index));
    const taken: number[] = [];
    for (const [index, input] of inputs.entries()) {
      const started = performance.now();
      await run(input);
      // The first runs prepare statements and warm caches.
      if (index >= 20) taken.push(performance.now() - started);
    }
    note(`${name}, p50`, "ms", percentile(taken, 0.5), aim);
    note(`${name}, p99`, "ms", percentile(taken, 0.99), aim);
    progress(`${name}: ${percentile(taken, 0.5).toFixed(2)} ms, ${percentile(taken, 0.99).toFixed(2)} ms`);
  }

  const random = seededRandom(seed);
  const twice = { times: 2 };
  await time("first page", () => ({}), list, { most: 10 });
  // Where there is no thousandth page, the last one.
  const thousandth = String(Math.max(51, size - 50_000));
  await time("thousandth page", () => ({ after: thousandth }), list, twice);
  const filters = [
    { status: "in progress" },
    { status: "new", assignee: "nobody" },
    { from: "2026-06-01", to: "2026-06-30" },
    { status: "answered", to: "2026-03-31" },
  ];
  await time("a filter", (index) => filters[index % filters.length] ?? {}, list, twice);
  const generate = createGenerator(seed);
  const texts = Array.from({ length: Math.min(size, samples + 20) }, () => generate().fields.query);
  const textOf = (index: number) => texts[index % texts.length] ?? "";
  const wordsOf = (index: number) =>
    textOf(index)
      .split(" ")
      .filter((word) => word.length >= 3);
  await time(
    "a search with 3 letters",
    (index) => {
      const word = wordsOf(index)[Math.floor(random() * 5)] ?? "money";
      const start = Math.floor(random() * (word.length - 2));
      return { search: word.slice(start, start + 3) };
    },
    list,
    { times: 5 },
  );
  await time("a search with 3 words", (index) => ({ search: wordsOf(index).slice(0, 3).join(" ") }), list, {
    times: 5,
  });
  const later = createGenerator(seed + 1);
  await time(
    "an insert, synced",
    () => later().fields,
    (fields) => services.inquiries.submit(fields),
    twice,
  );

  await app.close();
}

/** How many MB of memory the process takes at most while everything is exported, above what it takes idle. */
async function exportAll(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir });
  const { app, headers } = await serve(store);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  // A few pages, as an idle inbox has been looked at.
  for (let index = 0; index < 20; index += 1) await app.inject({ url: "/api/contact-inquiries", headers });
  collectGarbage();
  await new Promise((resolve) => void setTimeout(resolve, 500));
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const started = performance.now();
  const url = `${origin}/api/contact-inquiries/export.csv`;
  const client = spawn(process.execPath, ["--eval", download, url, headers.cookie], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bytes = Number(await text(client.stdout));
  clearInterval(watching);
  const seconds = (performance.now() - started) / 1000;
  progress(`exported ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  await app.close();
  await store.close();
  return (peak - idle) / 1e6;
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function progress(line: string): void {
  console.error(line);
}
