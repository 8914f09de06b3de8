import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "..");
/** The folder of built releases. Node runs no TypeScript below node_modules. */
const cache = join(project, "dist/releases");

/** The commit of each released version that the tests run. */
const commits = { "0.2.0": "820c5cef918fa6e6efe271a03c189eede1b31f42" } as const;

/**
 * Builds a released version from the project's history, once for each clone.
 *
 * @returns the folder with its server programs
 * @throws Error if the history is not there, or with the output of the build
 */
export function builtRelease(version: keyof typeof commits): string {
  const folder = join(cache, version);
  if (!existsSync(join(folder, "dist/.built"))) build(version, folder);
  return join(folder, "dist/server");
}

function build(version: keyof typeof commits, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  try {
    const sources = join(unfinished, "sources.tar");
    const archive = () => run("git", ["archive", "--output", sources, commits[version]], project);
    let archived = archive();
    if (archived !== undefined && run("git", ["fetch", "--unshallow"], project) === undefined) archived = archive();
    if (archived !== undefined)
      throw new Error(`version ${version} is not in this clone (git fetch --unshallow gets the history): ${archived}`);
    for (const [command, ...args] of [
      ["tar", "xf", sources],
      [process.execPath, "scripts/run.js", "build"],
    ] as const) {
      const problem = run(command, args, unfinished);
      if (problem !== undefined) throw new Error(`version ${version} could not be built: ${problem}`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Runs a command without what npm and the test runner add to the environment; its output if it failed. */
function run(command: string, args: readonly string[], cwd: string): string | undefined {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_package|npm_lifecycle|NODE_|VITEST|TEST)/.test(name)),
  );
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? `${stdout}${stderr}`.slice(-4000));
}
