import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { within } from "../deadline.ts";

/** What goes with one answer and one connection alone. */
const ownHeaders = [
  "content-length",
  "content-encoding",
  "etag",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
];

/** An empty page in a process of its own, with the headers of the page at `model`: the floor of what a page may cost. */
export async function startEmptyPage(model: string): Promise<{ origin: string } & Disposable> {
  const { headers } = await fetch(model, { signal: AbortSignal.timeout(30_000) });
  const same = Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)));
  const child = fork(join(import.meta.dirname, "empty-page-server.ts"));
  try {
    child.send(same);
    // It says nothing but its port.
    const [port] = (await within(30, "the empty page's start", once(child, "message"))) as [number];
    return { origin: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void child.kill() };
  } catch (error) {
    child.kill();
    throw error;
  }
}
