/** Formats the given files, or all. */
import { spawnSync } from "node:child_process";
import { readArguments } from "../src/server/lib/command-line.ts";

const { rest: files } = readArguments({
  usage: "npm run format [-- <file> ...]\n\n  Formats these files, or all.",
  rest: (given) => given,
});
const { status } = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", ...files], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
