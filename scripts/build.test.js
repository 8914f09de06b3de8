import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeUnfinished, switchTo } from "./build.js";

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(realpathSync(tmpdir()), "front-desk-build-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} id */
async function build(id) {
  const made = path.join(folder, `unfinished-server-${id}-${process.pid}`);
  mkdirSync(made);
  const later = `process.stdin.once("data", () => import("./chunk-${id}.mjs").then(() => process.exit()));`;
  writeFileSync(path.join(made, "main.mjs"), `console.log("started"); ${later}`);
  writeFileSync(path.join(made, `chunk-${id}.mjs`), `console.log("loaded ${id}");`);
  await switchTo(path.join(folder, "server"), made, id);
}

it("a running program loads later what it was built with, though it was built again", async () => {
  await build("1");
  const running = spawn(process.execPath, [path.join(folder, "server/main.mjs")]);
  const said = text(running.stdout);
  await once(running.stdout, "readable");
  await build("2");
  running.stdin.end("go\n");
  expect(await said).toBe("started\nloaded 1\n");
});

it("removes what an interrupted build left, and leaves that of a running one alone", async () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  for (const pid of [ended, process.pid]) mkdirSync(path.join(folder, `unfinished-server-1-${pid}`));
  await removeUnfinished(folder);
  expect(readdirSync(folder)).toEqual([`unfinished-server-1-${process.pid}`]);
});

it("replaces the folder of an earlier version by a link, and keeps the latest three builds", async () => {
  const place = path.join(folder, "server");
  mkdirSync(place);
  writeFileSync(path.join(place, "main.mjs"), "");
  for (const id of ["1", "2", "3", "4"]) await build(id);
  expect(readFileSync(path.join(place, "chunk-4.mjs"), "utf8")).toContain("loaded 4");
  expect(["1", "2", "3", "4"].filter((id) => existsSync(path.join(folder, `server-${id}`)))).toEqual(["2", "3", "4"]);
});
