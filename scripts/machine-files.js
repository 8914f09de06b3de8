/** Files and programs of the machine, for the commands that install something on it. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Runs a program.
 * @param {string} tool
 * @param {string[]} args
 * @returns {string} what it printed
 * @throws with what it said, if it failed
 */
export function run(tool, args) {
  const { status, stdout, stderr, error } = spawnSync(tool, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/**
 * Replaces a file in one step, whatever the umask.
 * @param {string} file
 * @param {string} text
 * @param {number} mode
 */
export function put(file, text, mode) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
}

/** The text of a file; empty if there is none. @param {string} file */
export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/**
 * @param {string} file
 * @param {string} text
 */
export function isText(file, text) {
  return existsSync(file) && readFileSync(file, "utf8") === text;
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
