/** Installs programs that npm does not have, from Debian's packages. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

/**
 * What the finder needs from the machine; tests pass a fake.
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} mayInstall whether this is a Debian on which packages may be installed
 * @property {(file: string) => boolean} runs
 * @property {(args: string[], seconds: number) => boolean} aptGet true when it succeeded
 * @property {() => void} configure ends what an interrupted installation has left, which every other one waits for
 */

/** @type {Machine} */
const thisMachine = {
  env: process.env,
  mayInstall: process.platform === "linux" && process.getuid?.() === 0,
  runs: isExecutable,
  aptGet: (args, seconds) => runInTurn(["apt-get", ...args], seconds),
  configure: () => void runInTurn(["dpkg", "--configure", "-a"], 300),
};

/** The lock is in a folder that only root can write: elsewhere, another user could put a link in its place. */
export const aptLock = "/run/front-desk-apt.lock";

/**
 * Several tests may install simultaneously, and apt-get does not always wait for its own lock.
 * @param {string[]} command
 * @param {number} seconds
 */
function runInTurn(command, seconds) {
  console.error(`$ ${command.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const turn = ["--wait", String(seconds), aptLock, ...command];
  const options = { env, stdio: /** @type {["ignore", 2, 2]} */ (["ignore", 2, 2]), timeout: 2 * seconds * 1000 };
  return spawnSync("flock", turn, options).status === 0;
}

/**
 * The path of a program; installs it if missing and possible. Undefined if it is unavailable.
 * @param {string} program such as `strace`
 * @param {string} [debianPackage] the package that has it, where that is called otherwise
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
export function provideProgram(program, debianPackage = program, machine = thisMachine) {
  const installed = findProgram(program, machine);
  if (installed !== undefined || !machine.mayInstall) return installed;
  const install = ["install", "-y", "-q", "--no-install-recommends", debianPackage];
  if (!machine.aptGet(install, 300)) {
    machine.configure();
    // The package lists may be missing or old.
    if (machine.aptGet(["update", "-q"], 120)) machine.aptGet(install, 300);
  }
  return findProgram(program, machine);
}

/**
 * One-line message for a program that is missing and cannot be installed.
 * @param {string} program
 * @param {string} [debianPackage]
 */
export function missingProgram(program, debianPackage = program) {
  return `${program} is missing and could not be installed (Debian: apt-get install ${debianPackage}).`;
}

/**
 * @param {string} program
 * @param {Machine} machine
 */
function findProgram(program, { env, runs }) {
  const folders = [...(env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/sbin"].filter(Boolean);
  return folders.map((folder) => path.join(folder, program)).find(runs);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
