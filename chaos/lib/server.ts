import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { serverEnvironment, serverFlags } from "../../scripts/server-process.js";

/** Options for starting a server; the defaults are those of production. */
export interface ServerOptions {
  /** The folder that `npm run build` makes, or that of a mutant. */
  dist: string;
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** A wrapping program with its arguments, such as `strace`. */
  under?: readonly string[];
  /** The user that runs it; the current one by default. */
  uid?: number;
  /** Discards the log; what it prints at a failed start is kept. */
  logsToNowhere?: boolean;
}

export type Server = ReturnType<typeof spawnServer>;

export const owner = { email: "owner@example.com", password: "a long enough password" };

/** Limits that a harness lifts, since all its visitors share one address. */
const lifted = {
  LIMIT_INQUIRIES_PER_MINUTE: "0",
  LIMIT_INQUIRY_BURST: "0",
  LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
  LIMIT_REQUESTS_PER_SECOND: "0",
  LIMIT_CONNECTIONS_PER_NETWORK: "0",
  LIMIT_DRAIN_SECONDS: "0",
};

/** Starts the built server in its own process. It may not serve yet: see `untilFirstResponse`. */
export function spawnServer({ dist, dataDir, port, env = {}, under = [], uid, logsToNowhere = false }: ServerOptions) {
  const command = [...under, process.execPath, ...serverFlags, join(dist, "server/main.js")];
  const [program = "", ...args] = command;
  const spawnedAt = performance.now();
  const child = spawn(program, args, {
    env: {
      ...serverEnvironment,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
      ...lifted,
      ...env,
    },
    stdio: ["ignore", logsToNowhere ? "ignore" : "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = once(child, "exit").then(([code, signal]) => ({ code: code as number | null, signal }));
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    child,
    ended,
    /** Its console output so far. */
    output: () => output,
    /** Resolves with the milliseconds from spawn to first response. @throws Error if it ended before. */
    async untilFirstResponse(seconds = 60, path = "/livez"): Promise<number> {
      await untilAnswered(child, port, { path, seconds, output: () => output });
      return performance.now() - spawnedAt;
    },
    /** Resolves when it has printed its address; by then the first owner exists. */
    async untilReady(): Promise<void> {
      await this.untilFirstResponse();
      const deadline = performance.now() + 60_000;
      while (!output.includes("The site is at")) {
        if (hasEnded(child)) throw new Error(`the server ended before it was ready: ${output}`);
        if (performance.now() > deadline) throw new Error(`the server was not ready within 60 s: ${output}`);
        await sleep(5);
      }
    },
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Resolves when the server of `child` answers `path` with 200.
 * @throws Error if it ended before, or took longer than `seconds`.
 */
export async function untilAnswered(
  child: ChildProcess,
  port: number,
  { path, seconds, output }: { path: string; seconds: number; output: () => string },
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await responses(port, path))) {
    if (hasEnded(child)) throw new Error(`the server ended before it served: ${output()}`);
    if (performance.now() > deadline) throw new Error(`the server did not serve within ${seconds} s: ${output()}`);
    await sleep(2);
  }
}

export const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function responses(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.resume().on("close", () => resolve(response.statusCode === 200));
    });
    request.on("error", () => resolve(false));
  });
}
