import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";

/** Requests `url` every `ms` milliseconds, whether the last one has been answered or not, until it gets a message. */
const { ms, url } = workerData as { ms: number; url: string };
const times: number[] = [];
const running = new Set<Promise<void>>();

async function visit(): Promise<void> {
  const start = performance.now();
  await fetch(url).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );
  times.push(performance.now() - start);
}

const timer = setInterval(() => {
  const one = visit().finally(() => running.delete(one));
  running.add(one);
}, ms);

if (parentPort === null) throw new Error("This runs as a worker thread.");
await once(parentPort, "message");
clearInterval(timer);
await Promise.all(running);
const sorted = times.toSorted((one, other) => one - other);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort.postMessage({ p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, slowest: sorted.at(-1) ?? 0 });
