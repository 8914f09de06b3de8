import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleSite } from "#contract/site/example-site.ts";
import { openStore } from "#server/open-store.ts";
import { spawnServer } from "../chaos/lib/server.ts";
import { freePort } from "../src/server/testing-program.ts";
import { within } from "./deadline.ts";
import { fill } from "./fill.ts";
import { addChannels } from "./server/our-server.ts";
import { openWorkplace } from "./server/workplace.ts";

/** A running server of the build, on a temporary store. */
export interface Site extends AsyncDisposable {
  origin: string;
}

/** Starts the built server with three channels and this many made-up inquiries. */
export async function startSite(inquiries: number): Promise<Site> {
  const place = openWorkplace();
  try {
    const dataDir = join(place.folder, "data");
    await fillStore(dataDir, inquiries);
    const port = await freePort();
    // Canonical links need the address.
    const siteFile = join(place.folder, "site.json");
    writeFileSync(siteFile, JSON.stringify(exampleSite));
    const env = { PUBLIC_URL: `http://127.0.0.1:${port}`, SITE_CONFIG: siteFile };
    const server = spawnServer({ dist: join(import.meta.dirname, "../dist"), dataDir, port, env });
    place.keep(server.child);
    await within(60, "the server's start", server.untilReady());
    await addChannels(server);
    return { origin: server.origin, [Symbol.asyncDispose]: () => place.close() };
  } catch (error) {
    await place.close();
    throw error;
  }
}

async function fillStore(dataDir: string, count: number): Promise<void> {
  const store = await openStore({ dataDir });
  try {
    const now = Date.now();
    await fill(store, count, { seed: 20_261_122, receivedAt: (number) => now - (count - number) * 60_000 });
  } finally {
    await store.close();
  }
}
