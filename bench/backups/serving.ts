import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupOrder } from "#server/backup/make-backup.ts";
import { runTask } from "#server/backup/scheduler-task.ts";
import { attach, storeWithInquiry } from "#server/backup/testing-files.ts";
import { openStore } from "#server/open-store.ts";
import { fill } from "../fill.ts";
import { type Figure, type Options, percentile } from "../figures.ts";
import { startOurs } from "../server/our-server.ts";
import type { Workplace } from "../server/workplace.ts";

/** 300 MB of inquiries and 200 MB of files. */
const long = { inquiries: 250_000, files: 400, seconds: 30 };
const least = { inquiries: 10, files: 2, seconds: 2 };
const fileBytes = 500_000;

type Waits = Record<"get" | "post", number>;

/** Measures visitors' waits while backups are made, one after the other, in a process as the server starts it. */
export async function measureServing(
  place: Workplace,
  key: BackupOrder["key"],
  { runs, short }: Options,
): Promise<Figure[]> {
  const { inquiries, files, seconds } = short ? least : long;
  const [dataDir, folder] = [join(place.folder, "served"), join(place.folder, "served-backups")];
  await storeWithInquiry(dataDir);
  const store = await openStore({ dataDir });
  await fill(store, inquiries, {
    seed: 20_261_130,
    receivedAt: (number) => Date.now() - (inquiries - number) * 60_000,
  });
  await store.close();
  await attach(
    dataDir,
    Array.from({ length: files }, () => randomBytes(fileBytes)),
  );
  const { port, end } = await startOurs(place, dataDir);

  async function visit(seed: number): Promise<Waits> {
    const visitors = [join(import.meta.dirname, "../visitors.ts"), port, seconds, seed].map(String);
    const waits = JSON.parse(await place.run([process.execPath, ...visitors], seconds + 60)) as Record<
      keyof Waits,
      number[]
    >;
    return { get: percentile(waits.get, 0.99), post: percentile(waits.post, 0.99) };
  }

  /** Makes backups until that ends; the number of those that were made. */
  async function backUpUntil(ended: Promise<unknown>): Promise<number> {
    for (let made = 0; ; made += 1) {
      // All files are copied again.
      rmSync(folder, { recursive: true, force: true });
      const task = runTask({ kind: "backup", order: { dataDir, folder, key, keep: 14, days: 30 } });
      // A long one need not come to its end: on a busy machine it has what others leave.
      const isOver = !short && (await Promise.race([ended.then(() => true), task.done.then(() => false)]));
      if (isOver) {
        await task.stop();
        return made;
      }
      const outcome = await task.done;
      if (outcome.outcome !== "made") throw new Error(`no backup was made: ${JSON.stringify(outcome)}`);
      if (short) return 1;
    }
  }

  const control: Waits[] = [];
  const meanwhile: Waits[] = [];
  // Run 0 warms up, and the first clean-up of a store adds up the figures of all its inquiries.
  for (let run = 0; run <= runs; run += 1) {
    const alone = await visit(2 * run);
    const visiting = visit(2 * run + 1);
    // It is awaited only after the backups, whose own failure must not leave its rejection unhandled.
    visiting.catch(() => undefined);
    const made = await backUpUntil(visiting);
    const beside = await visiting;
    if (run === 0) continue;
    control.push(alone);
    meanwhile.push(beside);
    console.error(
      `  ${run} of ${runs}, p99 of GET: ${alone.get.toFixed(1)} ms, ${beside.get.toFixed(1)} during ${made} backups`,
    );
  }
  await end();
  for (const each of [dataDir, folder]) rmSync(each, { recursive: true, force: true });
  return (["get", "post"] as const).map((kind) => ({
    name: `${kind.toUpperCase()} at 15/s while one is made, p99`,
    unit: "ms",
    runs: meanwhile.map((waits) => waits[kind]),
    peer: { name: "without", runs: control.map((waits) => waits[kind]) },
    aim: { bound: "≤", value: 1.5, times: true },
  }));
}
