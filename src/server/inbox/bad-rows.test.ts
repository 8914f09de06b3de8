import { afterEach, beforeEach, expect, it } from "vitest";
import { logUnreadableRows } from "../lib/stored-rows.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry, goodToken } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
let stop: () => void;
const lines: string[] = [];
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  lines.length = 0;
  stop = logUnreadableRows({ warn: (details, text) => lines.push(JSON.stringify([details, text])) });
  const { inquiries, blockedSenders } = test.services;
  for (const name of ["Asha", "Ravi"])
    await inquiries.submit({ ...goodInquiry, name, email: `${name}@visitor.example` });
  for (const name of ["One", "Two"]) {
    await post("/api/saved-views", { name, isShared: true, filter: { status: "new" } });
    await post("/api/tags", { name, color: "blue" });
    await post("/api/api-tokens", { ...goodToken, name });
    await post("/api/saved-replies", { title: name, text: "Hello", variants: { hi: "नमस्ते" } });
  }
  const rows = await test.db.selectFrom("inquiry").select(["id", "version"]).orderBy("number").execute();
  const actor = { id: test.member.id, email: test.member.email };
  for (const { id, version } of rows)
    expect(await blockedSenders.set(id, Number(version), { phone: false, email: true }, actor)).toBe("changed");
});
afterEach(async () => {
  stop();
  await test.close();
});

async function post(url: string, payload: object): Promise<void> {
  const { statusCode } = await test.app.inject({ method: "POST", url, headers: { cookie }, payload });
  expect(statusCode).toBeLessThan(300);
}

async function lengthOf(url: string): Promise<number> {
  const response = await test.app.inject({ url, headers: { cookie } });
  expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
  return Object.values(response.json<object>()).find((value): value is unknown[] => Array.isArray(value))?.length ?? -1;
}

const outOfRange = 9e15;
/** Each column that a list reads as JSON, a word of a few, or a time, with what it may not hold. */
const damaged: ReadonlyArray<
  [
    table: "saved_view" | "saved_reply" | "inquiry" | "blocked_sender" | "tag" | "api_token",
    column: string,
    value: unknown,
    url: string,
  ]
> = [
  ["saved_view", "filter", "{", "/api/saved-views"],
  ["saved_view", "filter", "[1]", "/api/saved-views"],
  ["saved_view", "filter", '{"status":"nonsense"}', "/api/saved-views"],
  ["saved_reply", "variants", "", "/api/saved-replies"],
  ["saved_reply", "variants", "null", "/api/saved-replies"],
  ["saved_reply", "variants", '{"hi":7}', "/api/saved-replies"],
  ["inquiry", "kind", "unknown kind", "/api/contact-inquiries"],
  ["inquiry", "created_at", outOfRange, "/api/contact-inquiries"],
  ["inquiry", "wrote_at", outOfRange, "/api/contact-inquiries"],
  ["inquiry", "snoozed_until", -outOfRange, "/api/contact-inquiries"],
  ["inquiry", "created_at", 2n ** 62n, "/api/contact-inquiries"],
  ["tag", "color", "unknown color", "/api/tags"],
  ["api_token", "created_at", outOfRange, "/api/api-tokens"],
  ["blocked_sender", "created_at", outOfRange, "/api/blocked-senders"],
];

it.each(damaged)("leaves out a row of %s whose %s is %s, and logs it once", async (table, column, value, url) => {
  const before = await lengthOf(url);
  expect(before).toBeGreaterThan(1);
  const [first] = await test.db.selectFrom(table).select("id").execute();
  await test.db
    .updateTable(table)
    .set({ [column]: value } as never)
    .where("id", "=", first?.id ?? "")
    .execute();
  expect(await lengthOf(url)).toBe(before - 1);
  expect(await lengthOf(url)).toBe(before - 1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`${table}|GET ${url}`));
  if (typeof value === "string" && value.length > 3) expect(lines[0]).not.toContain(value);
});
