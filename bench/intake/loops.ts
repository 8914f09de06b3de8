import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../figures.ts";

/** The results of the loops after their warm-up. */
export interface LoopResult {
  perSecond: number;
  /** Milliseconds from the request to the response. */
  p99: number;
  /** All responses, including those of the warm-up. */
  responses: number;
}

/** Runs `count` loops for a while; each sends again as soon as it has its response. Resolves with the last response. */
export async function closedLoops(
  loops: number,
  time: { warmUpSeconds: number; seconds: number },
  send: (loop: number) => Promise<unknown>,
): Promise<LoopResult> {
  const from = performance.now() + time.warmUpSeconds * 1000;
  const until = from + time.seconds * 1000;
  const taken: number[] = [];
  let responses = 0;

  async function run(loop: number): Promise<void> {
    for (let started = performance.now(); started < until;) {
      await send(loop);
      const ended = performance.now();
      responses += 1;
      if (ended >= from && ended < until) taken.push(ended - started);
      started = ended;
    }
  }

  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
  return { perSecond: taken.length / time.seconds, p99: percentile(taken, 0.99), responses };
}

/**
 * Sends `rate` times a second whatever the responses take, over `count` connections. Times count from when a request
 * was due, so that those that a slow response delays are late as well.
 */
export async function openLoop(
  count: number,
  { warmUpSeconds, seconds, rate }: { warmUpSeconds: number; seconds: number; rate: number },
  send: (connection: number) => Promise<unknown>,
): Promise<LoopResult> {
  const start = performance.now();
  const from = start + warmUpSeconds * 1000;
  const until = from + seconds * 1000;
  const taken: number[] = [];
  let requests = 0;

  async function run(connection: number): Promise<void> {
    for (;;) {
      const dueAt = start + (requests / rate) * 1000;
      if (dueAt >= until) return;
      requests += 1;
      await sleep(Math.max(0, dueAt - performance.now()));
      await send(connection);
      if (dueAt >= from) taken.push(performance.now() - dueAt);
    }
  }

  await Promise.all(Array.from({ length: count }, (_, connection) => run(connection)));
  return { perSecond: taken.length / seconds, p99: percentile(taken, 0.99), responses: requests };
}
