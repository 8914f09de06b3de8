import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { programs } from "./checked-entry.js";
import { ensureBuilt } from "./build.js";

const folder = mkdtempSync(path.join(tmpdir(), "front-desk-old-node-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => expect(ensureBuilt()).toBe(true));

/** @param {string} version */
function pretending(version) {
  const file = path.join(folder, `${version}.cjs`);
  writeFileSync(
    file,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: ${JSON.stringify(version)} } });`,
  );
  return [process.execPath, "--disable-warning=ExperimentalWarning", "--require", file];
}

const system = "/usr/bin/node";
/** The Node of Debian, where there is one: a real old one. */
const systemVersion = existsSync(system) ? spawnSync(system, ["--version"], { encoding: "utf8" }).stdout.trim() : "";

const olds = [
  ...["12.22.9", "20.20.2", "24.20.0"].map((version) => ({ version, command: pretending(version) })),
  ...(/^v(1\d|2[0-3])\./.test(systemVersion) ? [{ version: systemVersion.slice(1), command: [system] }] : []),
];

/** @param {string[]} command @param {string} name @param {string[]} args */
const run = ([program = "", ...flags], name, ...args) =>
  spawnSync(program, [...flags, path.resolve(`dist/server/${name}.js`), ...args], {
    encoding: "utf8",
    cwd: folder,
    env: {},
  });

it("each program that people run is checked, and no other", () => {
  const files = readdirSync("dist/server").filter((file) => file.endsWith("-program.js"));
  expect(files.toSorted()).toEqual([...programs.keys()].map((name) => `${name}-program.js`).toSorted());
  for (const name of readdirSync("src/server/cli").filter((file) => file.endsWith("-cli.ts")))
    expect([...programs.keys()]).toContain(path.basename(name, ".ts"));
});

it.each(olds.flatMap((old) => [...programs].map(([name, command]) => ({ ...old, name, npm: command }))))(
  "$name says on Node $version in one line which one it needs",
  ({ version, command, name, npm }) => {
    const { status, stdout, stderr } = run(command, name, "--help");
    expect([status, stdout, stderr.split("\n").length], stderr).toEqual([1, "", 2]);
    expect(stderr).toContain(`${name}.js needs Node 24.21 or later, and this is Node ${version}: run \`${npm}\`, or `);
  },
);

it.each(["24.21.0", "24.30.1", "26.0.0"])("a program runs on Node %s, with its own exit code", (version) => {
  expect(run(pretending(version), "admin-cli", "--help")).toMatchObject({ status: 0, stderr: "" });
  expect(run(pretending(version), "admin-cli", "--nonsense").status).toBe(2);
  expect(run(pretending(version), "main", "--version")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d/),
  });
});
