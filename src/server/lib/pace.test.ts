import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

/** Runs batches of which each item takes a time; others keep the loop busy for `busy` of the first pauses. */
async function sizesOf({
  perItem,
  batches,
  busy = 0,
  isWaiting = false,
  minSize = 1,
}: {
  perItem: (at: number) => number;
  batches: number;
  busy?: number;
  isWaiting?: boolean;
  minSize?: number;
}) {
  let time = 0;
  const pauses: number[] = [];
  const pace = createPace({
    maxMs: 10,
    minSize,
    maxSize: 50,
    clock: () => time,
    processorTime: () => (isWaiting ? 0 : time),
    pause: async (milliseconds) => (pauses.push(milliseconds), pauses.length <= busy ? 0.9 : 0.1),
  });
  const sizes: number[] = [];
  for (let at = 0; at < batches; at += 1) {
    await pace.run(async (size) => {
      sizes.push(size);
      time += size * perItem(at);
    });
  }
  return { sizes, pauses };
}

it("begins with one, and grows until a batch takes as long as it may", async () => {
  expect((await sizesOf({ perItem: () => 0.5, batches: 7 })).sizes).toEqual([1, 2, 4, 8, 16, 20, 20]);
  expect((await sizesOf({ perItem: () => 0.01, batches: 8 })).sizes).toEqual([1, 2, 4, 8, 16, 32, 50, 50]);
  expect((await sizesOf({ perItem: () => 30, batches: 3 })).sizes).toEqual([1, 1, 1]);
  expect((await sizesOf({ perItem: (at) => (at < 5 ? 0.5 : 5), batches: 8 })).sizes).toEqual([
    1, 2, 4, 8, 16, 20, 2, 2,
  ]);
});

it("grows to the minimum however long a batch takes", async () => {
  expect((await sizesOf({ perItem: () => 30, batches: 6, minSize: 12 })).sizes).toEqual([1, 2, 4, 8, 12, 12]);
});

it("grows less if a batch mostly waits, while others wait for what it holds", async () => {
  const { sizes } = await sizesOf({ perItem: () => 5, batches: 6, isWaiting: true });
  expect(sizes).toEqual([1, 2, 4, 8, 8, 8]);
});

it("pauses for as long as the last batch took, and longer while others are busy, but not for ever", async () => {
  expect((await sizesOf({ perItem: () => 4, batches: 3 })).pauses).toEqual([4, 8]);
  expect((await sizesOf({ perItem: () => 4, batches: 2, busy: 3 })).pauses).toEqual([4, 4, 4, 4]);
  expect((await sizesOf({ perItem: () => 4, batches: 2, busy: 99 })).pauses).toHaveLength(8);
  expect((await sizesOf({ perItem: () => 4000, batches: 2 })).pauses).toEqual([250]);
});
