import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { ensureBuilt } from "./build.js";

// Each run is a program, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

// Built once, since each of them would build otherwise.
beforeAll(() => void ensureBuilt(), 300_000);

/** Runs a command as `npm run` does; a wrong store or none would end it with 1. @param {string} line */
async function run(line) {
  const child = spawn(process.execPath, ["scripts/run.js", ...line.split(" ")], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: "/dev/null/none", PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { line, stdout, stderr, code };
}

/** Runs all at once, since each is a program. @param {string[]} lines */
const runAll = (lines) => Promise.all(lines.map(run));

const commands = [
  ...Object.keys(manifest.scripts),
  ...["crash", "power", "disk", "flood", "damage", "cluster", "upgrade", "outside"].map((name) => `chaos ${name}`),
];

it("every command names an option that it does not have, and explains itself", async () => {
  for (const { line, stdout, stderr, code } of await runAll(commands.map((command) => `${command} --wat`))) {
    expect([line, code]).toEqual([line, 2]);
    const said = stdout + stderr;
    expect(said, line).toMatch(/^Unknown option '--wat'\n\nnpm (run|start|test)\b/);
    expect(said, line).not.toMatch(/\n\s+at /);
  }
});

it("every command explains itself with --help", async () => {
  for (const { line, stdout, stderr, code } of await runAll(commands.map((command) => `${command} --help`))) {
    expect([line, stderr, code]).toEqual([line, "", 0]);
    expect(stdout, line).toMatch(/^npm (run|start|test)\b/);
  }
});

const wanted = "must be a database, such as postgres://user@db.example.com:5432/front_desk, or a folder";
/** @type {[line: string, says: string][]} */
const wrong = [
  ["chaos crash --rounds x", "--rounds must be a whole number from 1"],
  ["move postgres://desk:secret@db.example.com/desk", `--to ${wanted}`],
  ["restore a b", "Name one file: the backup"],
  ["admin", "Name one of reset-password, "],
  ["admin drop-everything", "Name one of reset-password, "],
  ["admin first-owner reset-password", "Name one of reset-password, "],
  ["audit-log delete", "Name one of check, accept"],
  ["backup to-the-moon", "Name one of make, fingerprint"],
  ["bench pages nothing", "Name one of pages, "],
  ["bench --runs x", "--runs must be a whole number from 1"],
  ["bench --sizes 100,0", "--sizes must be a whole number from 1"],
  ["build twice", "There are too many arguments"],
  ["chaos", "Name one of crash, power, "],
  ["chaos quake", "Name one of crash, power, "],
  ["chaos crash --rounds", "Option '--rounds <value>' argument missing"],
  ["chaos damage 1 200", "There are too many arguments"],
  ["chaos outside rain", "There are too many arguments"],
  ["chaos flood --seconds 0", "--seconds must be a whole number from 1"],
  ["install-service --dry-run=x", "Option '--dry-run' does not take an argument"],
  ["move", `--to ${wanted}`],
  ["move --to mysql://desk:secret@db.example.com/desk", `--to ${wanted}`],
  ["move --to sqlite:data/other.sqlite", "--to must be the folder of a store, whose file is called front-desk.sqlite"],
  ["restore", "Name one file: the backup"],
  ["restore a --accept-key=short", "--accept-key must be the fingerprint of a key: 43 letters"],
  ["security --runs 0", "--runs must be a whole number from 1"],
  ["export", "Name one file: the export"],
  ["export a b", "Name one file: the export"],
  ["import", "Name one of chatwoot, freescout, csv, and the files"],
  ["import zendesk a.json", "Name one of chatwoot, freescout, csv, and the files"],
  ["import csv", "Name one of chatwoot, freescout, csv, and the files"],
  ["start now", "There are too many arguments"],
];

it("a wrong argument is named with what would be right, and the usage", async () => {
  const ran = await runAll(wrong.map(([line]) => line));
  for (const [place, { line, stdout, stderr, code }] of ran.entries()) {
    const said = stdout + stderr;
    expect([line, code, said]).toEqual([line, 2, expect.stringContaining("\n\nnpm ")]);
    expect(said.startsWith(wrong[place]?.[1] ?? ""), said).toBe(true);
    expect(said).not.toMatch(/\n\s+at |secret/);
  }
});

it("npm start -- --version prints the version of package.json", async () => {
  expect(await run("start --version")).toMatchObject({ stdout: `${manifest.version}\n`, stderr: "", code: 0 });
});
