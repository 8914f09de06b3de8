import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startServer } from "./testing-program.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-start-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/**
 * The libraries that a start may load. A new one delays every start and takes memory: load it with `import()` where it
 * is used, or add it here if the first page needs it.
 */
const neededAtStart = [
  ...["@fastify/busboy", "@fastify/cookie", "@fastify/deepmerge", "@fastify/error", "@fastify/formbody"],
  ...["@fastify/forwarded", "@fastify/helmet", "@fastify/multipart", "@fastify/proxy-addr", "@pinojs/redact"],
  ...["abstract-logging", "altcha-lib", "atomic-sleep", "avvio", "cookie", "fast-decode-uri-component"],
  ...["fast-deep-equal", "fast-json-stringify", "fast-querystring", "fastify", "fastify-plugin"],
  ...["fastify-type-provider-zod", "fastq", "find-my-way", "helmet", "ipaddr.js", "jose", "kysely"],
  ...["libphonenumber-js", "light-my-request", "on-exit-leak-free", "p-limit", "pino", "pino-std-serializers"],
  ...["process-warning", "qr", "quick-format-unescaped", "react", "react-dom", "ret", "reusify", "rfdc"],
  ...["safe-regex2", "safe-stable-stringify", "secure-json-parse", "semver", "set-cookie-parser", "sonic-boom"],
  ...["thread-stream", "toad-cache", "yocto-queue", "zod"],
];

/** Runs the built server until `visit` is over; gives the files of the build that it has loaded. */
async function loadedFiles(visit: (origin: string) => Promise<void>): Promise<string[]> {
  // Node writes there at the exit which scripts it has run.
  const env = { LOG_LEVEL: "silent", NODE_V8_COVERAGE: join(cwd, "scripts") };
  const server = await startServer({ cwd, env });
  await visit(server.origin);
  server.signal("SIGTERM");
  expect((await server.ended).code).toBe(0);
  const reports = readdirSync(join(cwd, "scripts")).map((name) => {
    const { result } = JSON.parse(readFileSync(join(cwd, "scripts", name), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
  // The query thread has a report of its own.
  const own = reports.find((urls) => urls.some((url) => url.endsWith("/main-program.js"))) ?? [];
  return own.map((url) => fileURLToPath(url));
}

/** The sources in the files: the bundler names each before its code. */
const sourcesIn = (files: readonly string[]) =>
  files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^\s*\/\/ (\S+\.\w+)$/gm)].map(([, name = ""]) => name),
  );

const librariesIn = (sources: readonly string[]) =>
  new Set(sources.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? []));

const get = async (url: string) => {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  await response.text();
};

it("loads before its first response only the libraries that this needs, and no page of the team", async () => {
  const files = await loadedFiles((origin) => get(`${origin}/`));
  const sources = sourcesIn(files);
  expect([...librariesIn(sources)].toSorted()).toEqual(neededAtStart.toSorted());
  expect(sources).toContain("src/web/public/home/home-page.tsx");
  expect(sources.filter((name) => name.startsWith("src/web/admin/"))).toEqual([]);
  // One letter beyond ASCII would double the memory of its file's text.
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, "utf8")))).toEqual([]);
  // Today's 5.8 MB, with what fills a new store: the engine reads and keeps all of it.
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(6_000_000);
});

it("loads the pages of the team at the first request for one", async () => {
  const sources = sourcesIn(await loadedFiles((origin) => get(`${origin}/ContactAdmin`)));
  expect(sources).toContain("src/web/admin/channels/channels-page.tsx");
  expect(librariesIn(sources)).toContain("@tanstack/react-query");
});

/** Returns a built program with the files that it imports before it runs. */
function staticImports(file: string, found = new Set<string>()): Set<string> {
  found.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export) [^"]*"(\.\/[^"]+)";$/gm)) {
    const imported = join(dirname(file), name);
    if (!found.has(imported)) staticImports(imported, found);
  }
  return found;
}

// Each thread and each child process keeps the text of its files once more: today's 2.1, 2.5, 2.1 and 0.05 MB.
it.each([
  ["query-thread-worker", 2_300_000],
  ["erasing-thread-worker", 2_700_000],
  ["scheduler-process", 2_300_000],
  ["input-process", 100_000],
])("loads no page in %s", (name, limit) => {
  const files = [...staticImports(join(import.meta.dirname, `../../dist/server/${name}.js`))];
  const sources = sourcesIn(files);
  expect(sources.filter((source) => source.startsWith("src/web/"))).toEqual([]);
  expect(sources).not.toEqual([]);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(limit);
});
