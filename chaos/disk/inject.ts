import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { findStrace } from "../lib/strace.ts";

/**
 * The result of the store's system calls: `error` or a delay, from the `when`-th call on (`2+`), or for that one alone
 * (`2`).
 */
export interface Injected {
  /** Names of system calls, such as `pwrite64,fsync`. */
  calls: string;
  effect: `error=${string}` | `delay_exit=${number}`;
  when?: string;
}

const storeFiles = ["front-desk.sqlite", "front-desk.sqlite-wal", "front-desk.sqlite-journal"];

/** Attaches to a running server and makes calls on its store fail or slow, until the returned function is called. */
export async function inject(pid: number, dataDir: string, injected: Injected): Promise<() => Promise<void>> {
  const { calls, effect, when = "1+" } = injected;
  const rule = `inject=${calls}:${effect}:when=${when}`;
  const detach = await attach(pid, dataDir, ["-e", `trace=${calls}`, "-e", rule, "-o", "/dev/null"]);
  return async () => void (await detach());
}

/** Counts how many of these calls `during` makes on the store. */
export async function countCalls(
  pid: number,
  dataDir: string,
  calls: string,
  during: () => Promise<unknown>,
): Promise<number> {
  const detach = await attach(pid, dataDir, ["-c", "-e", `trace=${calls}`]);
  await during();
  const said = await detach();
  // A summary line ends with the number of calls, the number of errors, if any, and the name of the call.
  return [...said.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+(?:pwrite64|fsync|fdatasync|ftruncate)$/gm)]
    .map(([, n]) => Number(n))
    .reduce((sum, n) => sum + n, 0);
}

/**
 * Attaches `strace` with these `options` to a server's calls on its store. The returned function detaches it and gives
 * its output.
 */
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
