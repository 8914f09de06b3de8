import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { erasePath } from "#contract/conversation-paths.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let dir: string;
let file: string;
let test: TestApp;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-unavailable-"));
  file = join(dir, "store.sqlite");
  test = await createTestApp({ file, env: { DATA_DIR: dir } });
  // Each start does the same: the settings are signed once.
  await test.services.settings.poll();
});
afterEach(async () => {
  await test.close();
  rmSync(dir, { recursive: true });
});

const pragma = (text: string) => sql`pragma ${sql.raw(text)}`.execute(test.db);
const long = { ...goodInquiry, query: "Example words that take room. ".repeat(60) };
const post = () => test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: long });
const postForm = (url: string, fields: Record<string, string>) =>
  test.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
const readyz = async () => (await test.app.inject("/readyz")).statusCode;

/** Each makes the store fail and returns a function that ends the failure. */
const faults: Array<[string, string, () => Promise<() => Promise<unknown>>]> = [
  [
    "there is no room",
    "full",
    async () => {
      // Allows no new pages, as on a full disk; the free ones are used up first.
      await pragma("max_page_count = 1");
      while ((await post()).statusCode === 201);
      return () => pragma("max_page_count = 1000000");
    },
  ],
  [
    "it may not be written",
    "read-only",
    async () => {
      await pragma("query_only = on");
      return () => pragma("query_only = off");
    },
  ],
  [
    "another program holds it",
    "busy",
    async () => {
      await pragma("busy_timeout = 0");
      const other = new DatabaseSync(file);
      other.exec("begin immediate");
      return async () => other.close();
    },
  ],
];

describe.each(faults)("while %s", (_what, fault, begin) => {
  let end: () => Promise<unknown>;
  let before: number;
  beforeEach(async () => {
    end = await begin();
    before = await test.store.inquiries.count();
  });

  it("a call gets 503 with Retry-After and stores nothing, and the next one afterwards gets 201", async () => {
    const refused = await post();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.json()).toMatchObject({
      status: 503,
      message: "We cannot save this right now. Please try again in a moment.",
    });
    expect(await test.store.inquiries.count()).toBe(before);
    await end();
    // Whether there is room again is checked once a visitor is refused.
    await expect.poll(async () => (await post()).statusCode).toBe(201);
    expect(await test.store.inquiries.count()).toBe(before + 1);
  });

  it("all requests of one transaction are rejected alike", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, post));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    await end();
    expect(await test.store.inquiries.count()).toBe(before);
  });

  it("a plain form is returned with all that was typed", async () => {
    const key = randomUUID();
    const refused = await postForm("/contact/message", { ...long, name: "Example Person", key });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.body).toContain("We cannot save this right now. Please try again in a moment.");
    expect(refused.body).toContain('value="Example Person"');
    // The form has its original key, so that a retry is idempotent.
    expect(refused.body).toContain(`value="${key}"`);
    expect(refused.body).toContain(long.query.trim());
    const report = await postForm("/report", { reported: "Example Fake Desk", happened: long.query, reach: "" });
    expect(report.statusCode).toBe(503);
    expect(report.headers["retry-after"]).toBe("5");
    expect(report.body).toContain("Example Fake Desk");
    expect(report.body).toContain(long.query.trim());
    await end();
  });

  it("pages and channels are served, and readyz reports it", async () => {
    expect((await post()).statusCode).toBe(503);
    for (const url of ["/", "/contact", "/contact/message", "/api/contacts/active", "/livez"]) {
      expect((await test.app.inject(url)).statusCode, url).toBe(200);
    }
    // The readiness write needs no new page, so the page limit does not make it fail.
    if (fault !== "full") expect(await readyz()).toBe(503);
    await end();
    // Recovers without a restart.
    expect(await readyz()).toBe(200);
  });
});

it("a page's own form gets a designed 503, without effect", async () => {
  const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
  await pragma("query_only = on");
  const refused = await postForm(erasePath, { key: receiptKey });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.body).toContain("Rain stopped play");
  expect(await test.store.inquiries.count()).toBe(1);
});

it("a member can continue reading, even if the use of the session cannot be stored", async () => {
  const cookie = await test.signIn();
  test.clock.advance({ minutes: 2 });
  await pragma("query_only = on");
  const read = await test.app.inject({ url: "/api/contact-inquiries", headers: { cookie } });
  expect(read.statusCode).toBe(200);
});
