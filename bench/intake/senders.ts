import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LoopResult } from "./closed-loop.ts";

export const connections = 64;
export const time = { warmUpSeconds: 2, seconds: 4 };

/** Runs a sender program in its own process. */
export async function runSenders(program: string, to: string, seed: number): Promise<LoopResult> {
  const numbers = [connections, time.warmUpSeconds, time.seconds, seed].map(String);
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, program), to, ...numbers], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`${program} has failed`);
  return JSON.parse(said);
}
