/**
 * Builds client and server into folders of their own, and then points dist/client and dist/server to them, so that a
 * running server keeps the files that it was started from. An incomplete build never counts: only a whole one is marked
 * with the hash of its sources.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { cp, lstat, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compress, encodings } from "../src/server/http/compression.ts";
import { list } from "../src/languages/list.ts";
import { readArguments } from "../src/server/lib/command-line.ts";

const MARK = "dist/.built";
/** A server may run on while the site is rebuilt, and loads some of its files only when they are needed. */
const keptBuilds = 3;
const SOURCES = [
  "src/**/*",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/{build,inline-copy,checked-entry,programs/pinned-node}.js",
  "scripts/messages/{catalogue,compile}.js",
];

/** Tests, and what is compiled from other sources. */
const notSources = /\.test\.tsx?$|src[\\/]languages[\\/]compiled[\\/]/;

/**
 * Builds if dist/ does not match the current sources.
 * @returns {boolean} false where the build failed, which has said why
 */
export function ensureBuilt() {
  if (isBuilt()) return true;
  // A separate process, so that a server does not keep the bundler in memory.
  return spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: "inherit" }).status === 0;
}

/** @returns {boolean} */
function isBuilt() {
  try {
    return readFileSync(MARK, "utf8") === hashSources();
  } catch {
    return false;
  }
}

/**
 * @param {"production" | "development"} mode
 * @param {readonly ("client" | "ssr")[]} parts without one of them the build counts as incomplete
 */
export async function build(mode, parts = ["client", "ssr"]) {
  const started = performance.now();
  const { compileMessages } = await import("./messages/compile.js");
  await compileMessages();
  const hash = hashSources();
  const id = `${Date.now().toString(36)}-${process.pid}`;
  await removeUnfinished("dist");
  const client = `dist/unfinished-client-${id}`;
  const server = `dist/unfinished-server-${id}`;
  // Vite and React both read it; overrides the shell's value.
  process.env.NODE_ENV = mode;
  const { createBuilder } = await import("vite");
  const others = Object.keys(list)
    .slice(1)
    .map((code) => `client_${code.replaceAll("-", "_")}`);
  try {
    const builder = await createBuilder({
      mode,
      configLoader: "native",
      logLevel: "warn",
      environments: {
        client: { build: { outDir: client } },
        // Into the same folder: files without texts are the same in all languages.
        ...Object.fromEntries(
          others.map((name) => [name, { build: { outDir: client, emptyOutDir: false, copyPublicDir: false } }]),
        ),
        server: { build: { outDir: server } },
        ssr: { build: { outDir: server } },
      },
    });
    const names = parts.flatMap((part) => (part === "client" ? ["client", ...others] : ["server", "ssr"]));
    for (const name of names) {
      const environment = builder.environments[name];
      if (environment !== undefined) await builder.build(environment);
    }
    if (parts.includes("client")) {
      // It needs the compiled messages.
      const { writeAllAssets } = await import("../src/server/http/build-manifest.ts");
      writeAllAssets(client);
    }
    if (mode === "production") await precompress(client);
    if (mode === "production" && parts.includes("ssr")) await copyNative(server);
    // A start reads every map; those of the libraries would take half of its time.
    for (const map of globSync(`${server}/libraries-*.map`)) await rm(map);
  } catch (error) {
    for (const folder of [client, server]) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await rm(MARK, { force: true });
  if (parts.includes("client")) await switchTo("dist/client", client, id);
  if (parts.includes("ssr")) await switchTo("dist/server", server, id);
  if (mode === "production" && parts.length === 2) await writeFile(MARK, hash);
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Puts packages with native programs beside the built server, which is installed without the project's node_modules.
 * @param {string} server
 */
async function copyNative(server) {
  const packages = [
    "sharp",
    "detect-libc",
    "semver",
    ...(await readdir("node_modules/@img")).map((name) => `@img/${name}`),
  ];
  for (const name of packages)
    await cp(`node_modules/${name}`, `${server}/node_modules/${name}`, { recursive: true, dereference: true });
  // The fonts of link pictures, in their one weight.
  for (const file of globSync("node_modules/@expo-google-fonts/*/{package.json,LICENSE_FONT,700Bold/*.ttf}"))
    await cp(file, `${server}/${file}`);
}

/** @returns {string} */
function hashSources() {
  const hash = createHash("sha256");
  const files = globSync(SOURCES).filter((file) => !notSources.test(file) && statSync(file).isFile());
  files.sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Removes what builds of programs that have ended left unfinished. @param {string} dist */
export async function removeUnfinished(dist) {
  for (const name of await readdir(dist).catch(() => [])) {
    const [, pid] = /^unfinished-\w+-\w+-(\d+)(\.link)?$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(dist, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A program of another user may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Gives the finished build in the folder `made` its name, `${place}-<id>`, points the link `place` to it, and removes
 * all but the latest three builds.
 * @param {string} place
 * @param {string} made
 * @param {string} id later builds have later ones
 */
export async function switchTo(place, made, id) {
  const found = await lstat(place).catch(() => undefined);
  // Earlier versions built into the folder itself.
  if (found?.isDirectory()) await rm(place, { recursive: true });
  const finished = `${place}-${id}`;
  await rename(made, finished);
  const link = `${made}.link`;
  await symlink(path.basename(finished), link, "junction");
  await rename(link, place);
  const builds = (await readdir(path.dirname(place))).filter((name) => name.startsWith(`${path.basename(place)}-`));
  for (const old of builds.sort().slice(0, -keptBuilds))
    await rm(path.join(path.dirname(place), old), { recursive: true, force: true });
}

/**
 * Precompresses each text file in every encoding that makes it smaller, so that the server compresses nothing per
 * response.
 * @param {string} folder
 */
async function precompress(folder) {
  const files = globSync(`${folder}/**/*.{js,css,svg,webmanifest,json,txt,xml}`);
  await Promise.all(
    files.map(async (file) => {
      const plain = await readFile(file);
      for (const encoding of encodings) {
        const compressed = await compress(plain, encoding, "best");
        if (compressed.length < plain.length) await writeFile(`${file}.${encoding}`, compressed);
      }
    }),
  );
}

if (import.meta.main) {
  readArguments({ usage: "npm run build\n\n  Builds client and server into dist/." });
  await build("production").catch((/** @type {Error} */ error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
