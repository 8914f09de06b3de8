/**
 * Installs the front desk as a systemd service on this machine, or updates it to this version. Prints each step before
 * running it; skips steps that are already done.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { flag, readArguments, textOr } from "../src/server/lib/command-line.ts";
import { ensureBuilt } from "./build.js";

/**
 * One step of the installation. `isDone` may inspect the machine; `run` throws on failure.
 * @typedef {{ what: string, isDone: () => boolean, run: () => void }} Step
 */

const usage = `npm run install-service [-- options]

  Installs the systemd service front-desk on this machine, or updates it to this version.
  --dry-run        prints the steps, and changes nothing
  --root <folder>  installs below a folder, such as a machine image, and starts nothing`;

const unit = "front-desk.service";
const program = "/opt/front-desk";
/** A system user without a password or a shell (https://www.freedesktop.org/software/systemd/man/sysusers.d.html). */
const sysusers = 'u front-desk - "Front desk" /var/lib/front-desk\n';

/** What goes to `/opt/front-desk`: source path and target name. */
const parts = [
  ["dist/client", "dist/client"],
  ["dist/server", "dist/server"],
  ["package.json", "package.json"],
  ["docs/operating.md", "docs/operating.md"],
  // The pinned Node, which runs this script.
  [process.execPath, "node"],
];

/**
 * @param {string} root what everything is put below; `/` on the machine at hand
 * @returns {Step[]}
 */
function stepsFor(root) {
  const at = (/** @type {string} */ place) => path.join(root, place);
  const isHere = root === "/";
  const unitFile = at(`/etc/systemd/system/${unit}`);
  const unitText = readFileSync(`deploy/${unit}`, "utf8");
  const environment = at("/etc/front-desk/environment");
  const places = parts.map(([from = "", to = ""]) => ({ from, to: at(path.join(program, to)) }));
  // Exists until a restart has loaded the new version, even if this program was interrupted in between.
  const restart = "/run/front-desk.restart";
  const isNew = () => (isHere ? writeFileSync(restart, "") : undefined);
  const systemctl = (/** @type {string[]} */ ...args) => run("systemctl", isHere ? args : [`--root=${root}`, ...args]);

  return [
    {
      what: "make the user front-desk, who has no password and no shell (/etc/sysusers.d/front-desk.conf)",
      isDone: () =>
        isText(at("/etc/sysusers.d/front-desk.conf"), sysusers) && /^front-desk:/m.test(readIfThere(at("/etc/passwd"))),
      run() {
        put(at("/etc/sysusers.d/front-desk.conf"), sysusers, 0o644);
        run("systemd-sysusers", [...(isHere ? [] : [`--root=${root}`]), "front-desk.conf"]);
      },
    },
    {
      what: `put the built program and its Node to ${program}`,
      isDone: () => places.every(({ from, to }) => isSame(from, to)),
      run() {
        isNew();
        // Written beside the old one, so that a start never finds half of it.
        const [made, old] = [at(`${program}.new`), at(`${program}.old`)];
        for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
        for (const [from = "", to = ""] of parts) {
          const filter = (/** @type {string} */ name) => !name.includes(".compile-cache");
          cpSync(realpathSync(from), path.join(made, to), { recursive: true, filter });
        }
        readable(made);
        if (existsSync(at(program))) renameSync(at(program), old);
        renameSync(made, at(program));
        rmSync(old, { recursive: true, force: true });
      },
    },
    {
      what: "write /etc/front-desk/environment, the settings, for you to change; one that is there is left alone",
      isDone: () => existsSync(environment),
      // It may hold a database password.
      run: () => put(environment, readFileSync("deploy/environment.example", "utf8"), 0o600),
    },
    {
      what: `write /etc/systemd/system/${unit}`,
      isDone: () => isText(unitFile, unitText),
      run() {
        isNew();
        put(unitFile, unitText, 0o644);
        if (isHere) systemctl("daemon-reload");
      },
    },
    {
      what: "have it started with the machine (systemctl enable front-desk)",
      isDone: () => isLink(at(`/etc/systemd/system/multi-user.target.wants/${unit}`)),
      run: () => systemctl("enable", "--quiet", unit),
    },
    ...(isHere
      ? [
          {
            what: "start it, or restart it with the changes (systemctl restart front-desk)",
            isDone: () => !existsSync(restart) && spawnSync("systemctl", ["is-active", "--quiet", unit]).status === 0,
            run() {
              systemctl("restart", unit);
              rmSync(restart, { force: true });
            },
          },
        ]
      : []),
  ];
}

/**
 * What must be known of the machine; tests pass a fake.
 * @typedef {{
 *   platform: string, uid: number | undefined, has: (tool: string) => boolean, runsSystemd: boolean,
 * }} Machine
 */

/** @type {Machine} */
const thisMachine = {
  platform: process.platform,
  uid: process.getuid?.(),
  has: (tool) => spawnSync(tool, ["--version"]).error === undefined,
  runsSystemd: existsSync("/run/systemd/system"),
};

/**
 * Why nothing can be installed here; undefined if it can.
 * @param {{ root: string, isDryRun: boolean }} how
 * @param {Machine} [machine]
 * @returns {string | undefined}
 */
export function refusal({ root, isDryRun }, { platform, uid, has, runsSystemd } = thisMachine) {
  const otherWays = "See deploy/ for other ways: an image, compose, Kubernetes.";
  if (platform !== "linux") return `install-service is for Linux with systemd. ${otherWays}`;
  for (const tool of ["systemctl", "systemd-sysusers"]) {
    if (!has(tool)) return `install-service needs systemd, and this machine has no ${tool}. ${otherWays}`;
  }
  if (isDryRun) return undefined;
  if (root === "/" && !runsSystemd)
    return `install-service needs systemd, which is installed here but does not run this machine. ${otherWays}`;
  if (uid !== 0)
    return (
      "install-service writes into /etc and /opt, and needs root for it: sudo npm run install-service (with -- " +
      "--dry-run it only says what it would do)"
    );
  return undefined;
}

function main() {
  const { values } = readArguments({ usage, options: { "dry-run": flag, root: textOr("/") } });
  const how = { isDryRun: values["dry-run"], root: path.resolve(values.root) };
  const why = refusal(how);
  if (why !== undefined) fail(why);
  // A dry run also builds, since the build is compared with what is installed; it writes only to this folder.
  if (!ensureBuilt()) process.exit(1);
  let willChange = false;
  for (const { what, isDone, run: act } of stepsFor(how.root)) {
    // In a dry run no earlier step ran, so the last step would follow any of them.
    if (isDone() && !(how.isDryRun && willChange && what.startsWith("start"))) {
      console.log(`  as it should be: ${what}`);
      continue;
    }
    willChange = true;
    console.log(`${how.isDryRun ? "would" : "  now"}: ${what}`);
    if (how.isDryRun) continue;
    try {
      act();
    } catch (error) {
      fail(`That failed: ${messageOf(error)}\nPut it right and start again: what was done is not done twice.`);
    }
  }
  if (how.isDryRun) console.log("Nothing was installed.");
  else if (how.root === "/")
    console.log(
      "The front desk is installed. Its settings: /etc/front-desk/environment. How it does, and the link that " +
        "sets the first owner's password: journalctl -u front-desk",
    );
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {string} tool
 * @param {string[]} args
 */
function run(tool, args) {
  const { status, stderr, error } = spawnSync(tool, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
}

/**
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
function put(file, text, mode) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/**
 * @param {string} file
 * @param {string} text
 */
function isText(file, text) {
  return existsSync(file) && readFileSync(file, "utf8") === text;
}

/** The target may not exist yet. @param {string} file */
function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * Whether a file, or everything in a folder, exists with the same bytes.
 * @param {string} from
 * @param {string} to
 * @returns {boolean}
 */
function isSame(from, to) {
  const [mine, theirs] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  if (theirs === undefined || mine.isDirectory() !== theirs.isDirectory()) return false;
  if (!mine.isDirectory()) return mine.size === theirs.size && readFileSync(from).equals(readFileSync(to));
  const names = (/** @type {string} */ folder) => readdirSync(folder).filter((name) => name !== ".compile-cache");
  return (
    names(from).length === names(to).length &&
    names(from).every((name) => isSame(path.join(from, name), path.join(to, name)))
  );
}

/** The service's user may read it whatever the installer's umask; only root may change it. @param {string} place */
function readable(place) {
  const isFolder = lstatSync(place).isDirectory();
  chmodSync(place, isFolder || path.basename(place) === "node" ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(place)) readable(path.join(place, name));
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

if (import.meta.main) main();
