import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAssets } from "../build-manifest.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";

const clientDir = join(import.meta.dirname, "../../../../dist/client");
const entry = readAssets(clientDir).entry.path;

/** No name is one of the example, as on a site that is ready for visitors. */
const brands = { home: { name: "A", tagline: "B" }, contact: { name: "C", tagline: "D" } };
const readySite = join(mkdtempSync(join(tmpdir(), "response-cache-")), "site.json");
writeFileSync(readySite, JSON.stringify({ brands, legal: { operator: "E" } }));
afterAll(() => rmSync(dirname(readySite), { recursive: true }));

let test: TestApp;
let framework: string[];
let whileClosing: Awaited<ReturnType<typeof ask>>;
beforeEach(async () => {
  test = await createTestApp({ clientDir, env: { SITE_CONFIG: readySite } });
  framework = [];
  test.app.addHook("onRequest", async ({ url }) => void framework.push(url));
  await test.services.channels.add({ type: "email", value: "help@example.com", isActive: true, proof: "" });
  test.app.addHook("preClose", async () => {
    whileClosing = await ask("/", {});
  });
  await test.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => test.close());

interface How {
  method?: string;
  /** False: a separate connection that ends with the response. */
  agent?: Agent | false;
}

async function ask(path: string, headers: Record<string, string>, { method = "GET", agent = false }: How = {}) {
  const { port } = test.app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, method, agent }, resolve).on("error", reject);
  });
  const sent = { ...response.headers, date: undefined };
  return { status: response.statusCode, headers: sent, body: await buffer(response) };
}

const kept = new Agent({ keepAlive: true, maxSockets: 1 });
const paths = ["/", "/contact", "/terms", "/api/contacts/active", "/contact.vcf", "/favicon.svg", entry];

describe("a cached response", () => {
  it.each(paths.flatMap((path) => [[path, "that ends", false] as const, [path, "that stays", kept] as const]))(
    "is sent for %s over a connection %s as the framework sends it, which is asked once for each encoding",
    async (path, _name, agent) => {
      const { etag = "" } = (await ask(path, {})).headers;
      const kinds = [
        {},
        { "accept-encoding": "br, gzip" },
        { "accept-encoding": "zstd" },
        { "accept-encoding": "gzip" },
        { "if-none-match": etag },
      ];
      for (const kind of kinds) {
        const first = await ask(path, kind, { agent });
        framework.length = 0;
        for (const other of [{}, { cookie: "session=none" }, {}]) {
          expect(await ask(path, { ...kind, ...other }, { agent })).toEqual(first);
        }
        expect(framework).toEqual([]);
      }
    },
  );

  it("has the current Date and Connection headers", async () => {
    const { port } = test.app.server.address() as AddressInfo;
    const raw = async (request: string) => {
      const before = Date.now();
      const socket = connect(port, "127.0.0.1").setEncoding("latin1");
      socket.write(request);
      const head = await new Promise<string>((resolve) => socket.once("data", (text) => resolve(String(text))));
      socket.destroy();
      const [status = "", ...lines] = head.split("\r\n\r\n", 1)[0]?.split("\r\n") ?? [];
      const { date = "", connection } = Object.fromEntries(lines.map((line) => line.toLowerCase().split(": ", 2)));
      // Two seconds: the header has whole ones, and Node's timer for the next one may be late.
      const isNow = Date.parse(date) > before - 2000 && Date.parse(date) <= Date.now();
      return { status, connection, isNow };
    };
    const usual = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    for (const pause of [0, 0, 0, 2300, 0]) {
      await setTimeout(pause);
      expect(await raw(usual)).toEqual({ status: "HTTP/1.1 200 OK", connection: "keep-alive", isNow: true });
      expect(await raw("GET / HTTP/1.0\r\n\r\n")).toMatchObject({ connection: "close", isNow: true });
      expect(await raw("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatchObject({
        connection: "close",
      });
      // Two pipelined requests: the second waits for the first, and neither is lost.
      expect(await raw(usual + usual)).toMatchObject({ connection: "keep-alive" });
    }
  });

  it("changes with a channel", async () => {
    for (let times = 0; times < 3; times += 1)
      expect((await ask("/", {})).body.toString()).toContain("help@example.com");
    const [channel] = await test.services.channels.list();
    await test.services.channels.change({ id: channel?._id ?? "", fields: { value: "other@example.com" } });
    const { body } = await ask("/", {});
    expect(body.toString()).toContain("other@example.com");
    expect(body.toString()).not.toContain("help@example.com");
  });

  it("is for no member while names of the example are shown, since owners see a line about them", async () => {
    await test.close();
    test = await createTestApp({ clientDir });
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const visitor = await ask("/", {});
    expect((await ask("/", { cookie: await test.signIn() })).body.toString()).toContain("Not ready yet");
    expect(await ask("/", {})).toEqual(visitor);
  });

  it("answers no other method and no other URL", async () => {
    await ask("/", {});
    framework.length = 0;
    expect((await ask("/", {}, { method: "HEAD" })).body).toHaveLength(0);
    await ask("/?x=1", {});
    await ask("/?x=1", {});
    expect(framework).toEqual(["/", "/?x=1", "/?x=1"]);
  });

  it("is left to the framework once the server stops, which announces the last response", async () => {
    await ask("/", {});
    framework.length = 0;
    await test.app.close();
    expect(framework).toEqual(["/"]);
    expect(whileClosing).toMatchObject({ status: 200, headers: { connection: "close" } });
  });
});
