/**
 * Renders each visitor page in a process that does nothing else, and prints the times: `node render.ts <folder of
 * buildPages> <origin of a running server> <how often>`.
 */
import { join } from "node:path";
import type { PageData } from "#contract/page.ts";
import { readAllAssets } from "#server/http/build-manifest.ts";
import { readConfig } from "#server/config.ts";
import { readPageData } from "#web/app/embedded-data.ts";
import { withShownSite } from "#server/site/shown-site.ts";
import { compress } from "#server/http/compression.ts";
import { loadRenderer } from "../renderer.ts";

/** Milliseconds; means of a warm process, garbage collection included. */
export interface RenderTimes {
  pages: Record<string, { render: number; brotli: number }>;
  /** The very first page. */
  first: number;
}

const [built = "", origin = "", often = ""] = process.argv.slice(2);
const samples = Number(often);
const warmUp = samples / 2;
const compressions = Math.ceil(samples / 50);

const createRenderer = await loadRenderer(built);
const { site } = readConfig({});
const assets = readAllAssets(join(import.meta.dirname, "../../dist/client"));
const renderer = withShownSite(await createRenderer({ site, assets, address: { url: undefined } }), site);

// Two languages stand for all: each more takes as long again.
const paths = [...renderer.pages].flatMap(([path, { audience, language }]) =>
  audience === "team" || !["en", "ta"].includes(language) ? [] : [path],
);
const documents = await Promise.all(paths.map((path) => read(path)));
const started = performance.now();
renderer.render("/", documents[0]?.data ?? { site });
const times: RenderTimes = { pages: {}, first: performance.now() - started };

for (const { path, data, text } of documents) {
  if (renderer.render(path, data) !== text) throw new Error(`${path} is rendered otherwise than the server does`);
}
for (let round = 0; round < warmUp; round += 1) for (const { path, data } of documents) renderer.render(path, data);
for (const { path, data, text } of documents) {
  const render = await meanOf(samples, () => renderer.render(path, data));
  const bytes = Buffer.from(text);
  times.pages[path] = { render, brotli: await meanOf(compressions, () => compress(bytes, "br", "best")) };
}
console.log(JSON.stringify(times));

/** A document contains the data that it was rendered from, but for the parts of the site that it does not show. */
async function read(path: string): Promise<{ path: string; data: PageData; text: string }> {
  const signal = AbortSignal.timeout(5000);
  const text = await (await fetch(origin + path, { signal, headers: { "accept-encoding": "identity" } })).text();
  const json = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(text)?.[1];
  if (json === undefined) throw new Error(`${path} carries no data`);
  // The running server has the same sources.
  return { path, data: { ...readPageData(json), site }, text };
}

async function meanOf(count: number, work: () => unknown): Promise<number> {
  const since = performance.now();
  for (let done = 0; done < count; done += 1) await work();
  return (performance.now() - since) / count;
}
