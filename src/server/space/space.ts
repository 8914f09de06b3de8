import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { day, hour, minute } from "#domain/time/durations.ts";
import { smallest } from "#domain/lists.ts";
import { timeUntilFull, type Left } from "#domain/space.ts";
import type { SpaceState } from "#contract/backup.ts";
import { createTextFile } from "../lib/durable-file.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import type { SpaceStore } from "./space-queries.ts";
import { createReserve } from "./reserve.ts";

export type Space = ReturnType<typeof createSpace>;

/** The bytes of a disk: what is free for this program, and all. */
export interface Disk {
  place: "data" | "backups";
  free: number;
  size: number;
}

/**
 * A sample of the space that is free and in use, from which growth is computed. Earlier versions took none of the
 * backups.
 */
const sampleSchema = z.object({
  at: z.number(),
  free: z.number(),
  files: z.number(),
  backups: z.object({ free: z.number(), size: z.number() }).optional(),
});
type Sample = z.output<typeof sampleSchema>;

/** Time between two samples, and the time for which they are kept. */
const sampleEvery = 3 * hour;
const keptSamples = 30 * day;
/** Growth over less than this says nothing about weeks. */
const leastSpan = 2 * day;
const readEvery = minute;
/** Part of its size below which a disk is low. */
const lowPart = 0.1;

/** File beside the store: each instance has a disk of its own. */
export const samplesFile = "front-desk-space.json";

/**
 * Estimates in how many days the disks, the store and the limit of files are full. With the embedded store, some space
 * is reserved for the team (`reserve.ts`).
 */
export function createSpace(deps: {
  store: SpaceStore;
  dataDir: string;
  /** Returns the folder of backups; undefined if there is none. */
  backupDir: () => string | undefined;
  /** Max bytes of stored files; 0 is no limit. */
  fileLimit: number;
  /** Whether the store is in `dataDir`. */
  isEmbedded: boolean;
  now: () => number;
}) {
  const { store, dataDir, backupDir, fileLimit, now } = deps;
  const path = join(dataDir, samplesFile);
  const samplesIn = createTextFile(path);
  let samples: Sample[] | undefined;
  const reserve = deps.isEmbedded
    ? createReserve({ dataDir, freeInStore: async () => (await store.size()).free })
    : undefined;

  async function disk(place: Disk["place"], folder: string | undefined): Promise<Disk[]> {
    if (folder === undefined) return [];
    try {
      const { bavail, blocks, bsize } = await statfs(folder);
      return [{ place, free: bavail * bsize, size: blocks * bsize }];
    } catch {
      // Backups say themselves that their folder is missing.
      return [];
    }
  }

  const sumUp = singleFlight(async () => ({
    at: now(),
    store: await store.size(),
    files: await store.fileBytes(),
  }));
  let sums: Awaited<ReturnType<typeof sumUp>> | undefined;

  /** The disks as they are, and the sums, which read a table, at most a minute old. */
  async function read() {
    if (sums === undefined || Math.abs(now() - sums.at) > readEvery) sums = await sumUp();
    return { ...sums, disks: [...(await disk("data", dataDir)), ...(await disk("backups", backupDir()))] };
  }

  /** The samples of earlier runs; none if there are none that can be read. */
  function earlier(): Sample[] {
    try {
      return z.array(sampleSchema).parse(JSON.parse(readFileSync(path, "utf8")));
    } catch {
      return [];
    }
  }

  /** Days until a disk, or the limit of files, is full; null if none fills up, or nobody knows yet. */
  async function daysLeft(): Promise<number | null> {
    const { disks, files } = await read();
    const free = disks.find(({ place }) => place === "data")?.free;
    const ofBackups = disks.find(({ place }) => place === "backups");
    samples ??= earlier();
    const recent = samples.filter(({ at }) => at <= now() && at >= now() - keptSamples);
    /**
     * Returns the milliseconds until nothing is left; null if it does not become less, or the samples span too little.
     */
    const untilFull = (then: Left[], left: number) => {
      const first = then[0];
      return first === undefined || now() - first.at < leastSpan ? null : timeUntilFull(then, { at: now(), left });
    };
    const spans = [
      free !== undefined &&
        untilFull(
          recent.map((sample) => ({ at: sample.at, left: sample.free })),
          free,
        ),
      ofBackups !== undefined &&
        untilFull(
          // A different size means another disk, where the backups were before.
          recent.flatMap(({ at, backups }) => (backups?.size === ofBackups.size ? [{ at, left: backups.free }] : [])),
          ofBackups.free,
        ),
      fileLimit !== 0 &&
        untilFull(
          recent.map((sample) => ({ at: sample.at, left: fileLimit - sample.files })),
          fileLimit - files,
        ),
    ].filter((span) => span !== null && span !== false);
    return spans.length === 0 ? null : Math.max(0, smallest(spans)) / day;
  }

  return {
    read,
    daysLeft,
    fileLimit,
    /** Returns whether what is left is kept for the team, so that nothing more is taken from visitors. */
    isForTeam: (): boolean => reserve?.isGivenUp() ?? false,

    /** @throws StoreUnavailableError if what is left is for the team */
    admit(): void {
      if (reserve?.isGivenUp() !== true) return;
      reserve.recheck();
      throw new StoreUnavailableError("full", new Error("what is left on the disk is for the team"));
    },

    /** Once the store has failed: frees the reserve if the disk is full. */
    storeFailed(error: unknown): void {
      if (error instanceof StoreUnavailableError && error.fault === "full") reserve?.giveUp();
    },

    /** Keeps the reserve while there is room for it. Returns a function that stops it. */
    start(log: Parameters<NonNullable<typeof reserve>["start"]>[0]): () => void {
      return reserve?.start(log) ?? (() => undefined);
    },

    /** Notes how full it is, from time to time. */
    async sample(): Promise<void> {
      samples ??= earlier();
      const last = samples.at(-1);
      if (last !== undefined && last.at <= now() && now() - last.at < sampleEvery) return;
      const { disks, files } = await read();
      const free = disks.find(({ place }) => place === "data")?.free;
      if (free === undefined) return;
      const ofBackups = disks.find(({ place }) => place === "backups");
      const backups = ofBackups && { free: ofBackups.free, size: ofBackups.size };
      const kept = samples.filter(({ at }) => at <= now() && at >= now() - keptSamples);
      samples = [...kept, { at: now(), free, files, backups }];
      // A full disk takes no sample; the metrics and the reserve do not need them.
      await samplesIn.write(JSON.stringify(samples)).catch(() => undefined);
    },

    /** Returns the state of the disk space, for owners. */
    async state(): Promise<SpaceState> {
      const { disks, files } = await read();
      const days = await daysLeft();
      const low = disks.filter(({ free, size }) => free < size * lowPart);
      return {
        daysLeft: days === null ? null : Math.floor(days),
        low: low.map(({ place, free }) => ({ place, free })),
        files: { bytes: files, limit: fileLimit === 0 ? null : fileLimit },
        isForTeam: reserve?.isGivenUp() ?? false,
      };
    },
  };
}
