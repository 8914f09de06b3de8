import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

/** @type {string} */
let dataDir;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-run-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Runs a script that starts the site, as `npm start` does, until the site serves. @param {string[]} command */
async function serving(...command) {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: dataDir, PORT: "0" },
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: 120_000 }).toContain("The site is at");
  const [, origin = ""] = /The site is at (http:\/\/[^/]+)/.exec(said) ?? [];
  return { child, origin, said: () => said };
}

it("the server stops when run.js is killed, by whatever signal", async () => {
  const { child, origin, said } = await serving("scripts/run.js", "start");
  child.kill("SIGKILL");
  // The server holds the pipe until it ends.
  await once(child.stdout, "close");
  expect(said()).toContain("the program that started it has ended");
  await expect(fetch(origin)).rejects.toThrow();
});

it("the server stops when what started run.js is killed", async () => {
  const start = `require("node:child_process").spawn(process.execPath, ["scripts/run.js", "start"], { stdio: "inherit" })`;
  const { child, origin, said } = await serving("-e", start);
  child.kill("SIGKILL");
  await once(child.stdout, "close");
  expect(said()).toContain('"cause":"SIGTERM"');
  await expect(fetch(origin)).rejects.toThrow();
});
