import { statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { aptLock, provideProgram } from "./debian.js";

/**
 * A fake machine with `there` installed, on which apt-get gives `packages`; if `stale`, only after an update; if
 * `interrupted`, only after what is left of another installation is configured.
 * @param {{ there?: string[], packages?: Record<string, string>, mayInstall?: boolean, stale?: boolean,
 *   interrupted?: boolean }} how
 */
function machine({ there = [], packages = {}, mayInstall = true, stale = false, interrupted = false }) {
  const files = new Set(there);
  let isStale = stale;
  let isInterrupted = interrupted;
  /** @type {string[]} */
  const ran = [];
  return {
    ran,
    env: { PATH: "/usr/bin:/bin" },
    mayInstall,
    runs: (/** @type {string} */ file) => files.has(file),
    configure: () => {
      isInterrupted = false;
    },
    aptGet: (/** @type {string[]} */ args) => {
      ran.push(args[0] ?? "");
      if (args[0] === "update") isStale = false;
      const file = packages[args.at(-1) ?? ""];
      if (args[0] !== "install" || isStale || isInterrupted || file === undefined) return args[0] === "update";
      files.add(file);
      return true;
    },
  };
}

it("takes what is there", () => {
  const here = machine({ there: ["/bin/strace"] });
  expect(provideProgram("strace", undefined, here)).toBe("/bin/strace");
  expect(here.ran).toEqual([]);
});

it("installs what is missing, under its package's name", () => {
  const here = machine({ packages: { "dns-tools": "/usr/bin/dig" } });
  expect(provideProgram("dig", "dns-tools", here)).toBe("/usr/bin/dig");
  expect(here.ran).toEqual(["install"]);
});

it("reads the lists of packages first where that is needed", () => {
  const here = machine({ packages: { strace: "/usr/sbin/strace" }, stale: true });
  expect(provideProgram("strace", undefined, here)).toBe("/usr/sbin/strace");
  expect(here.ran).toEqual(["install", "update", "install"]);
});

it("installs after an installation that was interrupted", () => {
  const here = machine({ packages: { strace: "/usr/bin/strace" }, interrupted: true });
  expect(provideProgram("strace", undefined, here)).toBe("/usr/bin/strace");
});

it.each([
  ["where nothing may be installed", { mayInstall: false }],
  ["where no package has it", { packages: {} }],
])("gives nothing %s", (_where, problem) => {
  expect(provideProgram("strace", undefined, machine(problem))).toBeUndefined();
});

it.runIf(process.platform === "linux")("holds its lock where only root can put a link in its place", () => {
  const { uid, mode } = statSync(path.dirname(aptLock));
  expect([uid, mode & 0o022]).toEqual([0, 0]);
});
