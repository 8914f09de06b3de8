import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";

/** The packages of the judges have a folder and a lockfile of their own: the product needs none of them. */
export const judgesDir = import.meta.dirname;
const required = createRequire(join(judgesDir, "package.json"));

/**
 * Installs the judges' packages where they are not there yet; none of their install scripts runs.
 * @returns why it failed, or undefined
 */
export function installJudges(seconds = 300): string | undefined {
  if (areInstalled()) return undefined;
  console.log("Installing the judges' packages (npm ci in attack/) ...");
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: judgesDir,
    encoding: "utf8",
    timeout: seconds * 1000,
  });
  if (status === 0) return undefined;
  return `npm ci in attack/ failed: ${stderr.trim().split("\n").at(-1) ?? "it took too long"}`;
}

/** npm writes this list at the end of an install only. */
const areInstalled = () => existsSync(join(judgesDir, "node_modules/.package-lock.json"));

/** A module of the judges' packages; what it exports is the caller's to know. @throws where it is not installed */
export function loadJudge(name: string): unknown {
  return required(name);
}

/** The version of a package of the judges'; undefined where it is not installed. */
export function versionOf(name: string): string | undefined {
  // Of an install that was broken off some packages may be there, and not what they need.
  if (!areInstalled()) return undefined;
  try {
    // A file of npm's, which has a version.
    return (loadJudge(join(judgesDir, "node_modules", name, "package.json")) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** Where a program of the machine's is; undefined where it is not. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [...folders, "/usr/bin", "/usr/local/bin"]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, or ends it after so many seconds. */
export async function runProgram(
  command: string,
  args: string[],
  options: { seconds: number; env?: NodeJS.ProcessEnv; input?: string; cwd?: string },
): Promise<Ran> {
  const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  const tooLong = setTimeout(() => child.kill("SIGKILL"), options.seconds * 1000);
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(tooLong);
  return { code: code as number | null, stdout, stderr };
}
