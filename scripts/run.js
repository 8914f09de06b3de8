/**
 * Entry point of every command: `node scripts/run.js <command> [arguments]`. Runs on the machine's Node (20 or newer)
 * with nothing installed: installs what is missing, verifies the pinned Node, and hands over to it, so that every
 * command runs on the same version.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serverCommands } from "./checked-entry.js";
import { pinnedFault, pinnedNode, thisMachine } from "./programs/pinned-node.js";
import { serverEnvironment, serverFlags } from "./server-process.js";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
const COMMANDS = [
  "start",
  "dev",
  "demo",
  ...serverCommands.keys(),
  "bench",
  "chaos",
  "security",
  "install-service",
  "build",
  "check",
  "format",
  "test",
  "sbom",
  "mutants",
  "webkit",
];

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
// The machine's own npm is used: npm may have started this on the pinned Node, which an install replaces.
const machineNode = process.env.npm_node_execpath ?? process.execPath;

const [command = "", ...args] = process.argv.slice(2);
const usage = `node scripts/run.js <command> [arguments]: ${COMMANDS.join(", ")}`;
if (command === "--help") {
  console.log(usage);
  process.exit();
}
if (!COMMANDS.includes(command)) fail(`There is no command "${command}".\n${usage}`);
const pinned = readPinned();
if (!dependenciesInstalled()) await installDependencies();
const fault = pinnedFault(pinned);
if (fault !== undefined) fail(fault);
await handOver();

function readPinned() {
  try {
    return pinnedNode(thisMachine());
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Whether dependencies are installed: npm writes this list only at the end of an install, with everything in the
 * lockfile.
 */
function dependenciesInstalled() {
  const present = readPackages("node_modules/.package-lock.json");
  return Object.entries(readPackages("package-lock.json")).every(
    ([place, { version, optional, devOptional }]) =>
      place === "" || ((optional || devOptional) && place !== pinned.place) || present[place]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/**
 * Includes dev and optional packages explicitly: NODE_ENV or npm's settings may omit what builds, tests and the pinned
 * Node need.
 */
async function installDependencies() {
  console.error("Installing the dependencies that package-lock.json names ...");
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [machineNode, process.env.npm_execpath] : ["npm"];
  const [program = "npm", ...first] = npm;
  const options = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run(program, [...first, ...options], {
    stdio: ["ignore", process.stderr, "inherit"],
    shell: program === "npm" && process.platform === "win32",
  });
  if (code !== 0)
    fail("npm could not install the dependencies (its own lines above say why). Fix that and start again.");
}

async function handOver() {
  process.env.PATH = [path.dirname(pinned.path), path.resolve("node_modules/.bin"), process.env.PATH].join(
    path.delimiter,
  );
  const serves = command === "start" || command === "demo";
  // node:sqlite is still experimental in Node 24.
  const flags = serves ? serverFlags : ["--disable-warning=ExperimentalWarning", "--enable-source-maps"];
  const file = serverCommands.get(command);
  const script = file === undefined ? [`scripts/${command}.js`] : ["scripts/server-command.js", file];
  process.exitCode = await run(pinned.path, [...flags, ...script, ...args], {
    // The channel ends with this process, whatever ends it, and tells the server to stop.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: serves ? { ...serverEnvironment, ...process.env } : process.env,
  });
}

/**
 * Runs a program and forwards this process's signals; a signal that ends the program also ends this process.
 * @param {string} program
 * @param {string[]} options
 * @param {import("node:child_process").SpawnOptions} mode
 * @returns {Promise<number>} the program's exit code
 */
function run(program, options, mode) {
  const child = spawn(program, options, mode);
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // Ctrl-C in a terminal reaches the child directly, and a second one would mean an immediate stop.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  // npm forwards no SIGKILL.
  const parent = process.ppid;
  const watching = setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref();
  return new Promise((resolve) => {
    child.on("error", (error) => fail(`${program} does not start here (${error.message}).`));
    child.on("exit", (code, ended) => {
      clearInterval(watching);
      for (const signal of SIGNALS) process.off(signal, passOn);
      if (ended) process.kill(process.pid, ended);
      else resolve(code ?? 1);
    });
  });
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
