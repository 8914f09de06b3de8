/**
 * Visitors of a server, in a process of their own: 15 pages and 15 inquiries a second, each when it is due, whatever
 * the earlier ones take. Prints the milliseconds from then to the end of each response:
 * `node bench/visitors.ts <port> <seconds> <seed>`.
 */
import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createGenerator } from "./generator.ts";

const [port = 0, seconds = 0, seed = 0] = process.argv.slice(2).map(Number);
const perSecond = 30;
const agent = new Agent({ keepAlive: true });
const generate = createGenerator(seed);
const waits: Record<"get" | "post", number[]> = { get: [], post: [] };

const marks = JSON.parse((await ask("GET", "/api/contact-inquiries/form-time")).body) as object;
const startAt = performance.now();
const all: Promise<void>[] = [];
for (let count = 0; count < perSecond * seconds; count += 1) {
  const dueAt = startAt + (count * 1000) / perSecond;
  await sleep(Math.max(0, dueAt - performance.now()));
  all.push(visit(count % 2 === 0 ? "get" : "post", dueAt));
}
await Promise.all(all);
agent.destroy();
console.log(JSON.stringify(waits));

async function visit(kind: "get" | "post", dueAt: number): Promise<void> {
  const { status } =
    kind === "get"
      ? await ask("GET", "/contact")
      : await ask("POST", "/api/contact-inquiries", { ...generate().fields, ...marks });
  if (status !== (kind === "get" ? 200 : 201)) throw new Error(`${kind} was answered with ${status}`);
  waits[kind].push(performance.now() - dueAt);
}

async function ask(method: string, path: string, fields?: object): Promise<{ status: number; body: string }> {
  const body = fields === undefined ? "" : JSON.stringify(fields);
  const headers = fields === undefined ? {} : { "content-type": "application/json", "idempotency-key": randomUUID() };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ agent, host: "127.0.0.1", port, method, path, headers }, resolve).on("error", reject).end(body);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}
