import { percentile } from "../figures.ts";

/** What loops got done after their warm-up. */
export interface LoopResult {
  perSecond: number;
  /** Milliseconds from the sending to the answer. */
  p99: number;
  /** Answers in all, those of the warm-up too. */
  answers: number;
}

/** So many loops send for a while, each the next as soon as it has its answer. Resolves when the last answer is there. */
export async function closedLoops(
  loops: number,
  time: { warmUpSeconds: number; seconds: number },
  send: (loop: number) => Promise<unknown>,
): Promise<LoopResult> {
  const from = performance.now() + time.warmUpSeconds * 1000;
  const until = from + time.seconds * 1000;
  const taken: number[] = [];
  let answers = 0;

  async function run(loop: number): Promise<void> {
    for (let started = performance.now(); started < until;) {
      await send(loop);
      const ended = performance.now();
      answers += 1;
      if (ended >= from && ended < until) taken.push(ended - started);
      started = ended;
    }
  }

  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
  return { perSecond: taken.length / time.seconds, p99: percentile(taken, 0.99), answers };
}
