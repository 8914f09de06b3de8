/**
 * Builds the client into dist/client and the server into dist/server. A build is made in a staging folder, moved into
 * place, and then marked with the hash of its sources, so that an incomplete one never counts.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compress, encodings } from "../src/server/http/compression.ts";

const MARK = "dist/.built";
const SOURCES = [
  "src/**/*",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/build.js",
];

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

/** @param {"production" | "development"} mode */
export async function build(mode) {
  const started = performance.now();
  const hash = hashSources();
  // As deep as the final folders, so that source maps stay valid there.
  const client = `dist/.client-${process.pid}`;
  const server = `dist/.server-${process.pid}`;
  // Vite and React both read it; overrides the shell's value.
  process.env.NODE_ENV = mode;
  const { createBuilder } = await import("vite");
  try {
    const builder = await createBuilder({
      mode,
      configLoader: "native",
      logLevel: "warn",
      environments: {
        client: { build: { outDir: client } },
        ssr: { build: { outDir: server } },
      },
    });
    await builder.buildApp();
    if (mode === "production") await precompress(client);
    // A start reads every map; those of the libraries would take half of its time.
    for (const map of globSync(`${server}/libraries-*.map`)) await rm(map);
    await rm(MARK, { force: true });
    await moveInto("dist/client", client);
    await moveInto("dist/server", server);
    if (mode === "production") await writeFile(MARK, hash);
  } finally {
    for (const folder of [client, server]) await rm(folder, { recursive: true, force: true });
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** @returns {string} */
function hashSources() {
  const hash = createHash("sha256");
  const files = globSync(SOURCES).filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile());
  files.sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} place
 * @param {string} made
 */
async function moveInto(place, made) {
  const old = `${made}-old`;
  await mkdir(place, { recursive: true });
  await rename(place, old);
  await rename(made, place);
  await rm(old, { recursive: true, force: true });
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
  await build("production").catch((/** @type {Error} */ error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
