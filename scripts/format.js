/** Formats the given files, or all, and records from which English text each changed translation was made. */
import { spawnSync } from "node:child_process";
import { readArguments } from "../src/server/lib/command-line.ts";
import { recordSources } from "./messages/sources.js";

const { rest: files } = readArguments({
  usage: "npm run format [-- <file> ...]\n\n  Formats these files, or all, and updates sources.json of each language.",
  rest: (given) => given,
});
recordSources();
const { status } = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", ...files], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
