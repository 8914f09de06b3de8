import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readConfig } from "#server/config.ts";
import { createServices } from "#server/compose.ts";
import { openSigning } from "#server/signing/create-signing.ts";
import { openStore } from "#server/open-store.ts";
import { checkIntegrity } from "#server/store/integrity/integrity-check.ts";
import { seededRandom } from "#domain/testing-random.ts";
import { contentHash } from "#server/lib/tokens.ts";
import { leftAfterSweep, storedFile } from "../lib/check.ts";
import { createDisk } from "./disk-model.ts";
import type { Recorded } from "./record.ts";

export interface PowerOptions {
  recorded: Recorded;
  cuts: number;
  seed: number;
  /** The events among which the power is cut; all by default. */
  among?: { from: number; events: number };
  /** Ends early after a cut with this fault. */
  stopAt?: Wrong;
  progress?: (line: string) => void;
}

type Wrong = "lost" | "doubled" | "corrupt" | "unusable";

export interface PowerResult {
  cuts: number;
  events: number;
  writes: number;
  syncs: number;
  answered: number;
  /** Cuts with a fault. */
  lost: number;
  doubled: number;
  corrupt: number;
  /** Cuts after which the server would not start, or would not trust the files. */
  unusable: number;
  faults: string[];
}

/** Cuts the power at `cuts` points of the recording, and opens the result each time as a start of the server does. */
export async function cutPower(options: PowerOptions): Promise<PowerResult> {
  const { recorded, cuts, seed, stopAt, progress } = options;
  const { events } = recorded;
  const { from, events: many } = options.among ?? { from: 0, events: events.length };
  const random = seededRandom(seed);
  // Each moment counts equally; in order, so that the timeline is applied once.
  const moments = Array.from({ length: cuts }, () =>
    Math.min(from + Math.floor(random() * many), events.length - 1),
  ).sort((a, b) => a - b);
  const disk = createDisk();
  const promised = new Set<string>();
  const countOf = (kind: string) => events.filter((event) => event.kind === kind).length;
  const result: PowerResult = {
    cuts: 0,
    events: events.length,
    writes: countOf("write"),
    syncs: countOf("sync"),
    answered: countOf("answered"),
    lost: 0,
    doubled: 0,
    corrupt: 0,
    unusable: 0,
    faults: [],
  };
  // The folder is in memory if the system has such a folder: each state is discarded immediately.
  const folder = mkdtempSync(
    join(statSync("/dev/shm", { throwIfNoEntry: false }) ? "/dev/shm" : tmpdir(), "front-desk-cut-"),
  );
  try {
    let next = 0;
    for (const [index, event] of events.entries()) {
      disk.take(event);
      if (event.kind === "answered") promised.add(event.reference);
      for (; moments[next] === index; next += 1) {
        const dataDir = join(folder, "data");
        rmSync(dataDir, { recursive: true, force: true });
        mkdirSync(dataDir, { mode: 0o700 });
        for (const [name, bytes] of disk.cut(random)) {
          mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 });
          writeFileSync(join(dataDir, name), bytes, { mode: 0o600 });
        }
        await open(dataDir, promised, result, `cut ${result.cuts} after event ${index} (${event.kind})`);
        result.cuts += 1;
        if (result.cuts % 500 === 0) progress?.(`${result.cuts} cuts`);
      }
      if (stopAt !== undefined && result[stopAt] > 0) break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

async function open(dataDir: string, promised: ReadonlySet<string>, result: PowerResult, where: string): Promise<void> {
  const wrong = (what: Wrong, line: string) => {
    result[what] += 1;
    if (result.faults.length < 20) result.faults.push(`${where}: ${line}`);
  };
  try {
    // All that a start does before it listens.
    const store = await openStore({ dataDir });
    try {
      const signing = await openSigning({ dataDir, keyFile: undefined });
      const services = await createServices(store, readConfig({ LOG_LEVEL: "silent", DATA_DIR: dataDir }), signing);
      const { alarm } = await services.channels.poll(true);
      if (alarm !== null) wrong("unusable", `the channels: ${alarm.message}`);
    } finally {
      await store.close();
    }
  } catch (error) {
    wrong("unusable", String(error));
    return;
  }
  const file = join(dataDir, "front-desk.sqlite");
  // The server runs this soon after the start and before each backup; a false alarm is a fault, too.
  for (const problem of checkIntegrity(file).problems) wrong("corrupt", problem);
  const db = new DatabaseSync(file);
  try {
    const [response] = db.prepare("pragma integrity_check").all() as Array<{ integrity_check: string }>;
    if (response?.integrity_check !== "ok") wrong("corrupt", `integrity_check: ${response?.integrity_check}`);
    const rows = db.prepare("select reference, query from inquiry").all() as Array<{
      reference: string;
      query: string;
    }>;
    const kept = new Set(rows.map(({ reference }) => reference));
    const lost = [...promised].filter((reference) => !kept.has(reference));
    if (lost.length > 0) wrong("lost", `${lost.length} of ${promised.size} accepted are not there`);
    const files = db.prepare("select stored_as as name, content_hash as hash from attachment").all() as Array<{
      name: string;
      hash: string;
    }>;
    const torn = files.filter(({ name, hash }) => contentHash(storedFile(dataDir, name) ?? Buffer.alloc(0)) !== hash);
    if (torn.length > 0) wrong("lost", `${torn.length} of ${files.length} files are not there as they were stored`);
    const texts = new Set(rows.map(({ query }) => query));
    if (texts.size < rows.length) wrong("doubled", `${rows.length - texts.size} are there twice`);
    const { n } = db.prepare("select coalesce(sum(count), 0) as n from inquiry_count").get() as { n: number };
    if (n !== rows.length) wrong("corrupt", `the counters say ${n}, and there are ${rows.length}`);
  } catch (error) {
    wrong("corrupt", String(error));
  } finally {
    db.close();
  }
  try {
    for (const line of await leftAfterSweep(dataDir)) wrong("corrupt", line);
  } catch (error) {
    wrong("corrupt", String(error));
  }
}
