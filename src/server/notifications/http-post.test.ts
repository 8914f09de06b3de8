import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { english } from "../testing-message-codes.ts";
import { createPost, type Resolve } from "./http-post.ts";
import { madeUpCertificate, startReceiver } from "./testing.ts";

const here: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
const never = new AbortController().signal;
const message = { body: '{"a":"€"}' };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const postHere = createPost({ privateHosts: new Set(["127.0.0.1"]), timeoutMs: 60_000 });
const send = (post = postHere) => post(new URL(`${receiver.origin}/hook?x=1`), message, never);
/** Returns a client with a limit short enough to wait for. */
const postWithin = (timeoutMs: number) => createPost({ privateHosts: new Set(["127.0.0.1"]), timeoutMs });

describe("what it sends", () => {
  it("is one POST of JSON to the whole address", async () => {
    expect(english(await send())).toEqual({ ok: true, status: 204, body: "", retryAfter: undefined });
    expect(receiver.calls).toMatchObject([
      { path: "/hook?x=1", body: message.body, headers: { "content-type": "application/json" } },
    ]);
  });
});

describe("reaching inside", () => {
  const strict = createPost({ privateHosts: new Set(), timeoutMs: 60_000 });
  const inside = "The address leads into a private network, where nothing is sent.";

  it.each([
    "https://127.0.0.1",
    "https://2130706433",
    "https://0x7f.1",
    "https://0177.0.0.1",
    "https://127.1",
    "https://0",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://[::ffff:7f00:1]",
    "https://[64:ff9b::7f00:1]",
    "https://[fd00::1]",
    "https://[fe80::1]",
    "https://①②⑦.⓪.⓪.①",
    "https://localhost",
  ])("%s is refused", async (start) => {
    const url = new URL(start);
    url.port = String(receiver.port);
    expect(english(await strict(url, message, never))).toEqual({ ok: false, problem: inside });
    expect(receiver.calls).toEqual([]);
  });

  it.each([
    ["an address of this machine", ["127.0.0.1"]],
    ["a private address", ["192.168.0.10"]],
    ["a public address and a private one", ["93.184.216.34", "10.0.0.1"]],
    ["a mapped one", ["::ffff:10.0.0.1"]],
    ["the metadata of a cloud", ["169.254.169.254"]],
  ])("a name that stands for %s is refused", async (_what, addresses) => {
    const resolve: Resolve = async () => addresses.map((address) => ({ address, family: 4 }));
    const post = createPost({ privateHosts: new Set(), resolve, timeoutMs: 60_000 });
    const url = new URL(`https://hook.example.com:${receiver.port}/`);
    expect(english(await post(url, message, never))).toEqual({ ok: false, problem: inside });
  });

  it("connects to the address that was checked, whatever the name stands for a moment later", async () => {
    // Only this resolver knows the name, so what arrives here was sent to the address of its first result.
    const responses = [[{ address: "127.0.0.1", family: 4 }], [{ address: "10.0.0.1", family: 4 }]];
    let asked = 0;
    const resolve: Resolve = async () => responses[asked++] ?? [];
    const post = createPost({ privateHosts: new Set(["hook.example.com"]), resolve, timeoutMs: 60_000 });
    const posted = await post(new URL(`http://hook.example.com:${receiver.port}/`), message, never);
    expect(posted).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
    expect(receiver.calls).toHaveLength(1);
  });

  it("needs https, unless the host is a named private one", async () => {
    const post = createPost({ privateHosts: new Set(["127.0.0.1"]), resolve: here, timeoutMs: 60_000 });
    expect(english(await post(new URL(`http://hook.example.com:${receiver.port}/`), message, never))).toEqual({
      ok: false,
      problem: "The address does not start with https://.",
    });
    expect(receiver.calls).toEqual([]);
    expect(english(await post(new URL(receiver.origin), message, never))).toMatchObject({ status: 204 });
  });
});

it("an https address whose port speaks plain http is said so", async () => {
  const plain = await startReceiver();
  const post = createPost({ privateHosts: new Set(["hook.example.com"]), resolve: here, timeoutMs: 60_000 });
  const { port } = new URL(plain.origin);
  expect(english(await post(new URL(`https://hook.example.com:${port}/`), message, never))).toEqual({
    ok: false,
    problem: "The host does not support TLS on this port.",
  });
  await plain.close();
});

describe("a certificate", () => {
  it("must be one for the host; the host is named whatever address is connected to", async () => {
    const secure = await startReceiver({ secure: true });
    const privateHosts = new Set(["hook.example.com", "other.example.com"]);
    const post = createPost({ privateHosts, resolve: here, timeoutMs: 60_000 });
    const url = new URL(`https://hook.example.com:${secure.port}/`);
    expect(english(await post(url, message, never))).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The host has a certificate that is not trusted \(\w+\)\.$/),
    });
    expect(secure.calls).toEqual([]);
    tls.setDefaultCACertificates([...tls.getCACertificates(), madeUpCertificate.cert]);
    expect(english(await post(url, message, never))).toMatchObject({ status: 204 });
    expect(secure.calls).toMatchObject([{ headers: { host: `hook.example.com:${secure.port}` } }]);
    url.hostname = "other.example.com";
    expect(english(await post(url, message, never))).toMatchObject({ problem: expect.stringContaining("certificate") });
    await secure.close();
  });
});

describe("a receiver that", () => {
  it("redirects is not followed", async () => {
    const other = await startReceiver();
    receiver.response = (response) => response.writeHead(307, { location: other.origin }).end();
    expect(english(await send())).toMatchObject({ status: 307 });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it("does not respond is not waited for", async () => {
    receiver.response = () => undefined;
    expect(english(await send(postWithin(300)))).toEqual({ ok: false, problem: "The host did not answer in time." });
  });

  it("responds endlessly is read up to 64 kB", async () => {
    receiver.response = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        response.once("drain", more);
      };
      more();
    };
    const posted = await send();
    expect(posted).toMatchObject({ status: 200 });
    expect((posted as { body: string }).body).toHaveLength(65_536);
  });

  it("responds slowly has responded once its status is there", async () => {
    receiver.response = (response) => response.writeHead(200).write("x");
    expect(english(await send(postWithin(2000)))).toMatchObject({ status: 200, body: "x" });
  });

  it("breaks off, or is not there, is said in words", async () => {
    receiver.response = (_response, _call, request) => request.socket.destroy();
    expect(english(await send())).toEqual({ ok: false, problem: "The host closed the connection." });
    const gone = await startReceiver();
    await gone.close();
    expect(english(await postHere(new URL(gone.origin), message, never))).toEqual({
      ok: false,
      problem: "The host refused the connection.",
    });
    const resolve: Resolve = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    const post = createPost({ privateHosts: new Set(), resolve });
    expect(english(await post(new URL("https://nowhere.example/"), message, never))).toEqual({
      ok: false,
      problem: "The host has a name that does not exist.",
    });
  });

  it("accepts a connection and says nothing is not waited for, nor is a look-up", async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await postWithin(300)(new URL(`https://127.0.0.1:${port}/`), message, never)).toHaveProperty("problem");
    for (const socket of sockets) socket.destroy();
    silent.close();
    const post = createPost({ privateHosts: new Set(), resolve: () => new Promise(() => {}), timeoutMs: 50 });
    expect(english(await post(new URL("https://slow.example/"), message, never))).toEqual({
      ok: false,
      problem: "The host did not answer in time.",
    });
  });
});
