import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "#domain/testing-random.ts";
import { createChecker } from "../lib/check.ts";
import { answerOf, type Met, sendByApi, visit } from "./disk-visits.ts";
import { countCalls, inject, type Injected } from "./inject.ts";
import { createLedger } from "../lib/ledger.ts";
import { type Server, sleep, spawnServer } from "../lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";

export interface FaultRow extends Met {
  fault: string;
  /** Whether some inquiries must be rejected, as when nothing can be written. */
  mustRefuse: boolean;
  /** The status of `/readyz` during the fault, and after it. */
  ready: [number, number];
}

export interface DiskResult {
  rows: FaultRow[];
  /** Tests that were skipped here, and why. */
  skipped: string[];
  /** The faults of the store, compared with what was promised, after a kill and a start at the end. */
  faults: string[];
}

interface Fault {
  name: string;
  mustRefuse: boolean;
  injected: Injected;
}

/** A running server and what it promised. */
interface Stage {
  server: Server;
  dataDir: string;
  ledger: ReturnType<typeof createLedger>;
}

/**
 * Makes the disk fail under a running server in one way after the other. `indexes` is how many of an inquiry's calls
 * are tested.
 */
export async function diskFaults(options: { dist: string; seed: number; indexes: number }): Promise<DiskResult> {
  const random = seededRandom(options.seed);
  const folder = mkdtempSync(join(tmpdir(), "front-desk-disk-"));
  const small = smallDisk(join(folder, "small"));
  const dataDir = small?.path ?? join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const skipped = small === undefined ? ["a really full disk: only root can mount one"] : [];
  const ledger = createLedger(random);
  const checker = createChecker({ ledger, messages: 0 });
  const port = await freePort();
  let server = spawnServer({ dist: options.dist, dataDir, port, env: { LOG_LEVEL: "silent" } });
  const rows: FaultRow[] = [];
  try {
    await server.untilReady();
    const stage = { server, dataDir, ledger };
    for (const fault of await faultsOf(stage, options.indexes)) rows.push(await underFaultThatStrikes(stage, fault));
    if (small !== undefined) rows.push(await underFullDisk(stage));
    await server.end("SIGKILL");
    server = spawnServer({ dist: options.dist, dataDir, port });
    await server.untilReady();
    const { faults } = checker.check(dataDir, { isFull: true });
    await server.end("SIGTERM");
    return { rows, skipped, faults };
  } finally {
    server.child.kill("SIGKILL");
    small?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each kind of fault at the first, the last and some of the calls that one inquiry makes, and at all of them. */
async function faultsOf({ server, dataDir, ledger }: Stage, indexes: number): Promise<Fault[]> {
  const met = nothingMet();
  const pid = server.child.pid ?? 0;
  // The minimum of three, since a checkpoint or later work of a start may add calls.
  const count = async (calls: string) => {
    let fewest = Infinity;
    for (let times = 0; times < 3; times += 1) {
      const send = () => sendByApi(server.origin, ledger.next({ hasKey: true }), met);
      fewest = Math.min(fewest, await countCalls(pid, dataDir, calls, send));
    }
    return fewest;
  };
  const [writes, syncs] = [await count("pwrite64"), await count("fsync,fdatasync")];
  const at = (last: number) => {
    const some = Math.min(indexes, last);
    return [
      ...new Set(
        Array.from({ length: some }, (_, step) => 1 + Math.round((step * (last - 1)) / Math.max(1, some - 1))),
      ),
    ];
  };
  const error = (name: string, calls: string, code: string, when: string): Fault => ({
    name,
    mustRefuse: true,
    injected: { calls, effect: `error=${code}`, when },
  });
  return [
    ...["ENOSPC", "EIO"].flatMap((code) =>
      at(writes).map((index) => error(`${code} at write ${index} of ${writes}`, "pwrite64", code, String(index))),
    ),
    ...at(syncs).map((index) => error(`EIO at sync ${index} of ${syncs}`, "fsync,fdatasync", "EIO", String(index))),
    error("ENOSPC at every write", "pwrite64", "ENOSPC", "1+"),
    error("EIO at every write", "pwrite64", "EIO", "1+"),
    error("EIO at every sync", "fsync,fdatasync", "EIO", "1+"),
    error("EROFS, as in a folder become read-only", "pwrite64,ftruncate,openat,fsync,fdatasync", "EROFS", "1+"),
    {
      name: "a slow disk, 100 ms more for each sync",
      mustRefuse: false,
      injected: { calls: "fsync,fdatasync", effect: "delay_exit=100000" },
    },
  ];
}

/**
 * A fault of one call hits no inquiry if the call belongs to a checkpoint (which runs again later and fails no inquiry)
 * or if an inquiry makes fewer calls: then it is tried again. A server that answers 201 under a fault does so each
 * time.
 */
async function underFaultThatStrikes(stage: Stage, fault: Fault): Promise<FaultRow> {
  for (let tries = 1; ; tries += 1) {
    const row = await underFault(stage, fault);
    const isOnce = fault.injected.when?.endsWith("+") === false;
    if (row.refused > 0 || !isOnce || tries === 3) return row;
  }
}

async function underFault(stage: Stage, { name, mustRefuse, injected }: Fault): Promise<FaultRow> {
  const { server, dataDir } = stage;
  const met = nothingMet();
  const end = await inject(server.child.pid ?? 0, dataDir, injected);
  try {
    await visit(server.origin, stage.ledger, met);
    // Visitors come while the fault lasts: a fault that occurs once must hit a single inquiry.
    if (injected.when?.endsWith("+") !== false) await visit(server.origin, stage.ledger, met);
  } finally {
    // Read during the fault, not after it.
    met.readyDuring = await statusOf(server, "/readyz");
    await end();
  }
  return recovered(stage, name, mustRefuse, met);
}

/** Fills the disk with a file until nothing more fits, then removes the file. */
async function underFullDisk(stage: Stage): Promise<FaultRow> {
  const { server, dataDir, ledger } = stage;
  const met = nothingMet();
  const filler = join(dataDir, "filler");
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail - 2) * bsize));
  // Inquiries that fit into the log are still accepted.
  for (let tries = 0; tries < 200 && met.refused === 0; tries += 1) {
    await sendByApi(server.origin, ledger.next({ hasKey: true }), met);
  }
  for (let tries = 0; tries < 3; tries += 1) await visit(server.origin, ledger, met);
  met.readyDuring = await statusOf(server, "/readyz");
  rmSync(filler);
  return recovered(stage, "a full disk", true, met);
}

/** Waits as long as a response asks to: whether a full disk has room again is checked once a visitor is refused. */
async function admitsAgain({ server, ledger }: Stage): Promise<void> {
  const probe = ledger.next({ hasKey: true });
  for (const until = performance.now() + 5000; performance.now() < until; await sleep(200)) {
    await sendByApi(server.origin, probe, nothingMet());
    if (probe.state === "accepted") return;
  }
}

/** After the fault, everything is accepted without a restart, including retries of rejected inquiries with a key. */
async function recovered(stage: Stage, fault: string, mustRefuse: boolean, during: MetNow): Promise<FaultRow> {
  const { server, ledger } = stage;
  const readyAfter = await statusOf(server, "/readyz");
  const after = nothingMet();
  await admitsAgain(stage);
  for (const sent of ledger.all.filter(({ state }) => state === "refused")) await sendByApi(server.origin, sent, after);
  await visit(server.origin, ledger, after);
  const faults = [...during.faults, ...after.faults];
  if (after.refused > 0) faults.push(`${after.refused} were refused after the fault`);
  if (mustRefuse && during.refused === 0) faults.push("nothing was refused: the fault did not happen");
  if (!mustRefuse && during.refused > 0) faults.push(`${during.refused} were refused`);
  if (readyAfter !== 200) faults.push(`/readyz answered ${readyAfter} after the fault`);
  const { accepted, refused, slowestPage } = during;
  return { fault, mustRefuse, accepted, refused, slowestPage, ready: [during.readyDuring, readyAfter], faults };
}

interface MetNow extends Met {
  readyDuring: number;
}

const nothingMet = (): MetNow => ({ accepted: 0, refused: 0, slowestPage: 0, faults: [], readyDuring: 0 });

/** The status of a path; 0 without a response. */
async function statusOf({ origin }: Server, path: string): Promise<number> {
  return (await answerOf(origin + path))?.status ?? 0;
}

/** A small disk in memory; undefined if it cannot be mounted. */
function smallDisk(path: string): { path: string; remove: () => void } | undefined {
  mkdirSync(path);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", path]).status === 0;
  if (!mounted) return undefined;
  return { path, remove: () => void spawnSync("umount", ["-l", path]) };
}
