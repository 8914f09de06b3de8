import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { provideChromium, usualPlaces, whole } from "./chromium.js";

const DOWNLOADED = "/home/me/.cache/ms-playwright/chrome";

/**
 * A fake machine with these browsers; `gets` maps a command to what it installs.
 * @param {{ has?: string[], gets?: Record<string, string>, root?: boolean, env?: NodeJS.ProcessEnv }} what
 */
function machine({ has = [], gets = {}, root = false, env = {} }) {
  /** @type {string[]} */
  const ran = [];
  return {
    ran,
    env: { PATH: "/usr/local/bin:/usr/bin", ...env },
    platform: /** @type {const} */ ("linux"),
    root,
    runs: (/** @type {string} */ file) => has.includes(file),
    downloaded: async () => DOWNLOADED,
    run: (/** @type {string} */ command, /** @type {string[]} */ args) => {
      const line =
        `${command === process.execPath ? "playwright" : command} ` +
        args.filter((arg) => !arg.startsWith("/")).join(" ");
      ran.push(line);
      const [, got] = Object.entries(gets).find(([part]) => line.includes(part)) ?? [];
      if (got) has.push(got);
      return got !== undefined;
    },
  };
}

it("a browser that was downloaded counts once it is unpacked to the end", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-chromium-"));
  const file = path.join(folder, "chromium-1/chrome-linux/chrome");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  expect(whole(file)).toBeUndefined();
  writeFileSync(path.join(folder, "chromium-1/INSTALLATION_COMPLETE"), "");
  expect(whole(file)).toBe(file);
  rmSync(folder, { recursive: true });
});

describe("a browser for the tests", () => {
  it("is an installed one, where there is one", async () => {
    const here = machine({ has: ["/usr/bin/google-chrome"] });
    expect(await provideChromium(here)).toBe("/usr/bin/google-chrome");
    expect(here.ran).toEqual([]);
  });

  it("is the one that the owner names", async () => {
    const env = { CHROME_PATH: "/opt/chrome" };
    expect(await provideChromium(machine({ has: ["/usr/bin/chromium", "/opt/chrome"], env }))).toBe("/opt/chrome");
    await expect(provideChromium(machine({ has: ["/usr/bin/chromium"], env }))).rejects.toThrow("CHROME_PATH");
  });

  it("is the one that was downloaded before", async () => {
    const here = machine({ has: [DOWNLOADED] });
    expect(await provideChromium(here)).toBe(DOWNLOADED);
    expect(here.ran).toEqual([]);
  });

  it("is downloaded where there is none", async () => {
    const here = machine({ gets: { "install --no-shell chromium": DOWNLOADED } });
    expect(await provideChromium(here)).toBe(DOWNLOADED);
    expect(here.ran).toHaveLength(1);
  });

  it("is Debian's package where nothing can be downloaded, as root", async () => {
    const here = machine({ root: true, gets: { "apt-get install": "/usr/bin/chromium-headless-shell" } });
    expect(await provideChromium(here)).toBe("/usr/bin/chromium-headless-shell");
    expect(here.ran.map((line) => line.split(" ", 2).join(" "))).toEqual([
      "playwright install",
      "apt-get update",
      "apt-get install",
    ]);
  });

  it("is Debian's full browser if its shell is not a separate package", async () => {
    const here = machine({
      root: true,
      gets: { "recommends chromium-headless-shell": "", "recommends chromium": "/usr/bin/chromium" },
    });
    expect(await provideChromium(here)).toBe("/usr/bin/chromium");
    expect(here.ran.at(-2)).toContain("chromium-headless-shell");
  });

  it("is the headless shell where both are installed, in whichever folder", async () => {
    const here = machine({ has: ["/usr/local/bin/chromium", "/usr/bin/chromium-headless-shell"] });
    expect(await provideChromium(here)).toBe("/usr/bin/chromium-headless-shell");
  });

  it.each([true, false])("is asked for in one line where none can be had (root: %s)", async (root) => {
    const here = machine({ root });
    await expect(provideChromium(here)).rejects.toThrow(/^[^\n]*apt-get install chromium[^\n]*CHROME_PATH[^\n]*$/);
    expect(here.ran).toHaveLength(root ? 4 : 1);
  });

  it("is searched for in the usual places of macOS and Windows", () => {
    expect(usualPlaces({ PATH: "" }, "darwin")).toContain(
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    );
    expect(usualPlaces({ PROGRAMFILES: "C:\\Program Files" }, "win32")).toEqual([
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ]);
  });
});
