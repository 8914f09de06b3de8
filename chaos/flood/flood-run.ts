import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startFlooders } from "./flooders.ts";
import { startFloodServer } from "./flood-server.ts";
import { type FloodCount, floodedQuery } from "./flooder.ts";
import type { SlowCounts } from "./slow-sockets.ts";
import { startVisitors, visit, type VisitorCount } from "./visitors.ts";

/** The limit of one network: the burst after a quiet time, and the rate. */
export interface Share {
  burst: number;
  perSecond: number;
}

/** The parts of a run, which takes `seconds`. */
export interface FloodPlan {
  seconds: number;
  /** Requests per second from one address; 0: none. */
  rate: number;
  /** Its connections. */
  sockets: number;
  slow: number;
  visitorsPerSecond: number;
  /** The request limit per network: `LIMIT_REQUEST_BURST` and `LIMIT_REQUESTS_PER_SECOND`. */
  requests: Share;
  /** The inquiry limit per network: `LIMIT_INQUIRY_BURST` and `LIMIT_INQUIRIES_PER_MINUTE`. */
  inquiries: Share;
}

/** A run for tests and mutants: small limits, which a slow machine reaches as well. */
export const shortPlan: FloodPlan = {
  seconds: 3,
  rate: 2000,
  sockets: 20,
  slow: 200,
  visitorsPerSecond: 20,
  requests: { burst: 400, perSecond: 50 },
  // Far less than a sixth of the requests, which is the flood's share of inquiries.
  inquiries: { burst: 10, perSecond: 0.5 },
};

export interface FloodReport {
  plan: FloodPlan;
  seconds: number;
  /** The time the server had to read what the flood sent; some is read only after the flood ends. */
  readSeconds: number;
  flood: FloodCount;
  slow: SlowCounts;
  /** Slow sockets that the server did not close itself. */
  stillOpen: number;
  visitors: VisitorCount;
  /** Visitors' waits before the attack, and per second during it, in milliseconds. */
  calm: number[];
  attacked: number[][];
  /** Accepted inquiries of visitors that are not in the store. */
  lost: number;
  /** The flood's inquiries that are in the store. */
  flooded: number;
  cpuSeconds: number;
}

/**
 * Timeouts short enough for a run to show them, yet long enough for a visitor on a machine that stalls briefly. The
 * limit over all networks is lifted; `work-run.ts` tests it.
 */
const env = {
  LIMIT_HEADER_SECONDS: "4",
  LIMIT_REQUEST_SECONDS: "6",
  LIMIT_STALL_SECONDS: "6",
  LIMIT_IDLE_SECONDS: "6",
  LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
};
/** Seconds in which visitors send and open pages before the attack: a new server is slow for everyone. */
const calmSeconds = 3;
/** The time limit for closing slow sockets: several times the timeouts, since the machine may be busy. */
const patienceMs = 24_000;

/** Floods the server of this `dist` folder while honest visitors send inquiries, and counts the outcome of both. */
export async function runFlood(dist: string, plan: FloodPlan): Promise<FloodReport> {
  const shares = {
    LIMIT_REQUEST_BURST: String(plan.requests.burst),
    LIMIT_REQUESTS_PER_SECOND: String(plan.requests.perSecond),
    LIMIT_INQUIRY_BURST: String(plan.inquiries.burst),
    LIMIT_INQUIRIES_PER_MINUTE: String(plan.inquiries.perSecond * 60),
  };
  const server = await startFloodServer(dist, { ...env, ...shares });
  const quiet = server.openSockets();
  const visitors = startVisitors({ port: server.port, perSecond: plan.visitorsPerSecond });
  await openPages(server.port, calmSeconds * 1000);

  const cpuBefore = server.cpuSeconds();
  const attackers = await startFlooders({ ...plan, port: server.port, asset: largestAsset(dist) });
  const began = performance.now();
  await wait(plan.seconds * 1000);
  const visited = await visitors.stop();
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = server.cpuSeconds() - cpuBefore;

  attackers.hold();
  const patience = AbortSignal.timeout(patienceMs);
  while (server.openSockets() > quiet && !patience.aborted) await wait(250);
  const stillOpen = server.openSockets() - quiet;
  const { flood, slow } = await attackers.stop();
  const readSeconds = (performance.now() - began) / 1000;

  const kept = await server.stop();
  const known = new Set(kept);
  const lost = visited.accepted.filter((query) => !known.has(query)).length;
  const flooded = kept.filter((query) => query === floodedQuery).length;
  const calm = visited.took.filter(({ at, ms }) => at + ms < began).map(({ ms }) => ms);
  const attacked: number[][] = Array.from({ length: Math.ceil(seconds) }, () => []);
  // An inquiry sent before the attack and answered during it counts for the first second.
  for (const { at, ms } of visited.took.filter((each) => each.at + each.ms >= began)) {
    attacked[Math.max(0, Math.floor((at - began) / 1000))]?.push(ms);
  }
  const counted = { flood, slow, stillOpen, visitors: visited, calm, attacked, lost, flooded };
  return { plan, seconds, readSeconds, ...counted, cpuSeconds };
}

/** Opens page after page for `ms` milliseconds, since first requests are slower. */
async function openPages(port: number, ms: number): Promise<void> {
  const end = AbortSignal.timeout(ms);
  for (let each = 0; !end.aborted; each += 1) {
    const path = ["/", "/contact/message", "/api/contacts/active", "/nothing-here"][each % 4] ?? "/";
    await visit(port, `127.0.2.${1 + (each % 250)}`, path);
    await wait(5);
  }
}

/** The path of the largest script: socket buffers cannot hold many copies of it. */
function largestAsset(dist: string): string {
  const scripts = globSync("assets/*.js", { cwd: join(dist, "client") });
  const size = (script: string) => statSync(join(dist, "client", script)).size;
  return `/${scripts.toSorted((a, b) => size(b) - size(a))[0] ?? ""}`;
}
