/** Formats the given files, or all. */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
