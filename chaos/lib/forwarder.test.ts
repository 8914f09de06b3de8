import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Forwarder, openForwarder } from "./forwarder.ts";
import { sleep } from "./server.ts";
import { freePort } from "../../src/server/testing-program.ts";

let forwarder: Forwarder;
const servers: Server[] = [];
beforeEach(async () => {
  forwarder = await openForwarder();
});
afterEach(async () => {
  await forwarder.close();
  for (const server of servers.splice(0)) server.close();
});

/** Sends its name on each connection, then records what it receives. */
async function serve(name: string) {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.setEncoding("utf8").on("data", (said: string) => received.push(said));
    socket.write(name);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, received };
}

async function visit(): Promise<{ socket: Socket; receives: () => Promise<string> }> {
  const socket = connect({ port: forwarder.port, host: "127.0.0.1" }).setEncoding("utf8");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, receives: async () => String((await once(socket, "data"))[0]) };
}

it("balances round-robin, past an instance that accepts nothing", async () => {
  const [one, two] = [await serve("one"), await serve("two")];
  forwarder.lead([one.port, await freePort(), two.port]);
  const heard = new Set<string>();
  for (let times = 0; times < 6; times += 1) heard.add(await (await visit()).receives());
  expect([...heard].toSorted()).toEqual(["one", "two"]);
});

it("ends a connection that leads nowhere", async () => {
  const { socket } = await visit();
  expect(await text(socket)).toBe("");
});

it("forwards data sent during a pause, unless the connection is cut", async () => {
  const server = await serve("here");
  forwarder.lead([server.port]);
  const first = await visit();
  await first.receives();
  forwarder.stand();
  first.socket.write("late");
  await sleep(50);
  expect(server.received).toEqual([]);
  forwarder.go();
  await expect.poll(() => server.received).toEqual(["late"]);
  forwarder.stand();
  first.socket.write("never");
  await sleep(50);
  forwarder.cut();
  forwarder.go();
  await once(first.socket, "close");
  await sleep(50);
  expect(server.received).toEqual(["late"]);
});

it("lets open connections fall silent without an end, and forwards new ones", async () => {
  const server = await serve("here");
  forwarder.lead([server.port]);
  const first = await visit();
  await first.receives();
  forwarder.hush();
  first.socket.write("never");
  const second = await visit();
  expect(await second.receives()).toBe("here");
  second.socket.write("heard");
  await expect.poll(() => server.received).toEqual(["heard"]);
  expect(first.socket.closed).toBe(false);
});
