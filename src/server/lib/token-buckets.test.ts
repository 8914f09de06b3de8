import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createNetworkKeys } from "./network.ts";
import { createClock } from "../testing-clock.ts";
import { createTokenBuckets, maxBuckets } from "./recent-map.ts";

const steps = fc.array(fc.record({ after: fc.nat(200), key: fc.constantFrom("a", "b", "c") }), { maxLength: 300 });

it("never gives more than its burst and what flows in, over any stretch of time, and never less", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 20 }), steps, (refillMs, burst, calls) => {
      let time = 1_000_000;
      const buckets = createTokenBuckets({ refillMs, burst, now: () => time });
      const taken = new Map<string, number[]>();
      // The usual model of a bucket: its level, in milliseconds of refilling.
      const model = new Map<string, { level: number; at: number }>();
      for (const { after, key } of calls) {
        time += after;
        const { level, at } = model.get(key) ?? { level: refillMs * burst, at: time };
        const filled = Math.min(refillMs * burst, level + time - at);
        const wait = buckets.take(key);
        expect(wait).toBe(Math.max(0, refillMs - filled));
        model.set(key, { level: wait === 0 ? filled - refillMs : filled, at: time });
        if (wait === 0) taken.set(key, [...(taken.get(key) ?? []), time]);
      }
      for (const times of taken.values()) {
        for (const [first, start] of times.entries()) {
          for (const [more, end] of times.slice(first).entries()) {
            expect(more + 1).toBeLessThanOrEqual(burst + Math.floor((end - start) / refillMs));
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

it("returns when there is a token, correctly", () => {
  const clock = createClock();
  const buckets = createTokenBuckets({ refillMs: 2000, burst: 3, now: clock.now });
  expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([0, 0, 0, 2000]);
  clock.advance({ seconds: 1.999 });
  expect(buckets.take("a")).toBe(1);
  expect(buckets.take("b")).toBe(0);
  clock.advance({ seconds: 0.001 });
  expect(buckets.take("a")).toBe(0);
  expect(buckets.take("a")).toBe(2000);
});

it("does not wait longer if the clock was set back", () => {
  const clock = createClock();
  const buckets = createTokenBuckets({ refillMs: 1000, burst: 2, now: clock.now });
  buckets.take("a");
  buckets.take("a");
  clock.advance({ days: -1 });
  expect(buckets.take("a")).toBe(1000);
  clock.advance({ seconds: 1 });
  expect(buckets.take("a")).toBe(0);
});

it("holds a limited number of networks, and drops full buckets", () => {
  const clock = createClock();
  const buckets = createTokenBuckets({ refillMs: 1000, burst: 60, now: clock.now });
  for (let network = 0; network < 1_000_000; network += 1) buckets.take(String(network));
  expect(buckets.size()).toBeLessThanOrEqual(maxBuckets);
  expect(buckets.size()).toBeGreaterThan(maxBuckets / 4);
  clock.advance({ minutes: 1 });
  buckets.take("another");
  clock.advance({ minutes: 1 });
  buckets.take("another");
  expect(buckets.size()).toBe(2);
});

it("keeps the bucket of an active network among many others", () => {
  const buckets = createTokenBuckets({ refillMs: 1000, burst: 1, max: 10, now: () => 0 });
  expect(buckets.take("flooder")).toBe(0);
  for (let network = 0; network < 1000; network += 1) {
    buckets.take(String(network));
    if (network % 4 === 0) expect(buckets.take("flooder")).toBe(1000);
  }
});

it("identifies networks by a daily key, without addresses", () => {
  const clock = createClock();
  let changes = 0;
  const nameOf = createNetworkKeys({ now: clock.now, changed: () => (changes += 1) });
  const name = nameOf("192.0.2.7");
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(nameOf("::ffff:192.0.2.7")).toBe(name);
  expect(nameOf("192.0.2.8")).not.toBe(name);
  expect(nameOf("2001:db8:1:2::1")).toBe(nameOf("2001:db8:1:2:ffff::9"));
  expect(nameOf("2001:db8:1:3::1")).not.toBe(nameOf("2001:db8:1:2::1"));
  expect(createNetworkKeys({ now: clock.now, changed: () => undefined })("192.0.2.7")).not.toBe(name);
  const before = changes;
  clock.advance({ hours: 12 });
  expect(nameOf("192.0.2.7")).not.toBe(name);
  expect(changes).toBe(before + 1);
});
