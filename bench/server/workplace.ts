import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { untilAnswered } from "../../chaos/lib/server.ts";
import { freePort } from "../../src/server/testing-program.ts";

export type Workplace = ReturnType<typeof openWorkplace>;

/** A temporary folder and child processes that end with this process, however it ends. */
export function openWorkplace() {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-bench-"));
  const children = new Map<ChildProcess, NodeJS.Signals>();

  const clear = () => {
    for (const [child, signal] of children) child.kill(signal);
    rmSync(folder, { recursive: true, force: true });
  };
  // `exit` runs `clear`.
  const leave = () => process.exit(130);
  process.once("exit", clear).once("SIGINT", leave).once("SIGTERM", leave).once("SIGHUP", leave);

  /** Tracks a child; `signal` must end it, and all that it has started, at once. */
  function keep<Child extends ChildProcess>(child: Child, signal: NodeJS.Signals = "SIGKILL"): Child {
    children.set(child, signal);
    child.once("exit", () => children.delete(child));
    return child;
  }

  async function end(child: ChildProcess, signal = children.get(child)): Promise<void> {
    if (!children.has(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(kill);
  }

  return {
    folder,
    keep,
    end,

    /** A program's output. @throws Error if it fails, or takes longer than `seconds`. */
    async run([program = "", ...args]: readonly string[], seconds: number): Promise<string> {
      const timeout = seconds * 1000;
      const child = keep(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], timeout, killSignal: "SIGKILL" }));
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code ?? "its time limit"}: ${stderr}`);
      return stdout;
    },

    /** Starts a peer on a free port, which `command` gets. Resolves on its first 200 for `/`. */
    async serve(command: (port: number) => readonly string[], signal?: NodeJS.Signals) {
      const port = await freePort();
      const [program = "", ...args] = command(port);
      const env = { ...process.env, PORT: String(port) };
      const spawnedAt = performance.now();
      const child = keep(spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] }), signal);
      let output = "";
      child.stderr.setEncoding("utf8").on("data", (piece: string) => (output += piece));
      await untilAnswered(child, port, { path: "/", seconds: 20, output: () => output });
      return { port, child, startMs: performance.now() - spawnedAt };
    },

    async close(): Promise<void> {
      process.off("exit", clear).off("SIGINT", leave).off("SIGTERM", leave).off("SIGHUP", leave);
      try {
        await Promise.all([...children.keys()].map((child) => end(child)));
      } finally {
        clear();
      }
    },
  };
}
