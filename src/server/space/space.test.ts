import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { storeError } from "../store/sqlite/faults.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { createReserve, freeReserveIfFull } from "./reserve.ts";
import { createSpace } from "./space.ts";
import { canMountSmallDisk, mountSmallDisk } from "../../../e2e/small-disk.ts";

const day = 86_400_000;
const megabyte = 1024 * 1024;
let folder: string;
let now: number;
let files: number;
let inStore: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  [now, files, inStore] = [Date.UTC(2026, 10, 21), 0, 0];
});

const store = { size: async () => ({ bytes: 0, free: inStore }), fileBytes: async () => files };
const open = (fileLimit: number, isEmbedded = false) =>
  createSpace({ store, dataDir: folder, backupDir: () => undefined, fileLimit, isEmbedded, now: () => now });

it("tells two weeks ahead when the limit of files is reached, also after a restart, and nothing without growth", async () => {
  const days = async () => (await open(100 * megabyte).state()).daysLeft;
  for (let passed = 0; passed < 9; passed += 1) {
    await open(100 * megabyte).sample();
    if (passed < 2) expect(await days()).toBeNull();
    now += day;
    files += 5 * megabyte;
  }
  expect(await days()).toBe(11);
  // The disk becomes emptier in these samples, and has no limit.
  const samplesFile = join(folder, "front-desk-space.json");
  const samples: object[] = JSON.parse(readFileSync(samplesFile, "utf8"));
  writeFileSync(samplesFile, JSON.stringify(samples.map((sample) => ({ ...sample, free: 0 }))));
  expect(await days()).toBe(11);
  expect(await open(0).daysLeft()).toBeNull();
  // A sample of a clock that was ahead counts no more.
  now -= 30 * day;
  expect(await days()).toBeNull();
});

it("tells ahead when the disk of the backups is full, and takes no earlier disk for it", async () => {
  const backupDir = mkdtempSync(join(tmpdir(), "front-desk-space-"));
  onTestFinished(() => rmSync(backupDir, { recursive: true }));
  const space = () =>
    createSpace({
      store,
      dataDir: folder,
      backupDir: () => backupDir,
      fileLimit: 0,
      isEmbedded: false,
      now: () => now,
    });
  await space().sample();
  const samplesFile = join(folder, "front-desk-space.json");
  const [{ backups }] = JSON.parse(readFileSync(samplesFile, "utf8"));
  const before = now;
  now += 10 * day;
  // Returns samples of which so much more was free earlier that the space left now lasts for a tenth of that time.
  const samplesOf = (size: number) =>
    [0, 3, 6].map((passed) => {
      const more = (backups.free * 10 * (10 - passed)) / 10;
      return { at: before + passed * day, free: 0, files: 0, backups: { free: backups.free + more, size } };
    });
  expect(backups.size).toBeGreaterThan(0);
  const daysWith = (samples: object[]) => {
    writeFileSync(samplesFile, JSON.stringify(samples));
    return space().daysLeft();
  };
  expect((await daysWith(samplesOf(backups.size))) ?? Number.NaN).toBeCloseTo(1, 1);
  expect(await daysWith(samplesOf(backups.size + 1))).toBeNull();
  // Samples of earlier versions say nothing about it, nor do those of a day.
  expect(await daysWith(samplesOf(0).map((sample) => ({ ...sample, backups: undefined })))).toBeNull();
  const [first, ...others] = samplesOf(backups.size);
  const ofToday = others.map((sample, at) => ({ ...sample, at: now - day + at }));
  expect(await daysWith([{ ...first, backups: undefined }, ...ofToday])).toBeNull();
});

it("does not mind samples that it cannot read", async () => {
  writeFileSync(join(folder, "front-desk-space.json"), "{");
  const space = open(megabyte);
  await space.sample();
  expect(JSON.parse(readFileSync(join(folder, "front-desk-space.json"), "utf8"))).toHaveLength(1);
  expect((await space.state()).daysLeft).toBeNull();
});

if (canMountSmallDisk)
  it("reserves space that the team gets once the disk is full, and takes messages again with more room", async () => {
    const disk = await mountSmallDisk(64);
    onTestFinished(() => disk.remove());
    folder = disk.here;
    const create = () => createReserve({ dataDir: folder, freeInStore: async () => inStore });
    let reserve = create();
    const file = join(folder, "front-desk.reserve");
    const whole = Math.floor((64 * megabyte) / 50);
    const filler = join(folder, "filler");
    const reserved = () => statSync(file, { throwIfNoEntry: false })?.size ?? null;
    const fill = (left: number) => writeFileSync(filler, Buffer.alloc(64 * megabyte - left - megabyte * 1.28));

    await reserve.check();
    expect([reserved(), reserve.isGivenUp()]).toEqual([whole, false]);
    // The alert fires below a tenth of the disk: then nothing is refused yet.
    fill(5 * megabyte);
    await reserve.check();
    expect(disk.free() / (64 * megabyte)).toBeLessThan(0.1);
    expect([reserved(), reserve.isGivenUp()]).toEqual([whole, false]);

    fill(0.2 * megabyte);
    await reserve.check();
    expect([reserved(), reserve.isGivenUp()]).toEqual([0, true]);
    expect(disk.free()).toBeGreaterThan(megabyte);
    // Freed space is not for visitors after a restart either.
    reserve = create();
    await reserve.check();
    expect(reserve.isGivenUp()).toBe(true);
    // Erased rows leave room in the store, whose file stays as large.
    inStore = 10 * megabyte;
    await reserve.check();
    expect([reserved(), reserve.isGivenUp(), create().isGivenUp()]).toEqual([null, false, false]);

    rmSync(filler);
    await reserve.check();
    expect([reserved(), create().isGivenUp()]).toEqual([whole, false]);
    writeFileSync(filler, Buffer.alloc(disk.free()));
    freeReserveIfFull(folder);
    expect([reserved(), create().isGivenUp()]).toEqual([0, true]);
  });

it("refuses visitors once the store has found the disk full, and for no other fault", () => {
  const space = open(0, true);
  space.storeFailed(new StoreUnavailableError("busy", new Error("locked")));
  space.storeFailed(storeError(Object.assign(new Error("out of memory"), { errcode: 7 })));
  expect(() => space.admit()).not.toThrow();
  space.storeFailed(new StoreUnavailableError("full", new Error("full")));
  expect(() => space.admit()).toThrow(StoreUnavailableError);
  expect(space.isForTeam()).toBe(true);
});
