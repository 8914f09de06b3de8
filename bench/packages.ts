import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The packages of the benches have a folder and a lockfile of their own: the product needs none of them. Not this folder, where a
 * package.json would hide the names that begin with `#` from Node.
 */
const folder = join(import.meta.dirname, "packages");
const required = createRequire(join(folder, "package.json"));

/**
 * Installs the benches' packages where they are not there yet; none of their install scripts runs.
 * @returns why it failed, or undefined
 */
export function installPackages(seconds = 300): string | undefined {
  // npm writes this list at the end of an install only.
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return undefined;
  console.error("Installing the benches' packages (npm ci in bench/packages/) ...");
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    timeout: seconds * 1000,
  });
  if (status === 0) return undefined;
  return `npm ci in bench/packages/ failed: ${stderr.trim().split("\n").at(-1) ?? "it took too long"}`;
}

/** A module of the benches' packages; what it exports is the caller's to know. @throws where it is not installed */
export function loadPackage(name: string): unknown {
  return required(name);
}

/** Where a package stands; undefined where it is not installed, as one for another system. */
export function packageFolder(name: string): string | undefined {
  const path = join(folder, "node_modules", name);
  return existsSync(path) ? path : undefined;
}
