import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packages, pinnedFault, pinnedNode, thisMachine, version } from "./pinned-node.js";

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8"));
const manifest = readJson("package.json");
const own = { path: "/usr/bin/node", version: "v20.0.0" };
const linux = { platform: "linux", arch: "x64", isMusl: false, own };

describe("the pinned Node", () => {
  it("is locked by hash for each platform, in the version of package.json, and runs no install script", () => {
    const locked = readJson("package-lock.json").packages;
    const named = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith("node-"));
    expect(
      Object.values(packages)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(named.toSorted());
    for (const [machine, { name, sha256 }] of Object.entries(packages)) {
      const [platform, arch] = machine.split("-");
      expect(manifest.optionalDependencies[name]).toBe(version);
      expect(locked[`node_modules/${name}`]).toMatchObject({ version, os: platform, cpu: arch, optional: true });
      expect(locked[`node_modules/${name}`].integrity).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(locked[`node_modules/${name}`].hasInstallScript).toBeUndefined();
      expect(sha256).toMatch(/^[\da-f]{64}$/);
    }
    expect(manifest.dependencies.node).toBeUndefined();
  });

  it("here is the one whose hash stands in the table, and this runs on it", () => {
    const pinned = pinnedNode(thisMachine());
    expect(pinnedFault(pinned)).toBeUndefined();
    if (pinned.sha256 !== undefined)
      expect(createHash("sha256").update(readFileSync(process.execPath)).digest("hex")).toBe(pinned.sha256);
    expect(process.version).toBe(`v${version}`);
  });

  it.each([
    ["macOS", { ...linux, platform: "darwin", arch: "arm64" }, "darwin-arm64"],
    ["musl", { ...linux, isMusl: true }, "linux-x64 with musl"],
  ])(
    "is the machine's own on %s, where none is locked, and must be of that line and not older",
    (_name, machine, here) => {
      expect(() => pinnedNode(machine)).toThrow(
        `No Node is locked for ${here}, and this one is v20.0.0: install Node ${version}`,
      );
      const from = (/** @type {string} */ found) =>
        pinnedNode({ ...machine, own: { path: "/opt/node", version: found } });
      for (const fitting of [`v${version}`, "v24.99.0"]) expect(from(fitting)).toEqual({ path: "/opt/node" });
      for (const other of ["v24.0.0", "v25.0.0"]) expect(() => from(other)).toThrow("No Node is locked");
    },
  );
});

const commands = Object.keys(manifest.scripts);

describe("a Node that is not the pinned one", () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "front-desk-node-"));
    for (const file of ["package.json", "package-lock.json", "scripts"])
      cpSync(file, path.join(folder, file), { recursive: true });
    mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
    copyFileSync("node_modules/.package-lock.json", path.join(folder, "node_modules/.package-lock.json"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const placeOf = () => path.join(folder, pinnedNode({ ...thisMachine(), isMusl: false }).place ?? "", "bin/node");
  const marker = () => path.join(folder, "was-run");

  /** Placed as npm does, with the link through which an npm script would find it first. */
  function put(/** @type {string} */ content) {
    mkdirSync(path.dirname(placeOf()), { recursive: true });
    writeFileSync(placeOf(), content);
    chmodSync(placeOf(), 0o755);
    symlinkSync(placeOf(), path.join(folder, "node_modules/.bin/node"));
  }
  /** Runs a script as npm does: with the folder's programs first on PATH, and its own Node in the environment. */
  const run = (/** @type {string} */ command, /** @type {string} */ script = manifest.scripts[command]) =>
    spawnSync("sh", ["-c", script], {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: [path.join(folder, "node_modules/.bin"), process.env.PATH].join(path.delimiter),
        npm_node_execpath: process.execPath,
      },
    });

  it.each(commands)("is not run by npm run %s, which says so", (command) => {
    put(`#!/bin/sh\ntouch ${marker()}\n`);
    const { status, stdout, stderr } = run(command);
    expect(stderr).toMatch(/node is not the Node that this project pins: its SHA-256 is .* It was not run\..*\n$/);
    expect([stdout, status]).toEqual(["", 1]);
    expect(existsSync(marker())).toBe(false);
  });

  it("may be the right one but for a byte, or a right one whose hash was changed", () => {
    put("");
    copyFileSync(process.execPath, placeOf());
    appendFileSync(placeOf(), "\n");
    expect(run("check").stderr).toContain("is not the Node that this project pins");
    copyFileSync(process.execPath, placeOf());
    const table = path.join(folder, "scripts/programs/pinned-node.js");
    writeFileSync(table, readFileSync(table, "utf8").replaceAll(/sha256: "[\da-f]{8}/g, 'sha256: "00000000'));
    expect(run("check").stderr).toMatch(/and should be 00000000/);
  });

  it("may be missing, though npm says that it is there", () => {
    const { status, stderr } = run("check");
    expect(stderr).toMatch(
      /^npm has not installed node_modules\/node-.*, the Node that package-lock\.json pins: .*\n$/,
    );
    expect(status).toBe(1);
  });
});
