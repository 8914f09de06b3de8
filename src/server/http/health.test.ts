import { expect, it } from "vitest";
import { createTestApp } from "../testing.ts";

it("healthz responds while the server runs, readyz while the store responds too", async () => {
  const test = await createTestApp();
  const healthy = await test.app.inject("/healthz");
  expect([healthy.statusCode, healthy.json()]).toEqual([200, { status: "ok", boot: expect.any(Number) }]);
  const ready = await test.app.inject("/readyz");
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ready" }]);

  await test.store.close();
  const unready = await test.app.inject("/readyz");
  expect([unready.statusCode, unready.json()]).toEqual([503, { status: "store unavailable" }]);
  expect((await test.app.inject("/healthz")).statusCode).toBe(200);
  for (const response of [healthy, ready, unready]) expect(response.headers["cache-control"]).toBe("no-store");
  await test.app.close();
});
