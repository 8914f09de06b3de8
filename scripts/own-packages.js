/** Packages with a folder and a lockfile of their own, since the product needs none of them: installed when they are first used. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** @param {string} folder the one with their package.json */
export function ownPackages(folder) {
  const required = createRequire(path.join(folder, "package.json"));
  const name = path.relative(process.cwd(), folder);
  /** npm writes this list at the end of an install only. */
  const areInstalled = () => existsSync(path.join(folder, "node_modules/.package-lock.json"));

  return {
    /**
     * Installs what is not there yet; no install script of a package runs.
     * @returns {string | undefined} why it failed
     */
    install(seconds = 300) {
      if (areInstalled()) return undefined;
      console.error(`Installing the packages of ${name} (npm ci) ...`);
      const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
        cwd: folder,
        encoding: "utf8",
        timeout: seconds * 1000,
      });
      if (status === 0) return undefined;
      return `npm ci in ${name} failed: ${stderr?.trim().split("\n").at(-1) || "it took too long"}`;
    },

    /**
     * A module of theirs; what it exports is the caller's to know.
     * @param {string} module
     * @returns {unknown}
     * @throws where it is not installed
     */
    load: (module) => required(module),

    /**
     * The version of one; undefined where it is not installed.
     * @param {string} module
     * @returns {string | undefined}
     */
    versionOf(module) {
      // Of an install that was broken off some packages may be there, and not what they need.
      if (!areInstalled()) return undefined;
      try {
        return required(path.join(folder, "node_modules", module, "package.json")).version;
      } catch {
        return undefined;
      }
    },
  };
}
