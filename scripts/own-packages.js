/** Packages with a folder and a lockfile of their own, since the product needs none of them: installed when they are first used. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** @param {string} folder the one with their package.json */
export function ownPackages(folder) {
  const required = createRequire(path.join(folder, "package.json"));
  const name = path.relative(process.cwd(), folder);
  /** npm leaves a list of what it installed, at the end of an install only: whatever the lockfile names must be in it. */
  function areInstalled() {
    const present = readPackages(path.join(folder, "node_modules/.package-lock.json"));
    return Object.entries(readPackages(path.join(folder, "package-lock.json"))).every(
      ([place, { version, optional }]) => place === "" || optional || present[place]?.version === version,
    );
  }

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
     * Where one stands; undefined where it is not installed, as one for another system.
     * @param {string} module
     * @returns {string | undefined}
     */
    folderOf(module) {
      const place = path.join(folder, "node_modules", module);
      return existsSync(place) ? place : undefined;
    },

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

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
