/**
 * A process that exports a whole inbox and prints how many MB of memory that takes above idle: `node
 * bench/inbox/export.ts <folder of the store>`.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openStore } from "#server/open-store.ts";
import { serveInbox } from "./api.ts";

/** Reads a file as a stream, keeps nothing of it, and prints its size in bytes. */
const download = `
  let bytes = 0;
  require("node:http").get(process.argv[1], { headers: { cookie: process.argv[2] } }, (answer) => {
    if (answer.statusCode !== 200) process.exit(1);
    answer.on("data", (chunk) => (bytes += chunk.length)).on("end", () => console.log(bytes));
  });`;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const [dataDir = ""] = process.argv.slice(2);
const store = await openStore({ dataDir });
const { app, headers } = await serveInbox(store, dataDir);
const origin = await app.listen({ port: 0, host: "127.0.0.1" });
// Loads a few pages, as in an inbox in use that is now idle.
for (let index = 0; index < 20; index += 1) await app.inject({ url: "/api/contact-inquiries", headers });
collectGarbage();
await new Promise((resolve) => void setTimeout(resolve, 500));
const idle = process.memoryUsage.rss();
let peak = idle;
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const started = performance.now();
const url = `${origin}/api/contact-inquiries/export.csv`;
const client = spawn(process.execPath, ["--eval", download, url, headers.cookie], {
  stdio: ["ignore", "pipe", "inherit"],
});
const bytes = Number(await text(client.stdout));
clearInterval(watching);
if (bytes === 0) throw new Error("nothing was exported");
const seconds = (performance.now() - started) / 1000;
console.error(`  exported ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
await app.close();
await store.close();
console.log((peak - idle) / 1e6);
