import { afterEach, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { valueOf } from "./testing.ts";

let test: TestApp;
afterEach(() => test.close());

it("reports an unavailable store, counts failed requests, and still exports the other metrics", async () => {
  const token = "a-token-of-the-tests";
  test = await createTestApp({ env: { METRICS_TOKEN: token } });
  const scrape = async () =>
    (await test.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } })).body;
  expect(valueOf(await scrape(), "front_desk_store_up")).toBe(1);
  expect(valueOf(await scrape(), "front_desk_outbox_messages")).toBe(0);
  await test.db.destroy();
  const sent = await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
  expect(sent.statusCode).toBeGreaterThanOrEqual(500);
  const body = await scrape();
  expect(valueOf(body, "front_desk_store_up")).toBe(0);
  expect(valueOf(body, "front_desk_outbox_messages")).toBeUndefined();
  expect(valueOf(body, "front_desk_inquiries_total", { kind: "message", outcome: "failed" })).toBe(1);
});
