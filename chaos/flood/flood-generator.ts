/** The flood, in its own process: `flooders.ts` starts it, and reads its counts. */
import { createInterface } from "node:readline";
import { startFlood } from "./flooder.ts";
import { openSlowSockets } from "./slow-sockets.ts";

const [text = "{}"] = process.argv.slice(2);
// Written by the parent process.
const { port, rate, sockets, slow, asset } = JSON.parse(text) as {
  port: number;
  rate: number;
  sockets: number;
  slow: number;
  asset: string;
};

const slowSockets = openSlowSockets({ port, count: slow, asset });
const flood = startFlood({ port, address: "127.0.0.1", rate, sockets });
console.log("begun");
// Each line is a command of the parent process; the end of the input ends this process.
const words = createInterface({ input: process.stdin });
words.on("line", () => {
  flood.stop();
  slowSockets.hold();
});
words.on("close", () => {
  const counted = { flood: flood.stop(), slow: slowSockets.stop() };
  process.stdout.write(JSON.stringify(counted), () => process.exit());
});
