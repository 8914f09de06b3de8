/** Rebuilds on every change and restarts the server; open pages reload once the server responds again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { readArguments } from "../src/server/lib/command-line.ts";
import { build } from "./build.js";

readArguments({ usage: "npm run dev\n\n  Serves the site, and builds and restarts it on every change, until Ctrl-C." });
/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
let busy = false;
let changedMeanwhile = false;

/** @type {NodeJS.Timeout | undefined} */
let settling;
watch("src", { recursive: true }, (_event, file) => {
  if (file && (/\.test\.tsx?$/.test(file) || file.includes("compiled"))) return;
  // An editor saves in several steps, and several files together.
  clearTimeout(settling);
  settling = setTimeout(() => void refresh(), 100);
});
await refresh();

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}

process.once("disconnect", () => void stop().then(() => process.exit(0)));
process.channel?.unref();

async function refresh() {
  changedMeanwhile = true;
  if (busy) return;
  busy = true;
  while (changedMeanwhile) {
    changedMeanwhile = false;
    try {
      await build("development");
      await stop();
      server = spawn(process.execPath, [...process.execArgv, "dist/server/main.js"], {
        stdio: ["inherit", "inherit", "inherit", "ipc"],
      });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      console.error("Not built; what was built before keeps running.");
    }
  }
  busy = false;
}

/** Lets the server finish its requests. */
async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "exit");
  server.kill("SIGTERM");
  await gone;
}
