import * as zlib from "node:zlib";
import { setImmediate } from "node:timers/promises";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedByVersion } from "./cached-response.ts";
import { createResponseCache } from "./response-cache.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { pollEvery } from "#server/watch-store.ts";

// The real functions; one can be made to fail.
vi.mock("node:zlib", async (original) => {
  const real = await original<typeof zlib>();
  return { ...real, gzip: vi.fn(real.gzip) };
});

describe("a public response", () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp();
    await test.services.channels.add({ type: "email", value: "help@example.com", isActive: true, proof: "हिन्दी" });
  });
  afterEach(() => test.close());

  const urls = ["/", "/contact", "/contact?tab=community", "/terms", "/privacy", "/api/contacts/active"];
  const get = (url: string, headers: Record<string, string>) => test.app.inject({ url, headers });

  it.each(urls)("%s is the same text in every encoding", async (url) => {
    const identity = await get(url, { "accept-encoding": "identity" });
    const zipped = await get(url, { "accept-encoding": "gzip" });
    const brotli = await get(url, { "accept-encoding": "br" });
    const zstd = await get(url, { "accept-encoding": "zstd" });
    expect(identity.headers["content-encoding"]).toBeUndefined();
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(zstd.headers["content-encoding"]).toBe("zstd");
    expect(zlib.gunzipSync(zipped.rawPayload).toString()).toBe(identity.body);
    expect(zlib.brotliDecompressSync(brotli.rawPayload).toString()).toBe(identity.body);
    expect(zlib.zstdDecompressSync(zstd.rawPayload).toString()).toBe(identity.body);
    for (const response of [identity, zipped, brotli, zstd]) {
      expect(response.headers.vary).toBe("Accept-Encoding");
      expect(response.headers.etag).toBe(identity.headers.etag);
      expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
      expect(response.headers["content-type"]).toBe(identity.headers["content-type"]);
    }
  });

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, zstd", "zstd"],
    ["GZIP, BR", "br"],
    ["gzip;q=1.0, br;q=0.5", "br"],
    ["gzip, br;q=0", "gzip"],
    ["gzip;q=0, br;q=0.0", undefined],
    ["br;q=0.001", "br"],
    ["deflate", undefined],
    ["x-br, brotli", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("for Accept-Encoding %s comes as %s", async (accepted, encoding) => {
    const response = await get("/", accepted === undefined ? {} : { "accept-encoding": accepted });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-encoding"]).toBe(encoding);
  });

  it.each(urls)("%s is not resent if unchanged", async (url) => {
    const first = await get(url, { "accept-encoding": "br" });
    const etag = String(first.headers.etag);
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await get(url, { "if-none-match": known, "accept-encoding": "br" });
      expect(again.statusCode).toBe(304);
      expect(again.rawPayload).toHaveLength(0);
      expect(again.headers.etag).toBe(etag);
      expect(again.headers.vary).toBe("Accept-Encoding");
      expect(again.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
    }
    for (const other of ['"other"', 'W/"other"', etag.slice(0, -2), ""]) {
      expect((await get(url, { "if-none-match": other })).statusCode).toBe(200);
    }
  });
});

it("a replaced channel leaves upstream caches within 5 s, whichever program replaced it", async () => {
  const test = await createTestApp();
  const { headers } = await test.app.inject("/");
  const seconds = Number(/s-maxage=(\d+), must-revalidate/.exec(String(headers["cache-control"]))?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds * 1000 + pollEvery).toBeLessThan(5000);
  await test.close();
});

describe("a response of one version", () => {
  function appWithDoor() {
    const app = Fastify();
    app.decorate("sendCached", createResponseCache(() => "the request").sendCached);
    return app;
  }

  it("is made once for simultaneous requests", async () => {
    const make = vi.fn(() => "text");
    const app = appWithDoor();
    app.get(
      "/",
      cachedByVersion(() => Promise.resolve({ version: 1, make }), { "content-type": "text/plain" }),
    );
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.inject("/")));
    expect(responses.map(({ body }) => body)).toEqual(Array(20).fill("text"));
    expect(make).toHaveBeenCalledTimes(1);
    await app.close();
  });

  it("is remade after a compression failure", async () => {
    const make = vi.fn(() => "text");
    const app = appWithDoor();
    app.get(
      "/",
      cachedByVersion(() => Promise.resolve({ version: 1, make }), { "content-type": "text/plain" }),
    );
    vi.mocked(zlib.gzip).mockImplementationOnce((...given: unknown[]) => {
      const done = given.at(-1) as (error: Error) => void;
      done(new Error("no memory"));
    });
    const zipped = () => app.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
    const responses = await Promise.all([zipped(), app.inject("/")]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 200]);
    expect(zlib.gunzipSync((await zipped()).rawPayload).toString()).toBe("text");
    expect(make).toHaveBeenCalledTimes(2);
    await app.close();
  });

  it("is remade after a failure", async () => {
    const make = vi
      .fn<() => string>(() => "text")
      .mockImplementationOnce(() => {
        throw new Error("no memory");
      });
    const app = appWithDoor();
    app.get(
      "/",
      cachedByVersion(() => Promise.resolve({ version: 1, make }), { "content-type": "text/plain" }),
    );
    expect((await app.inject("/")).statusCode).toBe(500);
    expect((await app.inject("/")).body).toBe("text");
    expect((await app.inject("/")).body).toBe("text");
    expect(make).toHaveBeenCalledTimes(2);
    await app.close();
  });

  it("waits for its own encoding only", async () => {
    const app = appWithDoor();
    const read = () => Promise.resolve({ version: 1, make: () => "text" });
    app.get("/", cachedByVersion(read, { "content-type": "text/plain" }));
    vi.mocked(zlib.gzip).mockImplementationOnce(() => undefined);
    const responses = ["identity", "br", "zstd"].map((encoding) =>
      app.inject({ url: "/", headers: { "accept-encoding": encoding } }),
    );
    expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await app.close();
  });

  it("is rendered again for the next version, and never sent for it", async () => {
    let version = 1;
    const app = appWithDoor();
    app.get(
      "/",
      cachedByVersion(
        () => {
          const now = version;
          return Promise.resolve({ version: now, make: () => `version ${now}` });
        },
        { "content-type": "text/plain" },
      ),
    );
    const responses: Array<Promise<boolean>> = [];
    for (let asked = 1; asked <= 10; asked += 1) {
      responses.push(app.inject("/").then(({ body }) => Number(body.split(" ")[1]) >= asked));
      // Most versions are read before the next exists, while some responses are still in progress.
      await setImmediate();
      version += 1;
    }
    expect(await Promise.all(responses)).toEqual(Array(10).fill(true));
    expect((await app.inject("/")).body).toBe("version 11");
    version += 1;
    expect((await app.inject("/")).body).toBe("version 12");
    await app.close();
  });
});
