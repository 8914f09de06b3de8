import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { ownPackages } from "../scripts/programs/own-packages.js";

/** The scanners' packages have their own folder and lockfile: the product needs none of them. */
export const scannersDir = import.meta.dirname;
export const scannerPackages = ownPackages(scannersDir);

/** Returns the result for a scanner whose package could not be installed. */
export const notInstalled = (name: string) => ({
  missing: `${name} is not installed (npm ci --ignore-scripts in security/, with access to the npm registry)`,
});

/** Returns the result for a scanner whose program is missing; `from` is its Debian package if the name differs. */
export const notHere = (name: string, from = name) => ({
  missing: `${name} is not on this machine (Debian has it: apt-get install ${from})`,
});

/** The path of an installed program, or undefined. */
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

/** Runs a program until it ends, or kills it after the time limit in seconds. */
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
