import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resendDays } from "#domain/inquiries/inquiry.ts";
import { type ApiTest, createApiTest, exampleCall, goodInquiry, goodReport } from "../testing-api.ts";

let test: ApiTest;
let before: number;
beforeEach(async () => {
  test = await createApiTest();
  before = await test.store.inquiries.count();
});
afterEach(() => test.close());

const calls = [
  ["POST /api/contact-inquiries", goodInquiry, { city: "Udaipur" }],
  ["POST /api/impostor-reports", goodReport, { happened: "They called again." }],
] as const;

const kept = async () => (await test.store.inquiries.count()) - before;
const send = (name: string, key: string | string[] | undefined, payload: object) =>
  test.send(exampleCall(name), { payload, headers: key === undefined ? {} : { "idempotency-key": key } });

describe.each(calls)("%s with an Idempotency-Key", (name, fields, change) => {
  it("gives the first response again for the same fields, and makes one inquiry", async () => {
    const key = randomUUID();
    const first = await send(name, key, fields);
    const together = await Promise.all([1, 2, 3].map(() => send(name, key, fields)));
    for (const response of [first, ...together]) {
      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual(first.json());
    }
    expect(await kept()).toBe(1);
    const receipt = await test.app.inject(first.json<{ receipt: string }>().receipt);
    expect(receipt.statusCode).toBe(200);
    expect(receipt.body).toContain(first.json<{ reference: string }>().reference);
  });

  it("makes one inquiry of all that come at the same moment", async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send(name, keys[index % keys.length], fields)),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(3);
    expect(await kept()).toBe(3);
  });

  it("takes the key in quotes for the same, and what was trimmed off for nothing", async () => {
    const key = randomUUID();
    const first = await send(name, key, fields);
    const [field, text] = Object.entries(fields)[0] ?? [];
    const again = await send(name, `"${key}"`, { ...fields, [String(field)]: ` ${text} ` });
    expect(again.json()).toEqual(first.json());
    expect(await kept()).toBe(1);
  });

  it("refuses other fields with 422 and says why", async () => {
    const key = randomUUID();
    await send(name, key, fields);
    const response = await send(name, key, { ...fields, ...change });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ message: expect.stringContaining("Idempotency-Key") });
    expect(await kept()).toBe(1);
  });

  it("lets a refused form be corrected under its key", async () => {
    const key = randomUUID();
    const [field] = Object.keys(fields);
    expect((await send(name, key, { ...fields, [String(field)]: "" })).statusCode).toBe(422);
    expect((await send(name, key, fields)).statusCode).toBe(201);
    expect(await kept()).toBe(1);
  });

  it.each([["short"], ["x".repeat(15)], ["x".repeat(201)], ['"' + "x".repeat(20)], ["two words in one key"], [""]])(
    "responds 400 to the key %j and names it",
    async (key) => {
      const response = await send(name, key, fields);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        message: expect.stringContaining("Idempotency-Key"),
        errors: { "idempotency-key": expect.stringContaining("16 to 200") },
      });
      expect(await kept()).toBe(0);
    },
  );

  it("responds 400 to two keys in one request", async () => {
    expect((await send(name, [randomUUID(), randomUUID()], fields)).statusCode).toBe(400);
  });

  it.each(["x".repeat(16), "x".repeat(200)])("takes a key of %j", async (key) => {
    expect((await send(name, key, fields)).statusCode).toBe(201);
  });

  it("makes an inquiry of each call that has no key", async () => {
    await Promise.all([1, 2].map(() => send(name, undefined, fields)));
    expect(await kept()).toBe(2);
  });

  it("is known for as long as a browser may send it again, and a day more", async () => {
    const key = randomUUID();
    const first = await send(name, key, fields);
    test.clock.advance({ days: resendDays + 1 });
    await test.services.cleanUp.run();
    expect((await send(name, key, fields)).json()).toEqual(first.json());
    test.clock.advance({ seconds: 1 });
    await test.services.cleanUp.run();
    expect((await test.dump()).submission).toEqual([]);
    expect(await test.services.inquiries.isKnown(key)).toBe(false);
  });

  it("gives the first response still when the inquiry is erased, and makes no second one", async () => {
    const key = randomUUID();
    const first = await send(name, key, fields);
    const { receipt } = first.json<{ receipt: string }>();
    await test.services.inquiries.eraseByReceipt(new URL(receipt, "http://localhost").searchParams.get("key") ?? "");
    expect(await kept()).toBe(0);
    expect((await send(name, key, fields)).json()).toEqual(first.json());
    expect(await kept()).toBe(0);
    expect((await test.app.inject(receipt)).statusCode).toBe(404);
  });

  it("is stored as hashes that reveal neither the key nor the content", async () => {
    const key = randomUUID();
    const other = randomUUID();
    await send(name, key, fields);
    await send(name, other, fields);
    const rows = (await test.dump()).submission as Array<Record<string, string>>;
    expect(rows).toHaveLength(2);
    // The same fields under two keys get different hashes.
    expect(new Set(rows.map(({ body_hash }) => body_hash)).size).toBe(2);
    const stored = JSON.stringify(rows);
    for (const text of [key, other, ...Object.values(fields)]) expect(stored).not.toContain(text);
  });
});

it("refuses a key of one call at the other", async () => {
  const key = randomUUID();
  const [[inquiry, fields], [report, reported]] = calls;
  expect((await send(inquiry, key, fields)).statusCode).toBe(201);
  expect((await send(report, key, reported)).statusCode).toBe(422);
  expect(await kept()).toBe(1);
});

it("gives a purged key a new page when it comes again", async () => {
  const key = randomUUID();
  const [[name, fields]] = calls;
  const first = (await send(name, key, fields)).json<{ receipt: string }>();
  test.clock.advance({ days: resendDays + 2 });
  await test.services.cleanUp.run();
  const second = (await send(name, key, { ...fields, city: "Udaipur" })).json<{ receipt: string }>();
  expect(second.receipt).not.toBe(first.receipt);
  expect((await test.app.inject(first.receipt)).body).toContain("Jaipur");
  expect((await test.app.inject(second.receipt)).body).toContain("Udaipur");
});

it("takes a retry for no second text, which would look like spam", async () => {
  const key = randomUUID();
  const [[name, fields]] = calls;
  for (let tries = 0; tries < 20; tries += 1) await send(name, key, fields);
  expect((await test.dump()).inquiry?.at(-1)).toMatchObject({ city: "Jaipur", status: "new" });
  expect((await send(name, randomUUID(), fields)).statusCode).toBe(201);
  expect((await test.dump()).inquiry?.at(-1)).toMatchObject({ status: "new" });
});

it("is named in the OpenAPI document", async () => {
  const { paths } = (await test.app.inject("/api/openapi.json")).json<{
    paths: Record<string, { post: { parameters?: Array<Record<string, unknown>> } }>;
  }>();
  for (const path of ["/api/contact-inquiries", "/api/impostor-reports"]) {
    const header = paths[path]?.post.parameters?.find(({ name }) => name === "idempotency-key");
    expect(header).toMatchObject({ in: "header", required: false, schema: { type: "string" } });
    expect(paths[path]?.post).toHaveProperty(["responses", "400"]);
  }
});
