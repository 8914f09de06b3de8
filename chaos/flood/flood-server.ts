import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type FloodServer = Awaited<ReturnType<typeof startFloodServer>>;

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Starts the built server of this `dist` folder on 127.0.0.1, with a free port and a new store. */
export async function startFloodServer(dist: string, env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), "front-desk-flood-"));
  const flags = ["--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, join(dist, "server/main.js")], {
    env: { NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, LOG_LEVEL: "warn", ...env },
  });
  const closed = once(child, "close");
  const port = await portOf(child);

  return {
    port,

    /** The server's CPU seconds so far. */
    cpuSeconds(): number {
      // After the name, which is in brackets: utime and stime are the 12th and 13th (proc_pid_stat(5)).
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },

    /** The number of its open sockets. */
    openSockets(): number {
      const folder = `/proc/${child.pid}/fd`;
      return readdirSync(folder).filter((fd) => isSocket(join(folder, fd))).length;
    },

    /** Stops it, and gives the messages of all stored inquiries. */
    async stop(): Promise<string[]> {
      if (child.exitCode !== null) return [];
      child.kill("SIGTERM");
      await closed;
      const database = new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true });
      const rows = database.prepare("select query from inquiry").all();
      database.close();
      await rm(dataDir, { recursive: true, force: true });
      return rows.map(({ query }) => String(query));
    },
  };
}

function portOf(child: ChildProcessWithoutNullStreams): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /The site is at http:\S+?:(\d+)\//.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", () => reject(new Error(`the server did not start: ${said}`)));
  });
}

function isSocket(fd: string): boolean {
  try {
    return readlinkSync(fd).startsWith("socket:");
  } catch {
    // Closed in the meantime.
    return false;
  }
}
