/**
 * Sends requests on a fixed schedule, regardless of earlier ones, and prints the 99th percentile of the milliseconds
 * from the time a request was due to the end of its response. `node paced-client.ts <port> <path> <requests a second>
 * <seconds>`
 *
 * It busy-loops on a core of its own: a timer would be up to 1 ms late, which is longer than a response takes. It reads
 * only where a response ends: a client as busy as the server measures itself.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { percentile } from "../figures.ts";

const [port = 0, rate = 0, seconds = 0] = [process.argv[2], process.argv[4], process.argv[5]].map(Number);
const path = process.argv[3] ?? "/";
const connections = 64;
const warmUp = rate;
const total = warmUp + rate * seconds;

const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: br\r\n\r\n`;
/** Waits from the due time to the end of the response, without the first second. */
const waits: number[] = [];
let answered = 0;
/** Due, but no connection is free. */
const waiting: { dueAt: number; isCounted: boolean }[] = [];
const idle: ((due: (typeof waiting)[number]) => void)[] = [];

for (let count = 0; count < connections; count += 1) await open();
const startAt = performance.now();
const deadline = startAt + (total / rate + 10) * 1000;
let sent = 0;
turn();

function turn(): void {
  const now = performance.now();
  for (let dueAt = dueOf(sent); sent < total && dueAt <= now; dueAt = dueOf(sent)) {
    const due = { dueAt, isCounted: sent >= warmUp };
    const send = idle.shift();
    if (send === undefined) waiting.push(due);
    else send(due);
    sent += 1;
  }
  if (answered === total) finish();
  else if (now > deadline) throw new Error(`${total - answered} of ${total} requests have no answer`);
  else setImmediate(turn);
}

function dueOf(number: number): number {
  return startAt + (number * 1000) / rate;
}

async function open(): Promise<void> {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  let due: (typeof waiting)[number] | undefined;
  /** The bytes left of the current response; unknown until its head has arrived. */
  let missing: number | undefined;
  let head = "";

  const send = (next: (typeof waiting)[number]) => {
    due = next;
    socket.write(request);
  };
  socket.on("data", (piece) => {
    if (missing === undefined) {
      head += piece.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`answered with ${head.slice(0, 30)}`);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      missing = end + 4 + length - head.length;
      head = "";
    } else {
      missing -= piece.length;
    }
    if (missing > 0) return;
    if (due?.isCounted) waits.push(performance.now() - due.dueAt);
    answered += 1;
    missing = undefined;
    const next = waiting.shift();
    if (next === undefined) idle.push(send);
    else send(next);
  });
  socket.on("close", () => {
    throw new Error("the server closed a connection");
  });
  idle.push(send);
}

function finish(): never {
  console.log(percentile(waits, 0.99));
  process.exit();
}
