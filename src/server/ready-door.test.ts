import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAssets } from "./assets.ts";
import { createTestApp, type TestApp } from "./testing.ts";

/** What `npm run build` makes; `npm test` builds before it tests. */
const clientDir = join(import.meta.dirname, "../../dist/client");
const entry = readAssets(clientDir).entry.path;

let test: TestApp;
let framework: string[];
let whileClosing: Awaited<ReturnType<typeof ask>>;
beforeEach(async () => {
  test = await createTestApp({ clientDir });
  framework = [];
  test.app.addHook("onRequest", async ({ url }) => void framework.push(url));
  await test.services.contacts.add({ type: "email", value: "help@example.com", isActive: true, proof: "" });
  test.app.addHook("preClose", async () => {
    whileClosing = await ask("/", {});
  });
  await test.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => test.close());

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const { port } = test.app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, method, agent: false }, resolve).on("error", reject);
  });
  const sent = { ...answer.headers, date: undefined };
  return { status: answer.statusCode, headers: sent, body: await buffer(answer) };
}

describe("what is ready", () => {
  it.each(["/", "/contact", "/terms", "/api/contacts/active", "/contact.vcf", "/favicon.svg", entry])(
    "is sent for %s as the framework sends it, which is asked once for each encoding",
    async (path) => {
      const { etag = "" } = (await ask(path, {})).headers;
      const kinds = [
        {},
        { "accept-encoding": "br, gzip" },
        { "accept-encoding": "zstd" },
        { "accept-encoding": "gzip" },
        { "if-none-match": etag },
      ];
      for (const kind of kinds) {
        const first = await ask(path, kind);
        framework.length = 0;
        for (const other of [{}, { cookie: "session=none" }]) {
          expect(await ask(path, { ...kind, ...other })).toEqual(first);
        }
        expect(framework).toEqual([]);
      }
    },
  );

  it("is another as soon as a channel is", async () => {
    for (let times = 0; times < 3; times += 1)
      expect((await ask("/", {})).body.toString()).toContain("help@example.com");
    const [contact] = await test.services.contacts.list();
    await test.services.contacts.change({ id: contact?._id ?? "", fields: { value: "other@example.com" } });
    const { body } = await ask("/", {});
    expect(body.toString()).toContain("other@example.com");
    expect(body.toString()).not.toContain("help@example.com");
  });

  it("answers no other method and no other address", async () => {
    await ask("/", {});
    framework.length = 0;
    expect((await ask("/", {}, "HEAD")).body).toHaveLength(0);
    await ask("/?x=1", {});
    await ask("/?x=1", {});
    expect(framework).toEqual(["/", "/?x=1", "/?x=1"]);
  });

  it("is left to the framework once the server stops, so that it says which answer is the last", async () => {
    await ask("/", {});
    framework.length = 0;
    await test.app.close();
    expect(framework).toEqual(["/"]);
    expect(whileClosing).toMatchObject({ status: 200, headers: { connection: "close" } });
  });
});
