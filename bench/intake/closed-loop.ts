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
