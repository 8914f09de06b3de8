/**
 * Finds a Chromium or Chrome for the browser tests, or installs one: first Playwright's download, then Debian's
 * package.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What the finder needs from the machine; tests pass a fake.
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 * @property {boolean} root whether packages may be installed
 * @property {(file: string) => boolean} runs whether the file is a browser that starts here
 * @property {() => Promise<string | undefined>} downloaded where Playwright keeps the browser that it has downloaded
 * @property {(command: string, args: string[], seconds: number) => boolean} run runs a command, true when it succeeded
 */

// The headless shell is the same engine without windows and opens a page twice as fast.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PLAYWRIGHT = fileURLToPath(new URL("../../node_modules/playwright/cli.js", import.meta.url));

/** @type {Machine} */
const thisMachine = {
  env: process.env,
  platform: process.platform,
  root: process.getuid?.() === 0,
  runs: startsHere,
  downloaded: async () => whole((await import("@playwright/test")).chromium.executablePath()),
  run: (command, args, seconds) => {
    console.log(`$ ${path.basename(command)} ${args.join(" ")}`);
    // Gives up on a network that drops connections after 50 seconds instead of 150.
    const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000", ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(command, args, { env, stdio: "inherit", timeout: seconds * 1000 }).status === 0;
  },
};

/** Flags that keep Chromium from making requests besides those of the pages. */
export const chromiumFlags = [
  // It refuses to start as root with its sandbox on.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/**
 * The path of a browser that starts; installs one if needed.
 * @param {Machine} [machine]
 * @returns {Promise<string>}
 * @throws {Error} with one line that says what to install
 */
export async function provideChromium(machine = thisMachine) {
  const { env, platform, root, runs, run } = machine;
  if (env.CHROME_PATH) {
    if (runs(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, which is not a browser that starts here.`);
  }
  const installed = await findChromium(machine);
  if (installed) return installed;

  console.log("No Chromium or Chrome here that starts: getting one for the browser tests.");
  run(process.execPath, [PLAYWRIGHT, "install", "--no-shell", "chromium"], 240);
  const downloaded = await findChromium(machine);
  if (downloaded) return downloaded;

  if (platform === "linux" && root) {
    run("apt-get", ["update", "-q"], 120);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], 300);
      const packaged = await findChromium(machine);
      if (packaged) return packaged;
    }
  }
  throw new Error(
    "The browser tests need Chromium or Chrome and none could be fetched: install one" +
      " (Debian: apt-get install chromium), or name an installed one in CHROME_PATH.",
  );
}

/**
 * The file of a browser that Playwright has unpacked to the end, which it marks; an interrupted download is fetched
 * again.
 * @param {string} file such as `chromium-1234/chrome-linux/chrome`
 */
export function whole(file) {
  return existsSync(path.join(path.dirname(file), "../INSTALLATION_COMPLETE")) ? file : undefined;
}

/**
 * The first browser in the usual places that starts, if any.
 * @param {Machine} machine
 * @returns {Promise<string | undefined>}
 */
async function findChromium({ env, platform, runs, downloaded }) {
  return usualPlaces(env, platform).find(runs) ?? [await downloaded()].find((file) => file !== undefined && runs(file));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {string[]}
 */
export function usualPlaces(env, platform) {
  if (platform === "win32") {
    return [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => path.win32.join(folder, "Google", "Chrome", "Application", "chrome.exe"));
  }
  const folders = (env.PATH ?? "").split(":").filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
  if (platform !== "darwin") return onPath;
  const apps = ["Google Chrome", "Chromium"].map((name) => `Applications/${name}.app/Contents/MacOS/${name}`);
  return [...apps.map((app) => `/${app}`), ...apps.map((app) => path.join(homedir(), app)), ...onPath];
}

/**
 * The right file name is not enough: Ubuntu's `chromium-browser` may be a stub, and a download may lack libraries.
 * @param {string} file
 * @returns {boolean}
 */
function startsHere(file) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  // The file's existence must do on Windows, where `--version` opens a window.
  if (process.platform === "win32") return true;
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return status === 0 && /chrom/i.test(stdout);
}
