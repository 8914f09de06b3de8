import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startAttackers } from "./attackers.ts";
import { startFloodServer } from "./flood-server.ts";
import { type FloodCount, floodedQuery } from "./flooder.ts";
import type { SlowCounts } from "./slow-sockets.ts";
import { startVisitors, type VisitorCount } from "./visitors.ts";

/** What a run of so many seconds is made of. */
export interface FloodPlan {
  seconds: number;
  /** Requests a second from one address; 0: none. */
  rate: number;
  /** Its connections. */
  sockets: number;
  slow: number;
  visitorsPerSecond: number;
  /** What the server lets each network have of requests: `LIMIT_REQUEST_BURST` and `LIMIT_REQUESTS_PER_SECOND`. */
  requests: { burst: number; perSecond: number };
}

/** A run for tests and mutants: small shares, which a slow machine uses up as well. */
export const shortPlan: FloodPlan = {
  seconds: 3,
  rate: 2000,
  sockets: 20,
  slow: 200,
  visitorsPerSecond: 20,
  requests: { burst: 300, perSecond: 50 },
};

export interface FloodReport {
  plan: FloodPlan;
  seconds: number;
  flood: FloodCount;
  slow: SlowCounts;
  /** Slow sockets that the server did not end by itself. */
  stillHeld: number;
  visitors: VisitorCount;
  /** Accepted inquiries of visitors that are not in the store. */
  lost: number;
  /** Inquiries of the flooder that are. */
  flooded: number;
  cpuSeconds: number;
}

/** Short timeouts, so that a run shows them, and long enough for a visitor on a machine that is held up for a moment. The limit over all networks is lifted: `work-run.ts` is about that one. */
const env = {
  LIMIT_HEADER_SECONDS: "4",
  LIMIT_REQUEST_SECONDS: "6",
  LIMIT_STALL_SECONDS: "6",
  LIMIT_IDLE_SECONDS: "6",
  LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
};
/** How long the server may take to end what is slow: several times its timeouts, since the machine may be busy. */
const patienceMs = 24_000;

/** Attacks the server in this `dist` folder while honest visitors send inquiries, and counts what becomes of both. */
export async function runFlood(dist: string, plan: FloodPlan): Promise<FloodReport> {
  const { burst, perSecond } = plan.requests;
  const shares = { LIMIT_REQUEST_BURST: String(burst), LIMIT_REQUESTS_PER_SECOND: String(perSecond) };
  const server = await startFloodServer(dist, { ...env, ...shares });
  const quiet = server.openSockets();
  const attackers = startAttackers({ ...plan, port: server.port, asset: largestAsset(dist) });
  await wait(1000);

  const cpuBefore = server.cpuSeconds();
  const began = performance.now();
  const visitors = startVisitors({ port: server.port, perSecond: plan.visitorsPerSecond });
  await wait(plan.seconds * 1000);
  const visited = await visitors.stop();
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = server.cpuSeconds() - cpuBefore;

  attackers.hold();
  const patience = AbortSignal.timeout(patienceMs);
  while (server.openSockets() > quiet && !patience.aborted) await wait(250);
  const stillHeld = server.openSockets() - quiet;
  const { flood, slow } = await attackers.stop();

  const kept = await server.stop();
  const known = new Set(kept);
  const lost = visited.accepted.filter((query) => !known.has(query)).length;
  const flooded = kept.filter((query) => query === floodedQuery).length;
  return { plan, seconds, flood, slow, stillHeld, visitors: visited, lost, flooded, cpuSeconds };
}

/** The path of the largest script, which no socket's buffers hold many times over. */
function largestAsset(dist: string): string {
  const scripts = globSync("assets/*.js", { cwd: join(dist, "client") });
  const size = (script: string) => statSync(join(dist, "client", script)).size;
  return `/${scripts.toSorted((a, b) => size(b) - size(a))[0] ?? ""}`;
}
