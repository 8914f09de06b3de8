import { once } from "node:events";
import { request as send } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { untilEnded } from "#server/testing-program.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";

let test: TestApp;
let sockets: Socket[];
beforeEach(() => {
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await test.close();
});

/** Listens on 127.0.0.1 with these settings. */
async function listen(env: Record<string, string>): Promise<number> {
  test = await createTestApp({ env });
  await test.app.listen({ port: 0, host: "127.0.0.1" });
  const [address] = test.app.addresses();
  return typeof address === "object" ? address.port : 0;
}

async function open(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function get(port: number, path: string, headers: Record<string, string> = {}, localAddress = "127.0.0.1") {
  const [response] = await once(
    send({ port, host: "127.0.0.1", path, headers, localAddress, agent: false }).end(),
    "response",
  );
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const ask = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
const slow: ReadonlyArray<[string, Record<string, string>, string]> = [
  ["headers that never end", { LIMIT_HEADER_SECONDS: "1" }, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
  ["a connection on which nothing is ever asked", { LIMIT_HEADER_SECONDS: "1" }, ""],
  [
    "a body that never ends",
    { LIMIT_REQUEST_SECONDS: "1" },
    "POST /api/contact-inquiries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
      "900\r\n\r\n{",
  ],
  ["a connection that is kept open for nothing", { LIMIT_IDLE_SECONDS: "1" }, ask],
];

it.each(slow)("ends %s", async (_what, env, first) => {
  const port = await listen(env);
  const socket = await open(port);
  socket.write(first);
  const more = setInterval(() => socket.write(first === ask ? "" : "x"), 200);
  await untilEnded(socket);
  clearInterval(more);
  expect((await get(port, "/livez")).status).toBe(200);
});

describe("requests of one network", () => {
  const limits = { LIMIT_REQUESTS_PER_SECOND: "1", LIMIT_REQUEST_BURST: "7" };
  // Stops the refill of the request limits, however slow the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("beyond its share get 429 before routing, and their connection ends; other networks continue", async () => {
    const port = await listen(limits);
    const socket = await open(port);
    socket.write(ask.repeat(9));
    const reply = await untilEnded(socket);
    expect(reply.match(/HTTP\/1\.1 200/g)).toHaveLength(7);
    expect(reply.match(/HTTP\/1\.1 429/g)).toHaveLength(1);
    expect(reply.toLowerCase()).toContain("retry-after: 1\r\n");
    expect(reply.toLowerCase()).toContain("connection: close\r\n");
    expect(reply).toContain("Too many requests have come from your network. Please wait a moment and try again.");
    expect((await get(port, "/livez", {}, "127.0.0.2")).status).toBe(200);
  });

  it.each(["/contact/message", "/hi/contact/message"])("count tenfold if %s is rendered for each", async (page) => {
    const port = await listen({ ...limits, LIMIT_REQUEST_BURST: "24" });
    const socket = await open(port);
    socket.write(ask.replace("/livez", page).repeat(3));
    const reply = await untilEnded(socket);
    expect(reply.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(reply.match(/HTTP\/1\.1 429/g)).toHaveLength(1);
  });

  it("get problem details from the API", async () => {
    const port = await listen(limits);
    const socket = await open(port);
    socket.write(ask.repeat(7) + ask.replace("/livez", "/api/contacts/active"));
    const reply = await untilEnded(socket);
    expect(reply).toContain("application/problem+json");
    const problem: unknown = JSON.parse(reply.slice(reply.lastIndexOf("\r\n\r\n")));
    expect(problem).toMatchObject({ status: 429, title: "Too Many Requests", message: expect.any(String) });
  });

  it("are counted for the visitor behind a trusted proxy, whose connection stays", async () => {
    const port = await listen({ ...limits, TRUST_PROXY: "loopback" });
    const from = (address: string) => get(port, "/livez", { "x-forwarded-for": address });
    for (let each = 0; each < 7; each += 1) expect((await from("192.0.2.1")).status).toBe(200);
    const refused = await from("192.0.2.1");
    expect(refused.status).toBe(429);
    expect((await from("192.0.2.2")).status).toBe(200);
    const socket = await open(port);
    const forwarded = ask.replace("\r\n\r\n", "\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
    socket.write(forwarded + ask.replace("\r\n\r\n", "\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.3\r\n\r\n"));
    const both = await untilEnded(socket);
    expect(both.match(/HTTP\/1\.1 (\d+)/g)).toEqual(["HTTP/1.1 429", "HTTP/1.1 200"]);
  });

  it.each(["1", "loopback", "127.0.0.1,10.0.0.0/8"])(
    "count the visitor whom the proxy names, not one whom the visitor has made up, with TRUST_PROXY=%s",
    async (trusted) => {
      const port = await listen({ ...limits, TRUST_PROXY: trusted });
      const from = async (real: string, spoofed: string) =>
        (await get(port, "/livez", { "x-forwarded-for": `${spoofed}, ${real}` })).status;
      for (let each = 0; each < 7; each += 1) expect(await from("192.0.2.1", `198.51.100.${each}`)).toBe(200);
      expect(await from("192.0.2.1", "198.51.100.99")).toBe(429);
      expect(await from("192.0.2.2", "192.0.2.1")).toBe(200);
    },
  );

  it("count for their own network if the proxy is not trusted", async () => {
    const port = await listen(limits);
    for (let each = 0; each < 7; each += 1) {
      expect((await get(port, "/livez", { "x-forwarded-for": `192.0.2.${each}` })).status).toBe(200);
    }
    await expect(isAnswered(await askAnew(port))).resolves.toBe(false);
  });

  /** Sends one request on a new connection. */
  async function askAnew(port: number, localAddress?: string): Promise<Socket> {
    const socket = await open(port, localAddress);
    socket.write(ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    return socket;
  }

  /** Whether a response or the end arrives within 300 ms, far longer than a response takes. */
  const isAnswered = (socket: Socket) =>
    once(socket, "readable", { signal: AbortSignal.timeout(300) }).then(
      () => true,
      () => false,
    );

  it("on new connections are queued, unread, until there is a share for them", async () => {
    const port = await listen(limits);
    for (let each = 0; each < 7; each += 1) await get(port, "/livez");
    const first = await askAnew(port);
    expect(await isAnswered(first)).toBe(false);
    const second = await askAnew(port);
    expect((await get(port, "/livez", {}, "127.0.0.2")).status).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    expect(await untilEnded(first)).toContain("HTTP/1.1 200");
    expect(await isAnswered(second)).toBe(false);
    vi.setSystemTime(Date.now() + 1000);
    expect(await untilEnded(second)).toContain("HTTP/1.1 200");
  });

  it("do not use up a share that returns after they left", async () => {
    const port = await listen(limits);
    for (let each = 0; each < 7; each += 1) await get(port, "/livez");
    const gone = await askAnew(port);
    expect(await isAnswered(gone)).toBe(false);
    gone.destroy();
    vi.setSystemTime(Date.now() + 2000);
    await expect.poll(async () => (await get(port, "/livez")).status).toBe(200);
  });

  it("that are queued too long end like slow ones", async () => {
    const port = await listen({ ...limits, LIMIT_HEADER_SECONDS: "1" });
    for (let each = 0; each < 7; each += 1) await get(port, "/livez");
    const socket = await askAnew(port);
    // The request was never read, so the system resets the connection.
    await expect(once(socket, "close")).rejects.toThrow("ECONNRESET");
  });

  it.each(["LIMIT_REQUESTS_PER_SECOND", "LIMIT_REQUEST_BURST"])("are unlimited if %s is 0", async (name) => {
    const port = await listen({ ...limits, LIMIT_PIPELINED_REQUESTS: "0", [name]: "0" });
    const socket = await open(port);
    socket.write(ask.repeat(20) + ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect((await untilEnded(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(21);
  });
});

describe("connections", () => {
  /** Returns the socket if the connection is served, null if it is ended. */
  async function isServed(port: number, localAddress?: string): Promise<Socket | null> {
    const socket = await open(port, localAddress).catch(() => null);
    if (socket === null) return null;
    socket.write(ask);
    const [first] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [])]);
    return first === undefined ? null : socket;
  }

  it("of one network are limited, and free their place when they end", async () => {
    const port = await listen({ LIMIT_CONNECTIONS_PER_NETWORK: "2" });
    const first = await isServed(port);
    expect(await isServed(port)).not.toBeNull();
    expect(await isServed(port)).toBeNull();
    expect(await isServed(port, "127.0.0.2")).not.toBeNull();
    first?.destroy();
    await expect.poll(async () => (await isServed(port)) !== null).toBe(true);
  });

  it("of a trusted proxy are not counted", async () => {
    const port = await listen({ LIMIT_CONNECTIONS_PER_NETWORK: "1", TRUST_PROXY: "loopback" });
    for (let each = 0; each < 3; each += 1) expect(await isServed(port)).not.toBeNull();
  });

  it("are limited in total; idle ones are closed first", async () => {
    const port = await listen({ LIMIT_CONNECTIONS: "2" });
    const idle = await isServed(port);
    expect(await isServed(port, "127.0.0.2")).not.toBeNull();
    expect(await isServed(port, "127.0.0.3")).toBeNull();
    if (idle !== null && !idle.closed) await once(idle, "close");
    expect(await isServed(port, "127.0.0.3")).not.toBeNull();
  });

  it("with too many pipelined requests are ended", async () => {
    const port = await listen({ LIMIT_PIPELINED_REQUESTS: "3" });
    const few = await open(port);
    few.write(ask.repeat(2) + ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    expect((await untilEnded(few)).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    const many = await open(port);
    many.write(ask.repeat(4));
    expect((await untilEnded(many)).match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(0);
    // Sequential requests are not limited.
    const steady = await open(port);
    for (let each = 0; each < 10; each += 1) {
      steady.write(ask);
      await once(steady, "data");
    }
  });
});
