import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Channel } from "#domain/channels/channel-list.ts";
import { createApp } from "#server/app.ts";
import { readAllAssets } from "#server/http/build-manifest.ts";
import { readConfig } from "#server/config.ts";
import { createServices } from "#server/compose.ts";
import { openSigning } from "#server/signing/create-signing.ts";
import { openStore } from "#server/open-store.ts";
import { type Growth, median } from "../figures.ts";
import { buildRenderer } from "../renderer.ts";

const sizes = [3, 30, 300];
const clientDir = resolve(import.meta.dirname, "../../dist/client");
const renders = 300;
const changes = 20;

/** The cost of a page with a given number of channels. */
interface Cost {
  bytes: number;
  /** One render, in milliseconds. */
  render: number;
  /** Milliseconds from a change of a channel to the whole response that shows it. */
  change: number;
}

/** Measures how the cost of the contact page, which shows every channel, grows with their number. */
export async function pagesGrowth(): Promise<Growth[]> {
  const createRenderer = await buildRenderer();
  const costs: Cost[] = [];
  for (const size of sizes) costs.push(await costWith(size, createRenderer));
  const growth = (name: string, unit: string, cost: keyof Cost): Growth => ({
    panel: "a page, by its channels",
    name,
    unit,
    points: sizes.map((size, index) => ({ size, value: costs[index]?.[cost] ?? Number.NaN })),
  });
  return [
    growth("brotli", "bytes", "bytes"),
    growth("a render", "ms", "render"),
    growth("change to first answer", "ms", "change"),
  ];
}

async function costWith(size: number, createRenderer: Awaited<ReturnType<typeof buildRenderer>>): Promise<Cost> {
  const dataDir = mkdtempSync(join(tmpdir(), "front-desk-bench-"));
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: dataDir });
  const store = await openStore({ dataDir });
  try {
    const signing = await openSigning({ dataDir, keyFile: undefined });
    const services = await createServices(store, config, signing);
    const { channels } = services;
    await channels.poll(true);
    const { list } = await channels.channelList();
    await channels.run({ kind: "import", channels: channelsOf(size), over: list.listVersion }, null);
    const { site, address } = config;
    const renderer = await createRenderer({ site, assets: readAllAssets(clientDir), address });
    const { channels: active, at } = await channels.active();
    const render = median(await timesOf(renders, () => renderer.render("/contact", { site, contacts: active, at })));

    const app = await createApp({ config, services, renderer, clientDir });
    const ask = async () => {
      const response = await app.inject({ url: "/contact", headers: { "accept-encoding": "br" } });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response;
    };
    const { rawPayload } = await ask();
    const [first] = active;
    const change = await timesOf(changes, async (index) => {
      await channels.change({ id: first?._id ?? "", fields: { proof: `Note ${index}` } });
      await ask();
    });
    await app.close();
    return { bytes: rawPayload.length, render, change: median(change) };
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** The milliseconds of each call, without the first ones, which warm up. */
async function timesOf(count: number, run: (index: number) => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count * 2; index += 1) {
    const started = performance.now();
    await run(index);
    if (index >= count) taken.push(performance.now() - started);
  }
  return taken;
}

/** Made-up channels with different texts. */
function channelsOf(size: number): Channel[] {
  const kinds = [
    { type: "whatsapp", value: (n: number) => `+91 9${String(n).padStart(9, "0")}` },
    { type: "telegram", value: (n: number) => `https://t.me/saffron_example_${n}` },
    { type: "phone", value: (n: number) => `+91 8${String(n).padStart(9, "0")}` },
  ] as const;
  return Array.from({ length: size }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? kinds[0];
    const n = (index * 2_654_435_761) % 1_000_000_000;
    const proof = `Desk ${index + 1}`;
    return { id: randomUUID(), type: kind.type, value: kind.value(n), isActive: true, proof, hours: null };
  });
}
