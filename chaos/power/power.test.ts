import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broken } from "../lib/broken.ts";
import { createDisk } from "./disk-model.ts";
import { openMutants } from "../lib/mutants.ts";
import { cutPower } from "./power-cuts.ts";
import { record, type Recorded } from "./record.ts";
import { straceProblem } from "../lib/strace.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

const seed = 20_261_121;

// Tests that are impossible on this machine are reported, and do not count.
const problem = straceProblem();
if (problem !== undefined) console.warn(`Not tried: ${problem}`);

describe.skipIf(problem)("the server, recorded", () => {
  let recorded: Recorded;
  beforeAll(async () => {
    recorded = await record({ dist: "dist", seed, inquiries: 30 });
  });

  it("has lost, doubled and broken nothing after 200 power cuts", async () => {
    expect(recorded.ledger.count("accepted")).toBeGreaterThanOrEqual(90);
    const { faults, ...result } = await cutPower({ recorded, cuts: 200, seed });
    expect(faults).toEqual([]);
    expect(result).toMatchObject({ cuts: 200, lost: 0, doubled: 0, corrupt: 0, unusable: 0 });
    // Each was accepted only after a sync; several may share one.
    expect(result.answered).toBeGreaterThanOrEqual(90);
    expect(result.syncs).toBeGreaterThan(30);
  });

  it("writes its log once more, and syncs it, before it relies on what a killed server has left", () => {
    const { events, lives } = recorded;
    const [before, life] = [events.slice(0, lives[1]), events.slice(lives[1])];
    const names = before.flatMap((event) => (event.kind === "name" ? [event] : []));
    const log = names.findLast(({ name }) => name.endsWith("-wal"))?.file;
    // Two seconds after the start the clean-up empties the log, which a slow machine lives to see.
    const left = before.reduce((length, event) => {
      if (!("file" in event) || event.file !== log) return length;
      if (event.kind === "truncate") return event.size;
      return event.kind === "write" ? Math.max(length, event.at + event.data.length) : length;
    }, 0);
    const again = life.slice(
      0,
      life.findIndex(({ kind }) => kind !== "write"),
    );
    let written = 0;
    for (const event of again) {
      expect(event).toMatchObject({ file: log, at: written });
      if (event.kind === "write") written += event.data.length;
    }
    // The kill may have hidden the last write from the recording.
    expect(written).toBeGreaterThanOrEqual(left);
    if (written > 0) expect(life[again.length]).toMatchObject({ kind: "sync", file: log });
  });
});

it.skipIf(problem)("loses nothing after syncs that failed, a kill and a power cut", async () => {
  const recorded = await record({ dist: "dist", seed, inquiries: 20, failsSync: true });
  expect(recorded.events.filter(({ kind }) => kind === "failed sync").length).toBeGreaterThan(5);
  const among = { from: recorded.lives.at(-1) ?? 0, events: 400 };
  const { faults } = await cutPower({ recorded, cuts: 60, seed, among });
  expect(faults).toEqual([]);
});

describe.skipIf(problem)("a mutant is caught within 200 cuts:", () => {
  it.each([
    { what: "lost", mutant: broken.answersBeforeCommit },
    { what: "lost", mutant: broken.syncsNothing },
    { what: "lost", mutant: broken.syncsNowAndThen },
    { what: "unusable", mutant: broken.renamesUnsynced },
    { what: "lost", mutant: broken.namesUnsyncedFiles },
    { what: "lost", mutant: broken.namesLostFiles },
  ] as const)("$mutant.name: $what", async ({ what, mutant }) => {
    const recorded = await record({ dist: await mutants.build(mutant), seed, inquiries: 10 });
    const { faults, ...found } = await cutPower({ recorded, cuts: 200, seed, stopAt: what });
    expect(found[what], faults.join("\n")).toBeGreaterThan(0);
  });
});

describe("the model of a disk", () => {
  const data = Buffer.alloc(4096, 1);
  const always = (disk: ReturnType<typeof createDisk>, name: string) => {
    let chance = 0;
    // The results of a hundred different cuts.
    return Array.from({ length: 100 }, () => disk.cut(() => (chance = (chance + 0.137) % 1)).get(name));
  };

  it("keeps what was synced, with its name once the folder is", () => {
    const disk = createDisk();
    disk.take({ kind: "name", name: "a", file: 1 });
    disk.take({ kind: "write", file: 1, at: 0, data });
    disk.take({ kind: "sync", file: 1, since: 2 });
    expect(always(disk, "a").some((found) => found === undefined)).toBe(true);
    disk.take({ kind: "sync names", folder: "", since: 3 });
    for (const found of always(disk, "a")) expect(found?.equals(data)).toBe(true);
  });

  it("tears what was not synced, and lets no later sync keep what a failed one has lost", () => {
    const disk = createDisk();
    disk.take({ kind: "name", name: "a", file: 1 });
    disk.take({ kind: "sync names", folder: "", since: 1 });
    disk.take({ kind: "write", file: 1, at: 0, data });
    disk.take({ kind: "failed sync", file: 1, since: 3 });
    disk.take({ kind: "write", file: 1, at: 4096, data });
    disk.take({ kind: "sync", file: 1, since: 5 });
    const found = always(disk, "a");
    expect(found.some((bytes) => bytes?.subarray(0, 4096).equals(data) === false)).toBe(true);
    for (const bytes of found) expect(bytes?.subarray(4096).equals(data)).toBe(true);
  });
});
