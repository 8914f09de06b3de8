import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { findStrace } from "./strace.ts";

/** What the system answers to the store's calls: `error` or a delay, from the `when`-th of them on (`2+`), or to that one alone (`2`). */
export interface Injected {
  /** Such as `pwrite64,fsync`. */
  calls: string;
  effect: `error=${string}` | `delay_exit=${number}`;
  when?: string;
}

const storeFiles = ["front-desk.sqlite", "front-desk.sqlite-wal", "front-desk.sqlite-journal"];

/** Attaches to a running server and lets calls on its store fail or dawdle, until what is given back is called. */
export async function inject(pid: number, dataDir: string, injected: Injected): Promise<() => Promise<void>> {
  const { calls, effect, when = "1+" } = injected;
  const rule = `inject=${calls}:${effect}:when=${when}`;
  const detach = await attach(pid, dataDir, ["-e", `trace=${calls}`, "-e", rule, "-o", "/dev/null"]);
  return async () => void (await detach());
}

/** How many of these calls one run of `during` makes on the store. */
export async function countCalls(
  pid: number,
  dataDir: string,
  calls: string,
  during: () => Promise<unknown>,
): Promise<number> {
  const detach = await attach(pid, dataDir, ["-c", "-e", `trace=${calls}`]);
  await during();
  const said = await detach();
  // The summary's lines end with the number of calls, of faults, if any, and the name of the call.
  return [...said.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(?:pwrite64|fsync|fdatasync|ftruncate)$/gm)]
    .map(([, n]) => Number(n))
    .reduce((sum, n) => sum + n, 0);
}

/** Attaches `strace` to a server's calls on its store, with these `options`; what is given back detaches it and gives what it has said. */
async function attach(pid: number, dataDir: string, options: readonly string[]): Promise<() => Promise<string>> {
  const paths = storeFiles.flatMap((name) => ["-P", join(dataDir, name)]);
  const args = ["-f", "-p", String(pid), ...paths, ...options];
  const strace = spawn(findStrace(), args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("attached")) resolve();
    });
    strace.once("exit", () => reject(new Error(`strace could not be attached: ${said}`)));
  });
  return async () => {
    strace.kill("SIGINT");
    await ended;
    return said;
  };
}
