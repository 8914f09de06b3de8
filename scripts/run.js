/**
 * The door to every command: `node scripts/run.js <command> [arguments]`.
 * Runs on the machine's own Node (20 or newer) with nothing installed: it installs what is missing, then hands over to the
 * Node that package.json pins, so that every command runs on the same one.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serverEnvironment, serverFlags } from "./server-process.js";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
const COMMANDS = [
  "start",
  "dev",
  "demo",
  "admin",
  "bench",
  "torture",
  "attack",
  "backup",
  "restore",
  "move",
  "audit-log",
  "install-service",
  "build",
  "check",
  "format",
  "test",
];

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const pinnedNode = path.resolve("node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
// Started by npm, this may already run on the pinned Node; installing replaces that one, so npm needs the machine's own.
const machineNode = process.env.npm_node_execpath ?? process.execPath;

const [command = "", ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) fail(`There is no command "${command}". There are: ${COMMANDS.join(", ")}.`);
if (!dependenciesInstalled()) await installDependencies();
if (!existsSync(pinnedNode)) await installPinnedNode();
await handOver();

/** npm leaves a list of what it installed, at the end of an install only: whatever the lockfile names must be in it. */
function dependenciesInstalled() {
  const present = readPackages("node_modules/.package-lock.json");
  return Object.entries(readPackages("package-lock.json")).every(
    ([place, { version, optional, devOptional }]) =>
      place === "" || optional || devOptional || present[place]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** `--include=dev`, because a production environment (NODE_ENV) leaves out what builds and tests need. */
async function installDependencies() {
  console.error("Installing the dependencies that package-lock.json names ...");
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [machineNode, process.env.npm_execpath] : ["npm"];
  const [program = "npm", ...first] = npm;
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run(program, [...first, ...options], {
    stdio: ["ignore", process.stderr, "inherit"],
    shell: program === "npm" && process.platform === "win32",
  });
  if (code !== 0)
    fail("npm could not install the dependencies (its own lines above say why). Fix that and start again.");
}

/** Where npm may not run install scripts, the pinned Node's own one has not fetched the program yet. */
async function installPinnedNode() {
  const script = "installArchSpecificPackage.js";
  await run(machineNode, [script], { cwd: "node_modules/node", stdio: ["ignore", process.stderr, "inherit"] });
  if (spawnSync(pinnedNode, ["--version"]).status !== 0) {
    fail(
      "The pinned Node could not be fetched: allow the npm package `node` its install script, run `npm ci`, start again.",
    );
  }
}

async function handOver() {
  process.env.PATH = [path.dirname(pinnedNode), path.resolve("node_modules/.bin"), process.env.PATH].join(
    path.delimiter,
  );
  const serves = command === "start" || command === "demo";
  // node:sqlite still calls itself experimental in Node 24.
  const flags = serves ? serverFlags : ["--disable-warning=ExperimentalWarning", "--enable-source-maps"];
  const script = path.resolve("scripts", `${command}.js`);
  process.exitCode = await run(pinnedNode, [...flags, script, ...args], {
    stdio: "inherit",
    env: serves ? { ...serverEnvironment, ...process.env } : process.env,
  });
}

/**
 * Runs a program and passes on the signals that this process gets; one that ends the program ends this process too.
 * @param {string} program
 * @param {string[]} options
 * @param {import("node:child_process").SpawnOptions} how
 * @returns {Promise<number>} the program's exit code
 */
function run(program, options, how) {
  const child = spawn(program, options, how);
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // Ctrl-C in a terminal reaches the child by itself, and a second one would mean "at once".
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise((resolve) => {
    child.on("error", (error) => fail(`${program} does not start here (${error.message}).`));
    child.on("exit", (code, ended) => {
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
