import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LoopResult } from "./loops.ts";

export const connections = 64;
export const timeOf = (short: boolean) => (short ? { warmUpSeconds: 0, seconds: 1 } : { warmUpSeconds: 2, seconds: 4 });

/**
 * Pace of sending: `rate` is requests a second, due whatever the responses take; without it, as many as are answered.
 */
export interface Sending {
  seed: number;
  time: ReturnType<typeof timeOf>;
  rate?: number;
}

/** Runs a sender program in its own process. */
export async function runSenders(
  program: string,
  target: string,
  { seed, time, rate = 0 }: Sending,
): Promise<LoopResult> {
  const numbers = [connections, time.warmUpSeconds, time.seconds, seed, rate].map(String);
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, program), target, ...numbers], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`${program} has failed`);
  return JSON.parse(said);
}
