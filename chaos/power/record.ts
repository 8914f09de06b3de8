import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "#domain/testing-random.ts";
import { createLedger, type Ledger } from "../lib/ledger.ts";
import { load } from "../lib/load.ts";
import { owner, type Server, sleep, spawnServer } from "../lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";
import { recording } from "../lib/strace.ts";
import { type Event, readTimeline } from "./timeline.ts";

export interface Recorded {
  events: Event[];
  /** The index of the first event of each server. */
  lives: number[];
  ledger: Ledger;
}

export interface RecordOptions {
  dist: string;
  seed: number;
  /** Inquiries to accept in each life of the server. */
  inquiries: number;
  /** Whether syncs of the log fail at some point; the server is killed soon after. */
  failsSync?: boolean;
}

/**
 * Runs real servers one after the other on one folder and records their writes, syncs and responses: the very first
 * start; load with changes of the channels; a SIGKILL; load on what is left; a clean stop; a start, and more load.
 */
export async function record({ dist, seed, inquiries, failsSync = false }: RecordOptions): Promise<Recorded> {
  const random = seededRandom(seed);
  const ledger = createLedger(random);
  const folder = await mkdtemp(join(tmpdir(), "front-desk-power-"));
  const dataDir = await mkdtemp(join(folder, "data-"));
  const port = await freePort();
  const traces: string[] = [];
  let server: Server | undefined;
  /** A life of the server; `inject` are strace's options for faults. */
  const begin = async (inject: readonly string[] = []) => {
    const trace = join(folder, `trace-${traces.length}`);
    traces.push(trace);
    server = spawnServer({ dist, dataDir, port, under: recording(trace, inject) });
    await server.untilReady();
    return server;
  };
  /** Signals the server; strace, which is the child, ends with it. */
  const end = async (living: Server, signal: NodeJS.Signals) => {
    process.kill(await tracedBy(living), signal);
    await living.ended;
  };

  try {
    if (failsSync) {
      // Each sync of the log fails from some commit on, as on a dying disk; the server is killed meanwhile.
      let life = await begin();
      await sendSome(life, ledger, random, inquiries / 2);
      await end(life, "SIGTERM");
      life = await begin(["-e", `inject=fsync,fdatasync:error=EIO:when=${12 + Math.floor(random() * 10)}+`]);
      await sendSome(life, ledger, random, 40, "refused");
      await end(life, "SIGKILL");
    } else {
      let life = await begin();
      await changeChannels(life.origin);
      await sendSome(life, ledger, random, inquiries);
      await end(life, "SIGKILL");
      life = await begin();
      await sendSome(life, ledger, random, inquiries);
      await end(life, "SIGTERM");
    }
    const last = await begin();
    await sendSome(last, ledger, random, inquiries);
    await end(last, "SIGKILL");
    return { ...(await readTimeline(traces, dataDir)), ledger };
  } finally {
    if (server !== undefined && server.child.exitCode === null) server.child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends until this many more are accepted, or rejected, however slow the machine is. */
async function sendSome(
  server: Server,
  ledger: Ledger,
  random: () => number,
  inquiries: number,
  outcome: "accepted" | "refused" = "accepted",
) {
  const stop = new AbortController();
  const goal = ledger.count(outcome) + inquiries;
  const deadline = performance.now() + 120_000;
  const loading = load({ port: server.port, ledger, random, clients: 3, files: 0.3, signal: stop.signal });
  while (ledger.count(outcome) < goal && performance.now() < deadline) await sleep(5);
  stop.abort();
  await loading;
}

/** Makes changes that write the other file beside the store: the channel list that was last published. */
async function changeChannels(origin: string): Promise<void> {
  const send = async (path: string, body: object, cookie = "") => {
    const headers = { "content-type": "application/json", cookie };
    const response = await fetch(`${origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const session = await send("session", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const value of ["+91 90000 00001", "+91 90000 00002", "+91 90000 00003"]) {
    await send("contacts", { type: "phone", value, isActive: true, proof: "" }, cookie);
  }
}

/** The process that this strace runs. */
async function tracedBy(server: Server): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const children = await readFile(`/proc/${server.child.pid}/task/${server.child.pid}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}
