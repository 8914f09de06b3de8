import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** A pause ends at the latest after this many times the duration of its batch. */
const maxPauses = 8;
/** No single wait takes longer, in milliseconds. */
const maxWaitMs = 250;
/** A batch may take this many times as long by the clock as of the processor. */
const slack = 4;

/**
 * Divides long work on the event loop into batches that take about `maxMs` milliseconds of the processor each, and at
 * most four times that by the clock, since others may wait for what a batch holds. Pauses before the next one: for as
 * long as the batch took, and on while others keep the loop busy for more than half of the time.
 */
export function createPace({
  maxMs,
  minSize = 1,
  maxSize,
  clock = () => performance.now(),
  processorTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  pause = pauseHere,
}: {
  maxMs: number;
  /** Min items of a batch once it has grown: fewer would hardly be faster, since each batch has a cost of its own. */
  minSize?: number;
  /** Max items of a batch. */
  maxSize: number;
  clock?: () => number;
  /** Processor time of this thread, in milliseconds. */
  processorTime?: () => number;
  /** Waits, and returns which share of that time the loop was busy. */
  pause?: (milliseconds: number) => Promise<number>;
}) {
  let size = 1;
  let took = 0;

  async function rest(): Promise<void> {
    for (let pauses = 0; pauses < maxPauses; pauses += 1) {
      if ((await pause(Math.min(took, maxWaitMs))) <= 0.5) return;
    }
  }

  return {
    /** Runs a batch of the number of items that it is given. */
    async run<T>(batch: (size: number) => Promise<T>): Promise<T> {
      if (took > 0) await rest();
      const [began, used] = [clock(), processorTime()];
      const value = await batch(size);
      took = clock() - began;
      const worked = Math.max(processorTime() - used, took / slack, maxMs / maxSize);
      // The size doubles at most, since one batch says little about the next.
      const next = Math.floor(size * Math.min(2, maxMs / worked));
      size = Math.min(maxSize, Math.max(Math.min(minSize, 2 * size), next));
      return value;
    },
  };
}

async function pauseHere(milliseconds: number): Promise<number> {
  const before = performance.eventLoopUtilization();
  await sleep(milliseconds);
  return performance.eventLoopUtilization(before).utilization;
}
