import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
afterEach(() => test.app.close());

const get = async (url: string) => {
  const response = await test.app.inject(url);
  expect(response.headers["cache-control"]).toBe("no-store");
  return [response.statusCode, response.json()];
};

it("livez responds while the server runs, readyz while the store responds too", async () => {
  test = await createTestApp();
  expect(await get("/livez")).toEqual([200, { status: "ok" }]);
  expect(await get("/readyz")).toEqual([200, { status: "ready" }]);
  await test.store.close();
  expect(await get("/readyz")).toEqual([503, { status: "store unavailable" }]);
  expect(await get("/livez")).toEqual([200, { status: "ok" }]);
});

it("healthz claims nothing about an owner without the store, unless the start has found one", async () => {
  test = await createTestApp();
  await test.store.close();
  expect(await get("/healthz")).toEqual([503, { status: "store unavailable", boot: expect.any(Number) }]);
  await test.app.close();
  test = await createTestApp();
  await test.services.accounts.prepareFirstOwner({ email: "owner@example.com", password: "a made-up password" });
  await test.store.close();
  expect(await get("/healthz")).toEqual([200, { status: "ok", boot: expect.any(Number) }]);
});

it("healthz responds with 200 once the first owner exists, and then without the store", async () => {
  test = await createTestApp();
  const boot = expect.any(Number);
  expect(await get("/healthz")).toEqual([503, { status: "no owner", boot }]);
  // The owner comes through the site, so the server is ready.
  expect(await get("/readyz")).toEqual([200, { status: "ready" }]);
  await test.store.members.insertFirst(
    { id: randomUUID(), email: "owner@example.com", passwordHash: "none", role: "owner" },
    test.clock.now(),
  );
  expect(await get("/healthz")).toEqual([200, { status: "ok", boot }]);
  await test.store.close();
  expect(await get("/healthz")).toEqual([200, { status: "ok", boot }]);
});
