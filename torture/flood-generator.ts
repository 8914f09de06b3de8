/** The attackers, in a process of their own: `attackers.ts` starts it, and reads what it counted. */
import { createInterface } from "node:readline";
import { startFlood } from "./flooder.ts";
import { openSlowSockets } from "./slow-sockets.ts";

const [text = "{}"] = process.argv.slice(2);
// What the one who starts this writes.
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
// Each line is a word of the one who has started this; it ends with the last.
const words = createInterface({ input: process.stdin });
words.on("line", () => {
  flood.stop();
  slowSockets.hold();
});
words.on("close", () => {
  const counted = { flood: flood.stop(), slow: slowSockets.stop() };
  process.stdout.write(JSON.stringify(counted), () => process.exit());
});
