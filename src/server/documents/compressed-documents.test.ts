import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const get = (url: string, accepted?: string) =>
  test.app.inject({ url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

it.each(["/contact/message", "/report", "/nowhere", "/ContactAdmin"])(
  "%s is compressed if accepted, has its length, and fits into the first flight",
  async (url) => {
    const plain = await get(url);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [encoding, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await get(url, encoding);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers.vary).toContain("Accept-Encoding");
      expect(headers["content-length"]).toBe(String(rawPayload.length));
      expect(rawPayload.length).toBeLessThan(14_000);
      expect(open(rawPayload).toString()).toMatch(/^<!doctype html>.*<\/html>$/s);
    }
  },
);

it("a returned plain form is compressed as well", async () => {
  const { headers, rawPayload, statusCode } = await test.app.inject({
    method: "POST",
    url: "/contact/message",
    headers: { "accept-encoding": "br", "content-type": "application/x-www-form-urlencoded" },
    payload: "name=Asha+Example",
  });
  expect(statusCode).toBe(422);
  expect(headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(rawPayload).toString()).toContain("Asha Example");
});

it("does not compress compressed files, nor other types", async () => {
  const home = await get("/", "br");
  expect(brotliDecompressSync(home.rawPayload).toString()).toContain("</html>");
  expect((await get("/api/session", "br")).headers["content-encoding"]).toBeUndefined();
});
