/** Packages with a separate folder and lockfile, since the product does not need them: installed on first use. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** @param {string} folder the one with their package.json */
export function ownPackages(folder) {
  const required = createRequire(path.join(folder, "package.json"));
  const name = path.relative(process.cwd(), folder);
  /**
   * Whether the packages are installed: npm writes this list only at the end of an install, with everything in the
   * lockfile.
   */
  function areInstalled() {
    const present = readPackages(path.join(folder, "node_modules/.package-lock.json"));
    return Object.entries(readPackages(path.join(folder, "package-lock.json"))).every(
      ([place, { version, optional }]) => place === "" || optional || present[place]?.version === version,
    );
  }

  return {
    /**
     * Installs what is missing, without running install scripts.
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
     * Loads one of their modules; the caller knows its type.
     * @param {string} module
     * @returns {unknown}
     * @throws where it is not installed
     */
    load: (module) => required(module),

    /**
     * The folder of a package; undefined if it is not installed, such as one for another system.
     * @param {string} module
     * @returns {string | undefined}
     */
    folderOf(module) {
      const place = path.join(folder, "node_modules", module);
      return existsSync(place) ? place : undefined;
    },

    /**
     * The version of a package; undefined if it is not installed.
     * @param {string} module
     * @returns {string | undefined}
     */
    versionOf(module) {
      // After an interrupted install, a package may be present without its dependencies.
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
