/**
 * Types, lint, format, import boundaries, the lockfile, translations, long lines and risky patterns, in parallel: must
 * pass before a commit.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { readArguments } from "../src/server/lib/command-line.ts";
import { compileMessages } from "./messages/compile.js";

/** @type {Record<string, string[]>} */
const CHECKS = {
  types: ["node_modules/typescript/bin/tsc", "--pretty", String(Boolean(process.stdout.isTTY))],
  lint: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
  format: ["node_modules/oxfmt/bin/oxfmt", "--check"],
  imports: ["scripts/checks/import-boundaries.js"],
  lockfile: ["scripts/checks/lockfile.js"],
  messages: ["scripts/checks/messages.js"],
  lines: ["scripts/checks/line-lengths.js"],
  patterns: ["scripts/checks/source-patterns.js"],
};

/**
 * Runs every check and prints the results.
 * @returns {Promise<import("./test-counts.js").Counts>}
 */
export async function runChecks() {
  await compileMessages();
  const names = Object.keys(CHECKS);
  const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => runCheck(name, command)));
  const failures = names.filter((_, index) => !results[index]).map((name) => ({ text: `check: ${name}` }));
  return { passed: names.length - failures.length, failures };
}

/**
 * @param {string} name
 * @param {string[]} command
 * @returns {Promise<boolean>}
 */
async function runCheck(name, command) {
  const started = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // Stale translations fail nothing.
  const listed = code !== 0 ? `\n${stdout}${stderr}` : name === "messages" ? `\n${stdout}`.trimEnd() : "";
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)${listed}`);
  return code === 0;
}

if (import.meta.main) {
  readArguments({
    usage:
      "npm run check\n\n  Checks types, lint, format, import boundaries, the lockfile, translations and long lines.",
  });
  const { failures } = await runChecks();
  if (failures.length > 0) process.exitCode = 1;
}
