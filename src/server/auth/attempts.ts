import { largest } from "#domain/lists.ts";
import { day } from "#domain/time/durations.ts";
import type { SignInFailures, SignInFailureStore } from "./sign-in-queries.ts";
import { keyedHash } from "../lib/tokens.ts";

/** A counter, and how many tries are free before the back-off. */
interface Counter {
  key: string;
  freeTries: number;
}

/** A counter resets after this long without another attempt. */
export const attemptMemory = day;

/**
 * Counts attempts, with a back-off that doubles for each one past the free tries. `secret` keys the stored counters, so
 * that they reveal neither addresses nor networks.
 */
export function createAttempts(deps: {
  store: SignInFailureStore;
  secret: string;
  limits: { waitSeconds: number };
  now: () => number;
}) {
  const { store, limits, now } = deps;

  function next(found: SignInFailures | null, freeTries: number, time: number): SignInFailures {
    const count = found === null || found.updatedAt < time - attemptMemory ? 1 : found.count + 1;
    const wait = count <= freeTries ? 0 : Math.min(2 ** (count - freeTries - 1), limits.waitSeconds) * 1000;
    return { count, blockedUntil: time + wait, updatedAt: time };
  }

  return {
    /** The counter key for `parts`. */
    key: (...parts: string[]) => keyedHash(deps.secret, ...parts),

    /** The counter key for `parts` on this day (UTC): a limit for each day. */
    dayKey: (...parts: string[]) => keyedHash(deps.secret, ...parts, new Date(now()).toISOString().slice(0, 10)),

    /** Returns the seconds that these counters block an attempt; if 0, the attempt is counted in each, atomically. */
    async count(counters: readonly Counter[]): Promise<number> {
      const time = now();
      let wait = 0;
      await store.step(
        counters.map(({ key }) => key),
        (found) => {
          wait = Math.max(0, largest(found.map((counter) => (counter?.blockedUntil ?? 0) - time)));
          if (wait > 0) return null;
          return counters.map(({ freeTries }, index) => next(found[index] ?? null, freeTries, time));
        },
      );
      return Math.ceil(wait / 1000);
    },

    /**
     * Counts one more under `key`; false if the count is already `max`. The counter resets after `attemptMemory`
     * without a change. What has been counted as `once` is not counted again, by any instance.
     */
    async countUpTo(max: number, key: string, once?: string): Promise<boolean> {
      const time = now();
      const keys = once === undefined ? [key] : [key, keyedHash(deps.secret, key, once)];
      let counted = false;
      await store.step(keys, ([found = null, same = null]) => {
        const { count } = next(found, max, time);
        counted = same !== null || count <= max;
        return same === null && counted ? keys.map(() => ({ count, blockedUntil: 0, updatedAt: time })) : null;
      });
      return counted;
    },

    /** Takes back an attempt that did not fail. */
    takeBack(counters: readonly Counter[]): Promise<void> {
      const time = now();
      return store.step(
        counters.map(({ key }) => key),
        (found) =>
          counters.map(({ freeTries }, index) => {
            const { count, blockedUntil, updatedAt } = found[index] ?? { count: 1, blockedUntil: 0, updatedAt: time };
            return { count: count - 1, blockedUntil: count - 1 > freeTries ? blockedUntil : 0, updatedAt };
          }),
      );
    },
  };
}
