/**
 * Chaos tests: break the running product and count what it loses: `npm run chaos -- crash`, `-- power`, `-- disk`,
 * `-- flood`, `-- damage`, `-- cluster`, `-- upgrade`, `-- outside`.
 */
import { oneOf, readArguments } from "../src/server/lib/command-line.ts";
import { ensureBuilt } from "./build.js";

const harnesses = ["crash", "power", "disk", "flood", "damage", "cluster", "upgrade", "outside"];

const usage = `npm run chaos -- <harness> [options]

  Breaks the running product, and counts what it loses. The harnesses: ${harnesses.join(", ")}.
  Each explains its options with --help.`;

const [name = "", ...args] = process.argv.slice(2);
if (!harnesses.includes(name)) readArguments({ usage, rest: oneOf(harnesses) });
if (ensureBuilt()) {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import(new URL(`../chaos/${name}.ts`, import.meta.url).href);
} else {
  process.exitCode = 1;
}
