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
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { flag, misuse, readArguments, textOr } from "../src/server/lib/command-line.ts";
import { openAsking } from "../src/server/lib/terminal.ts";
import { ensureBuilt } from "./build.js";
import { domainState, portsProblem, readDomain } from "./domain.js";
import { isText, messageOf, put, readIfThere, run } from "./machine-files.js";
import {
  caddyNote,
  caddySteps,
  environmentFile,
  hasAddress,
  hasCaddy,
  ownersLink,
  seeSite,
  servedDomain,
  settingsStep,
} from "./service-https.js";

/**
 * One step of the installation. `isDone` may inspect the machine; `run` throws on failure.
 * @typedef {{ what: string, isDone: () => boolean, run: () => void }} Step
 */

export const usage = `npm run install-service [-- options]

  Installs the systemd service front-desk on this machine, or updates it to this version. With a domain, Caddy stands
  in front of it with HTTPS; a terminal is asked for the domain.
  --domain <name>   the domain that visitors use, such as desk.example.com; it must point at this machine
  --yes             installs Caddy with apt-get without asking
  --skip-dns-check  for a machine with a floating or reserved address
  --dry-run         prints the steps, and changes nothing
  --root <folder>   installs below a folder, such as a machine image, and starts nothing`;

const unit = "front-desk.service";
const program = "/opt/front-desk";
/** A system user without a password or a shell (https://www.freedesktop.org/software/systemd/man/sysusers.d.html). */
const sysusers = 'u front-desk - "Front desk" /var/lib/front-desk\n';

/** Files for `/opt/front-desk`: source path and target name. */
const parts = [
  ["dist/client", "dist/client"],
  ["dist/server", "dist/server"],
  ["package.json", "package.json"],
  ["docs/operating.md", "docs/operating.md"],
  // The pinned Node, which runs this script.
  [process.execPath, "node"],
];

/**
 * `root` is what everything is put below, `/` on the machine at hand; the domain `name` gets HTTPS, and if it is new
 * the settings follow it.
 * @param {{ root: string, name?: string, isNew?: boolean }} what
 * @returns {Step[]}
 */
function stepsFor({ root, name: domain, isNew: isNewDomain = false }) {
  const at = (/** @type {string} */ place) => path.join(root, place);
  const isHere = root === "/";
  const unitFile = at(`/etc/systemd/system/${unit}`);
  const unitText = readFileSync(`deploy/${unit}`, "utf8");
  const environment = at(environmentFile);
  const places = parts.map(([from = "", to = ""]) => ({ from, to: at(path.join(program, to)) }));
  // Exists until a restart has loaded the new version, even if this program was interrupted in between.
  const restart = "/run/front-desk.restart";
  const isNew = () => (isHere ? writeFileSync(restart, "") : undefined);
  const systemctl = (/** @type {string[]} */ ...args) =>
    void run("systemctl", isHere ? args : [`--root=${root}`, ...args]);

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
    // Before the settings: if Caddy refuses the domain, the service stays as it was.
    ...(domain === undefined ? [] : caddySteps(domain)),
    ...(domain !== undefined && isNewDomain ? [settingsStep(domain, isNew)] : []),
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
 * Returns why nothing can be installed here; undefined if it can.
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

async function main() {
  const domainOption = {
    type: /** @type {const} */ ("string"),
    read: (/** @type {readonly string[]} */ given) => given.map(readDomain).at(-1),
  };
  const { values } = readArguments({
    usage,
    options: {
      domain: domainOption,
      yes: flag,
      "skip-dns-check": flag,
      "dry-run": flag,
      root: textOr("/"),
    },
  });
  const isDryRun = values["dry-run"];
  const root = path.resolve(values.root);
  const isHere = root === "/";
  if (!isHere && values.domain !== undefined) misuse(usage, "--domain is for the machine itself, without --root");
  const why = refusal({ root, isDryRun });
  if (why !== undefined) fail(why);
  const domain = isHere ? await chooseDomain(values) : {};
  // A dry run also builds, since the build is compared with what is installed; it writes only to this folder.
  if (!ensureBuilt()) process.exit(1);
  let willChange = false;
  for (const { what, isDone, run: act } of stepsFor({ root, ...domain })) {
    // No earlier step ran in a dry run, so the last step would follow any of them.
    if (isDone() && !(isDryRun && willChange && what.startsWith("start"))) {
      console.log(`  as it should be: ${what}`);
      continue;
    }
    willChange = true;
    console.log(`${isDryRun ? "would" : "  now"}: ${what}`);
    if (isDryRun) continue;
    try {
      act();
    } catch (error) {
      fail(`That failed: ${messageOf(error)}\nPut it right and start again: what was done is not done twice.`);
    }
  }
  if (isDryRun) return console.log("Nothing was installed.");
  if (!isHere) return;
  console.log(
    `The front desk is installed. Its settings: ${environmentFile}. How it does, and the link that sets the first ` +
      "owner's password: journalctl -u front-desk",
  );
  if (domain.name !== undefined) await showSite(domain.name);
}

/** @typedef {ReturnType<typeof openAsking>["ask"]} Ask */

/**
 * The domain to serve: the one that is named, or served already; a terminal is asked. Ends the program if no
 * certificate can be had for it, or Caddy may not be installed.
 * @param {{ domain: string | undefined, yes: boolean, "skip-dns-check": boolean, "dry-run": boolean }} options
 * @returns {Promise<{ name?: string, isNew?: boolean }>} `isNew`: named now, so that the settings follow it
 */
async function chooseDomain({ domain, yes, "skip-dns-check": skipsDns, "dry-run": isDryRun }) {
  const served = servedDomain();
  const mayAsk = !isDryRun && process.stdin.isTTY && process.stdout.isTTY;
  const { ask, close } = openAsking();
  try {
    const named = domain ?? (served === undefined && !hasAddress() && mayAsk ? await askDomain(ask) : undefined);
    if (named !== undefined) await checkDomain(named, { skipsDns });
    const name = named ?? served;
    if (name === undefined) return {};
    if (!hasCaddy() && !isDryRun && !yes) {
      if (!mayAsk) fail("Caddy is missing. With --yes, apt-get installs it: npm run install-service -- --yes");
      await consent(ask);
    }
    return { name, isNew: named !== undefined };
  } catch (error) {
    return fail(messageOf(error));
  } finally {
    close();
  }
}

/**
 * Asks until it gets a domain, or nothing: then undefined.
 * @param {Ask} ask
 */
async function askDomain(ask) {
  for (;;) {
    const answer = await ask("The domain that visitors use, such as desk.example.com (nothing: without HTTPS): ");
    if (answer === "") return undefined;
    try {
      return readDomain(answer);
    } catch (error) {
      console.error(`The domain ${messageOf(error)}`);
    }
  }
}

/** @param {Ask} ask */
async function consent(ask) {
  const answer = await ask("Caddy, the web server for HTTPS, will be installed with apt-get. Go on? [Y/n] ");
  if (!/^(y|yes|)$/i.test(answer)) fail("Nothing was installed.");
}

/**
 * Ends the program if no certificate can be had for the domain.
 * @param {string} domain
 * @param {{ skipsDns: boolean }} how
 */
async function checkDomain(domain, { skipsDns }) {
  const { problem, note } = skipsDns ? {} : await domainState(domain);
  const why = problem ?? portsProblem();
  if (why !== undefined) fail(`${why}\nNothing was installed: start this again after the change.`);
  if (note !== undefined) console.log(note);
}

/** Ends the program if the site does not answer under its domain. @param {string} domain */
async function showSite(domain) {
  console.log(`Waiting for https://${domain} (two minutes at most) ...`);
  try {
    console.log(await seeSite(domain));
  } catch (error) {
    fail(messageOf(error));
  }
  const note = caddyNote();
  if (note !== undefined) console.log(note);
  const link = await ownersLink();
  if (link !== undefined) console.log(`Next, set your password. ${link}`);
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

if (import.meta.main) await main();
