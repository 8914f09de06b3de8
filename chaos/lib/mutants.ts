import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

/** A copy of the product that is broken on purpose; a harness that does not catch it proves nothing. */
export interface Mutant {
  name: string;
  changes: readonly Change[];
}

/** `find` occurs exactly once in `file`, a path from the root of the project. */
export interface Change {
  file: string;
  find: string;
  replace: string;
}

export type Mutants = ReturnType<typeof openMutants>;

const root = resolve(import.meta.dirname, "../..");
/** Files and folders that `scripts/build.js` needs. */
const sources = ["src", "scripts", "vite.config.ts", "tsconfig.json", "package.json", "package-lock.json"];

/** Builds mutants in temporary folders, which `close` removes. */
export function openMutants() {
  const folders: string[] = [];
  const built = new Map<string, Promise<string>>();

  async function make({ name, changes }: Mutant): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "front-desk-mutant-"));
    folders.push(folder);
    for (const source of sources) await cp(join(root, source), join(folder, source), { recursive: true });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    for (const change of changes) await apply(name, folder, change);
    const isOfServer = changes.every(({ file }) => file.startsWith("src/server/"));
    await build(name, folder, isOfServer);
    return join(folder, "dist");
  }

  return {
    /**
     * The `dist` folder of a mutant, built once for each.
     * @throws Error where a text to change is not there exactly once, or what comes of it cannot be built
     */
    build(mutant: Mutant): Promise<string> {
      const key = JSON.stringify(mutant);
      const known = built.get(key) ?? make(mutant);
      built.set(key, known);
      return known;
    },

    async close(): Promise<void> {
      await Promise.allSettled(built.values());
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function apply(name: string, folder: string, { file, find, replace }: Change): Promise<void> {
  const path = join(folder, file);
  const source = await readFile(path, "utf8");
  const found = source.split(find).length - 1;
  if (found !== 1) {
    throw new Error(`the mutant "${name}" cannot be made: what it changes is ${found} times in ${file}, not once`);
  }
  // A function, so that a `$` in it has no special meaning.
  await writeFile(
    path,
    source.replace(find, () => replace),
  );
}

/**
 * Builds a mutant. If it differs in the server alone, browsers download what the product has, which halves the time.
 */
async function build(name: string, folder: string, isOfServer: boolean): Promise<void> {
  const ofServer = 'import { build } from "./scripts/build.js"; await build("production", ["ssr"]);';
  await run(name, folder, isOfServer ? ["--input-type=module", "--eval", ofServer] : ["scripts/build.js"]);
  if (!isOfServer) return;
  // The server looks for the client of its own build.
  const client = (await readlink(join(folder, "dist/server"))).replace("server", "client");
  await cp(await realpath(join(root, "dist/client")), join(folder, "dist", client), { recursive: true });
  await symlink(client, join(folder, "dist/client"));
}

async function run(name: string, folder: string, program: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...program], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`the mutant "${name}" cannot be built:\n${said}${wrong}`);
}
