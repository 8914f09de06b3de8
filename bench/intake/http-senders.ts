/**
 * A process that sends inquiries to a server as the form does: `node bench/intake/http-senders.ts <port,port>
 * <connections> <warm-up s> <s> <seed> <a second, or 0: as many as are answered>`.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { closedLoops, openLoop } from "./loops.ts";
import { createGenerator } from "../generator.ts";

const [ports = "", ...numbers] = process.argv.slice(2);
const [count = 0, warmUpSeconds = 0, seconds = 0, seed = 0, rate = 0] = numbers.map(Number);
const targets = ports.split(",").map(Number);
const generate = createGenerator(seed);
const connections = await Promise.all(
  Array.from({ length: count }, (_, index) => openConnection(targets[index % targets.length])),
);
const send = (loop: number) => connections[loop]?.() ?? Promise.reject();
const time = { warmUpSeconds, seconds };
const result = rate === 0 ? await closedLoops(count, time, send) : await openLoop(count, { ...time, rate }, send);
console.log(JSON.stringify(result));
process.exit();

/**
 * Opens a connection that sends the next inquiry on each call. A raw socket keeps the client's share of the CPU small.
 */
async function openConnection(port = 0): Promise<() => Promise<void>> {
  const socket = connect({ port, host: "127.0.0.1" }).setNoDelay(true).setEncoding("latin1");
  await once(socket, "connect");
  let received = "";
  let answered: ((response: string) => void) | undefined;
  socket.on("data", (text: string) => {
    received += text;
    if (!isWhole(received)) return;
    const response = received;
    received = "";
    answered?.(response);
  });
  socket.on("close", () => fail("the server has closed a connection"));

  function ask(request: string): Promise<string> {
    return new Promise((resolve) => {
      answered = resolve;
      socket.write(request);
    });
  }

  const host = `Host: 127.0.0.1:${port}\r\n`;
  const form = await ask(`GET /api/contact-inquiries/form-time HTTP/1.1\r\n${host}\r\n`);
  const marks: object = JSON.parse(form.slice(form.indexOf("{")));
  return async () => {
    const body = JSON.stringify({ ...generate().fields, ...marks });
    const response = await ask(
      `POST /api/contact-inquiries HTTP/1.1\r\n${host}Content-Type: application/json\r\nIdempotency-Key: ` +
        `${randomUUID()}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    if (!response.startsWith("HTTP/1.1 201 ")) fail(response);
  };
}

function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return head !== -1 && text.length === head + 4 + Number(length);
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
