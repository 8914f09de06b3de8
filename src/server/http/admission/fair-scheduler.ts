/**
 * Turns of the event loop per task: Node accepts one connection per turn, so new connections would wait for all queued
 * tasks. An otherwise empty turn takes about 20 µs.
 */
const turnsForEach = 4;

/** Runs queued tasks round-robin by network, so that a busy network delays only itself. */
export function createFairScheduler() {
  const queues = new Map<string, Array<() => void>>();
  let isRunning = false;
  let rest = 0;

  function begin(): void {
    const [next] = queues;
    if (next === undefined) return;
    const [name, queue] = next;
    // The network's next task goes to the end of the round.
    queues.delete(name);
    const work = queue.shift();
    if (queue.length > 0) queues.set(name, queue);
    rest = turnsForEach;
    work?.();
  }

  function turn(): void {
    if (rest === 0) begin();
    rest = Math.max(0, rest - 1);
    isRunning = rest > 0 || queues.size > 0;
    if (isRunning) setImmediate(turn);
  }

  /** Queues `work` for this network. */
  return (name: string, work: () => void): void => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    queue.push(work);
    if (isRunning) return;
    isRunning = true;
    setImmediate(turn);
  };
}
