import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { within } from "../deadline.ts";

/** Headers that belong to one response and one connection. */
const ownHeaders = [
  "content-length",
  "content-encoding",
  "etag",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
];

/**
 * Serves an empty page from its own process, with the headers of the page at `model`: the lower bound of a page's cost.
 */
export async function startEmptyPage(model: string): Promise<{ origin: string } & Disposable> {
  const { headers } = await fetch(model, { signal: AbortSignal.timeout(30_000) });
  const same = Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)));
  const child = fork(join(import.meta.dirname, "empty-page-server.ts"));
  try {
    child.send(same);
    // Its only message is its port.
    const [port] = (await within(30, "the empty page's start", once(child, "message"))) as [number];
    return { origin: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void child.kill() };
  } catch (error) {
    child.kill();
    throw error;
  }
}
