import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { FloodCount } from "./flooder.ts";
import type { SlowCounts } from "./slow-sockets.ts";

/** Starts the flood in its own process; resolves once it has begun. */
export async function startFlooders(given: {
  port: number;
  rate: number;
  sockets: number;
  slow: number;
  asset: string;
}) {
  const program = join(import.meta.dirname, "flood-generator.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, JSON.stringify(given)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();

  return {
    /** Ends the flood and opens no more slow sockets; open ones stay. */
    hold: () => void child.stdin.write("hold\n"),

    async stop(): Promise<{ flood: FloodCount; slow: SlowCounts }> {
      child.stdin.end();
      const { value } = await lines.next();
      // Written by our own program.
      return JSON.parse(String(value)) as { flood: FloodCount; slow: SlowCounts };
    },
  };
}
