/** Checks each package-lock.json: what `npm ci` needs on every machine, and no machine-specific addresses. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

/**
 * @typedef {object} Locked
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * The faults of a lockfile, one line each.
 * @param {{ packages: Record<string, Locked> }} lockfile
 * @param {Locked} manifest the project's package.json
 * @returns {string[]}
 */
export function lockfileFaults({ packages }, manifest) {
  const root = packages[""] ?? {};
  const same = (/** @type {"dependencies" | "devDependencies" | "optionalDependencies"} */ kind) =>
    isDeepStrictEqual(root[kind] ?? {}, manifest[kind] ?? {});
  const faults = Object.entries(packages).flatMap(([place, locked]) => {
    // If packages are already installed, npm locks only what this system needs.
    const missing = Object.keys(locked.optionalDependencies ?? {}).filter((name) => !isLocked(packages, place, name));
    return [
      ...(locked.resolved ? [`${place} has a download address ("resolved"): .npmrc keeps them out`] : []),
      ...(place !== "" && locked.integrity?.startsWith("sha512-") !== true
        ? [`${place} has no hash ("integrity", SHA-512)`]
        : []),
      ...missing.map((name) => `${place} needs ${name}, which is not locked: remove node_modules and run npm install`),
    ];
  });
  if (!same("dependencies") || !same("devDependencies") || !same("optionalDependencies"))
    faults.push("package.json names other packages: run npm install");
  return faults;
}

/**
 * Node looks for a package beside the one that needs it, then in each parent folder.
 * @param {Record<string, unknown>} packages
 * @param {string} place
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, place, name) {
  if (packages[`${place}/node_modules/${name}`.replace(/^\//, "")]) return true;
  const above = place.lastIndexOf("/node_modules/");
  return place !== "" && isLocked(packages, above < 0 ? "" : place.slice(0, above), name);
}

if (import.meta.main) {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8"));
  for (const file of globSync("**/package-lock.json", { exclude: ["**/node_modules"] })) {
    const faults = lockfileFaults(read(file), read(path.join(path.dirname(file), "package.json")));
    for (const fault of faults) console.error(`${file}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
