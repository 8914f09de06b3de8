import { randomFillSync } from "node:crypto";
import { rmSync, statfsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { second } from "#domain/time/durations.ts";
import { singleFlight } from "../lib/single-flight.ts";

interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const megabyte = 1024 * 1024;
/** Enough for hundreds of sign-ins and changes; of a small disk it is one part in fifty. */
const largest = 16 * megabyte;
const smallest = megabyte;
const checkEvery = 5 * second;
/** A visitor who is refused has it checked, at most this often. */
const recheckAfter = second;
const chunk = Buffer.allocUnsafe(megabyte);

/**
 * File beside the store; private as all that begins so. Once it is given up it stays, empty, so that a restart knows.
 */
const fileName = "front-desk.reserve";

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Returns the size of a file in bytes; undefined if there is none. */
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;

/** Frees the reserve if the disk is full, so that a start can write. */
export function freeReserveIfFull(dataDir: string): void {
  const path = join(dataDir, fileName);
  if (sizeOf(path) !== undefined && freeBytes(dataDir) < smallest) truncateSync(path);
}

/**
 * A file that takes space while there is some, and is emptied when there is none: then the team can sign in and free
 * space, while nothing more is taken from visitors. It is made again once there is room.
 */
export function createReserve({ dataDir, freeInStore }: { dataDir: string; freeInStore: () => Promise<number> }) {
  const path = join(dataDir, fileName);
  let isGivenUp = sizeOf(path) === 0;
  let checkedAt = -Infinity;
  let log: Log = { info: () => undefined, error: () => undefined };

  function sizeHere(): number {
    const { blocks, bsize } = statfsSync(dataDir);
    return Math.min(largest, Math.max(smallest, Math.floor((blocks * bsize) / 50)));
  }

  function giveUp(): void {
    if (isGivenUp) return;
    isGivenUp = true;
    empty();
    log.error({}, "the disk of DATA_DIR is full: what is left is for the team, and nothing is taken from visitors");
  }

  function empty(): void {
    try {
      writeFileSync(path, "", { mode: 0o600 });
    } catch {
      // A disk without room for a name, or a folder that cannot be written: then only this run knows.
      rmSync(path, { force: true });
    }
  }

  /** Random bytes: a file system that compresses would keep nothing for zeros. */
  async function make(size: number): Promise<void> {
    const file = await open(path, "w", 0o600);
    try {
      for (let left = size; left > 0; left -= chunk.length) {
        randomFillSync(chunk);
        await file.write(chunk, 0, Math.min(left, chunk.length));
      }
      await file.sync();
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  async function check(): Promise<void> {
    const size = sizeHere();
    const free = freeBytes(dataDir);
    const isThere = (sizeOf(path) ?? 0) > 0;
    if (!isGivenUp && free < size / 4) return giveUp();
    if (free > 3 * size) {
      if (!isThere) await make(size);
    } else {
      // Erased rows leave room in the file of the store, which does not shrink; a transaction takes some beside it.
      const hasRoom = free > size / 2 && (await freeInStore()) > 4 * size;
      if (!hasRoom) return;
      if (isGivenUp) rmSync(path, { force: true });
    }
    if (isGivenUp) log.info({}, "there is room on the disk of DATA_DIR again");
    isGivenUp = false;
  }

  // A folder that cannot be read or written: the store says so.
  const checkOnce = singleFlight(check);
  function tryCheck(): void {
    checkedAt = performance.now();
    void checkOnce().catch(() => undefined);
  }

  return {
    isGivenUp: (): boolean => isGivenUp,
    giveUp,
    check,

    /** Checks whether there is room again, unless that was just done. */
    recheck(): void {
      if (performance.now() - checkedAt > recheckAfter) tryCheck();
    },

    /** Checks every few seconds. Returns a function that stops it. */
    start(sink: Log): () => void {
      log = sink;
      // There may be room since.
      if (isGivenUp) tryCheck();
      const timer = setInterval(tryCheck, checkEvery).unref();
      return () => clearInterval(timer);
    },
  };
}
