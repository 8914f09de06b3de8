import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { childrenOf, processorTimeOf } from "../../chaos/lib/processes.ts";
import { type Server, spawnServer } from "../../chaos/lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";
import { addChannels } from "../server/our-server.ts";
import type { Workplace } from "../server/workplace.ts";

const dist = join(import.meta.dirname, "../../dist");

export type Instances = Awaited<ReturnType<typeof startInstances>>;

/**
 * Starts `count` instances with one key and a folder each, on the PostgreSQL at `url`, or on the embedded store without
 * one.
 */
export async function startInstances(place: Workplace, name: string, count: number, url?: string) {
  const servers: Server[] = [];
  const folder = (which: number) => join(place.folder, `${name}-${which}`);
  for (let which = 0; which < count; which += 1) {
    mkdirSync(folder(which), { recursive: true });
    const key = which === 0 ? {} : { SIGNING_KEY_FILE: join(folder(0), "signing-key.pem") };
    const env = { ...key, ...(url === undefined ? {} : { DATABASE_URL: url }) };
    const server = spawnServer({ dist, dataDir: folder(which), port: await freePort(), env });
    place.keep(server.child);
    await server.untilReady();
    servers.push(server);
  }
  const pids = servers.flatMap(({ child }) => child.pid ?? []);
  return {
    ports: servers.map(({ port }) => port),
    dataDir: folder(0),
    addChannels: async () => {
      const [first] = servers;
      if (first !== undefined) await addChannels(first);
    },
    /** Their processor time, in microseconds. */
    processorTime: () => pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0),
    end: async () => {
      for (const { child } of servers) await place.end(child, "SIGTERM");
    },
  };
}

/** The processor time of a PostgreSQL with all its processes, in microseconds. */
export function processorTimeOfServer(pid: number): number {
  const ofChildren = childrenOf(pid).map((child) => {
    try {
      return processorTimeOf(child);
    } catch {
      // Ended in the meantime: its parent, which is read afterwards, has its time.
      return 0;
    }
  });
  return ofChildren.reduce((sum, one) => sum + one, processorTimeOf(pid));
}
