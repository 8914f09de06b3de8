import { join } from "node:path";
import { owner, type Server, spawnServer } from "../../chaos/lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";
import type { Workplace } from "./workplace.ts";

const dist = join(import.meta.dirname, "../../dist");
const channels = [
  { type: "whatsapp", value: "+91 90000 00001" },
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "phone", value: "1800 000 0000" },
];

/** Makes a store with an owner and three channels; gives its folder. */
export async function prepareStore(place: Workplace): Promise<string> {
  const dataDir = join(place.folder, "data");
  const server = spawnServer({ dist, dataDir, port: await freePort() });
  place.keep(server.child);
  await server.untilReady();
  await addChannels(server);
  await place.end(server.child, "SIGTERM");
  return dataDir;
}

/** Adds three channels as the owner. */
export async function addChannels(server: Server): Promise<void> {
  const session = await post(server, "session", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const channel of channels) await post(server, "contacts", { ...channel, isActive: true, proof: "" }, { cookie });
}

async function post(
  { origin }: Server,
  call: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${origin}/api/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${call} was answered with ${response.status}: ${await response.text()}`);
  return response;
}

/** Starts the built server on that store as in production; its request log is discarded. Resolves on its first 200. */
export async function startOurs(place: Workplace, dataDir: string, under: readonly string[] = []) {
  const port = await freePort();
  const server = spawnServer({ dist, dataDir, port, under, env: { LOG_LEVEL: "info" }, logsToNowhere: true });
  place.keep(server.child);
  const startMs = await server.untilFirstResponse(20, "/");
  return { port, child: server.child, startMs, end: () => place.end(server.child, "SIGTERM") };
}
