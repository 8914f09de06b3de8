import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Made by `npm run build`, which `npm test` runs first. */
const built = join(import.meta.dirname, "../../dist/server");

/**
 * Test helper: runs a built program as a child process in the folder `cwd`, with only `env` as its environment. `dist`
 * is the folder with the programs, for those of another version.
 */
export function runProgram(
  name: "main" | "admin-cli" | "audit-cli" | "backup-cli" | "restore-cli" | "move-cli",
  options: { env: Record<string, string>; cwd: string; args?: string[]; dist?: string },
) {
  const { env, cwd, args = [], dist = built } = options;
  const flags = ["--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, join(dist, `${name}.js`), ...args], {
    env: { NODE_ENV: "production", ...env },
    cwd,
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
  );
  return { child, ended };
}

/** Starts the built server, and resolves once it serves. */
export async function startServer(options: { env?: Record<string, string>; cwd: string; dist?: string }) {
  const { child, ended } = runProgram("main", {
    ...options,
    env: { PORT: "0", LIMIT_DRAIN_SECONDS: "0", ...options.env },
  });
  const origin = await Promise.race([
    addressOf(child),
    ended.then(({ stderr }) => {
      throw new Error(`it ended before it served: ${stderr}`);
    }),
  ]);
  return {
    origin,
    ended,
    pid: child.pid ?? 0,
    /** Sends a signal, as an operator does. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = "";
  return new Promise((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const origin = /The site is at (http:\S+)\/ and/.exec(said)?.[1];
      if (origin !== undefined) resolve(origin);
    });
  });
}

/** Sends a request whose body arrives in pieces. */
export async function slowPost(origin: string, path: string, body: string) {
  const { port } = new URL(origin);
  const socket = connect(Number(port), "localhost");
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ` +
      `${Buffer.byteLength(body)}\r\n\r\n`,
  );
  socket.write(body.slice(0, 10));
  return {
    /** Sends the rest; resolves with all output until the connection ends. */
    async finish(): Promise<string> {
      socket.write(body.slice(10));
      return untilEnded(socket);
    },
  };
}

/** Resolves with all output until the connection ends or is reset: a rejected client may still be sending. */
export async function untilEnded(socket: Socket): Promise<string> {
  let heard = "";
  socket.setEncoding("utf8").on("data", (more) => void (heard += String(more)));
  socket.on("error", () => undefined);
  if (!socket.closed) await new Promise((resolve) => void socket.once("close", resolve));
  return heard;
}

/** Resolves when connections to `origin` are refused. */
export async function untilRefused(origin: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(origin).port), "localhost");
    const refused = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(false));
      socket.once("error", () => resolve(true));
    });
    socket.destroy();
    if (refused) return;
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}

/**
 * An unused port, for a program that must know its URL before it starts. Below the range that the system gives to
 * clients, so that none of them takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // The random port is not seeded: two runs with the same seed would get the same port.
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
