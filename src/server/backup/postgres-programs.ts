import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { BackupError } from "./backup-error.ts";

/** PostgreSQL's client programs (https://www.postgresql.org/docs/15/app-pgdump.html) and their target database. */
export interface PostgresPrograms {
  /** Runs `pg_dump` or `pg_restore` on the database. @throws BackupError with the first line of its error output */
  onDatabase(program: Program, args: readonly string[]): Promise<void>;
  /** Streams the contents of a dump file through `pg_restore`. */
  read<T>(args: readonly string[], use: (stream: AsyncIterable<Buffer>) => Promise<T>): Promise<T>;
}

type Program = "pg_dump" | "pg_restore";

/** PostgreSQL 14 is the oldest supported version. */
const debian = "postgresql-client";

/**
 * Finds the programs in `folder` or, without one, on PATH. They must not be older than the server.
 * @throws BackupError with what to install
 */
export async function findPrograms(
  url: string,
  folder: string | undefined,
  serverVersion: number,
): Promise<PostgresPrograms> {
  const places = { pg_dump: find("pg_dump", folder), pg_restore: find("pg_restore", folder) };
  let hint = "";
  for (const [name, path] of Object.entries(places)) {
    const version = await versionOf(path);
    if (version < serverVersion)
      throw new BackupError(
        `${path} is of version ${version}, and the server of ${serverVersion}, which it does not know: install ` +
          `${name} of version ${serverVersion} or newer (Debian: apt-get install ${debian}-${serverVersion}, from ` +
          "apt.postgresql.org where Debian has none), or name its folder in PG_BIN",
      );
    if (version > serverVersion)
      hint =
        ` (it is of version ${version}, and the server of ${serverVersion}: use those of the server's version, by ` +
        "PG_BIN)";
  }
  const { dbname, env } = connectionOf(url);

  async function run<T>(
    program: Program,
    args: readonly string[],
    use: (child: ChildProcess & { stdout: NodeJS.ReadableStream }) => Promise<T>,
  ): Promise<T> {
    const child = spawn(places[program], args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    const complaint = text(child.stderr);
    try {
      const result = await use(child);
      const [code, signal] = await ended;
      if (code === 0) return result;
      const why = firstLine(await complaint) || `it ended with ${signal ?? code}`;
      throw new BackupError(`${program} failed: ${why}${hint}`);
    } finally {
      child.kill("SIGKILL");
    }
  }

  return {
    onDatabase: (program, args) =>
      run(program, [...args, `--dbname=${dbname}`], async (child) => void child.stdout.resume()),
    // With a piped stdout, each chunk is a Buffer.
    read: (args, use) => run("pg_restore", args, (child) => use(child.stdout as AsyncIterable<Buffer>)),
  };
}

function find(program: Program, folder: string | undefined): string {
  const folders = folder === undefined ? (process.env["PATH"] ?? "").split(delimiter).filter(Boolean) : [folder];
  const found = folders.map((each) => join(each, program)).find(isExecutable);
  if (found !== undefined) return found;
  throw new BackupError(
    folder === undefined
      ? `${program} is missing: install PostgreSQL's client programs (Debian: apt-get install ${debian}), or name ` +
          "their folder in PG_BIN"
      : `PG_BIN: there is no ${program} in ${folder}`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function versionOf(path: string): Promise<number> {
  const child = spawn(path, ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(said) ?? [];
  if (major === undefined) throw new BackupError(`${path} does not say which version it is of`);
  return Number(major);
}

/** The URL without its password, which is passed in the environment: arguments are visible in the process list. */
export function connectionOf(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = address.searchParams.get("password") ?? decodeURIComponent(address.password);
  address.password = "";
  // Options that only the driver knows; with `require`, libpq does not check the certificate.
  for (const name of ["password", "uselibpqcompat"]) address.searchParams.delete(name);
  if (address.searchParams.get("sslmode") === "no-verify") address.searchParams.set("sslmode", "require");
  const env = { ...process.env, PGAPPNAME: "front-desk-tool", LC_ALL: "C" };
  return { dbname: address.href, env: password === "" ? env : { ...env, PGPASSWORD: password } };
}

/** Later lines may quote data. */
const firstLine = (said: string) => said.trim().split("\n")[0] ?? "";
