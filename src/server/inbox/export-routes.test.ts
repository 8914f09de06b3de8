import { get, type IncomingMessage } from "node:http";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function receive(fields: Partial<Inquiry> = {}) {
  const { reference } = await test.services.inquiries.submit(
    { ...goodInquiry, ...fields },
    { isSuspected: false, language: "hi" },
  );
  const { inquiries } = await test.services.inbox.list({ search: reference }, { limit: 1 }, test.member.id);
  return inquiries[0]!;
}

async function download(file: "export.csv" | "export.jsonl", query: Record<string, string> = {}) {
  const url = `/api/contact-inquiries/${file}`;
  const response = await test.app.inject({ url, query, headers: { cookie } });
  expect(response.statusCode).toBe(200);
  return response;
}

const records = (body: string): string[][] => parse(body, { bom: true, record_delimiter: "\r\n" });

it("holds all inquiries where one lacks its reference", async () => {
  const names = ["Ravi Example", "Meera Example"];
  const [damaged] = [await receive({ name: names[0] ?? "" }), await receive({ name: names[1] ?? "" })];
  const { reference } = damaged;
  await test.db
    .updateTable("inquiry")
    .set({ reference: null as unknown as string })
    .where("id", "=", damaged.id)
    .execute();
  const [head, ...rows] = records((await download("export.csv")).body);
  expect(rows.map((row) => row[head!.indexOf("Full Name")])).toEqual(names.toReversed());
  expect(rows.map((row) => row[0])).not.toContain(reference);
});

it("writes all fields of an inquiry as CSV that Excel opens, without formulas", async () => {
  const hostile = { name: "=cmd|' /C calc'!A0", city: 'Jai"pur, Rajasthan', query: "नमस्ते\n@home, -1 +2" };
  const { id, reference } = await receive(hostile);
  await test.services.inbox.addNote(id, "First note", test.member.id);
  test.clock.advance({ hours: 1 });
  await test.services.inbox.addNote(id, "=second", test.member.id);
  const tag = await test.services.tags.add({ name: "=KYC", color: "red" }, test.member);
  const tags = { add: tag.ok ? [tag.tag.id] : [], remove: [] };
  await test.services.inbox.change(id, 3, { status: "closed", assigneeId: test.member.id, tags }, test.member);

  const response = await download("export.csv");
  expect(response.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="inquiries.csv"',
    "cache-control": "no-store",
    "x-expected-count": "1",
  });
  expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [head, row, ...more] = records(response.body);
  expect(more).toEqual([]);
  const at = (hours: number) => new Date(test.clock.now() - (1 - hours) * 3_600_000).toISOString();
  expect(Object.fromEntries(head!.map((name, index) => [name, row![index]]))).toEqual({
    Reference: reference,
    Status: "closed",
    Assignee: test.member.email,
    Received: at(0),
    Closed: at(1),
    "Full Name": `'${hostile.name}`,
    "Phone Number": `'${goodInquiry.phone}`,
    "Email Address": goodInquiry.email,
    City: hostile.city,
    Message: "नमस्ते\n'@home, '-1 +2",
    Notes: `${at(0)} ${test.member.email}: First note\n${at(1)} ${test.member.email}: =second`,
    Kind: "message",
    Reported: "",
    Id: id,
    Conversation: "",
    Tags: "'=KYC",
    "Snoozed until": "",
    Attachments: "0",
    "Merged into": "",
    Language: "hi",
    Way: "form",
  });
});

it("writes one JSON object per line", async () => {
  const { id, reference } = await receive({ query: "two\nlines" });
  await test.services.inbox.addNote(id, "A note", test.member.id);
  await receive({ name: "Second" });
  const response = await download("export.jsonl");
  expect(response.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
  const lines = response.body.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { name: "Second", notes: [] },
    {
      id,
      reference,
      status: "new",
      assignee: null,
      receivedAt: new Date(test.clock.now()).toISOString(),
      closedAt: null,
      ...goodInquiry,
      query: "two\nlines",
      notes: [{ author: test.member.email, text: "A note", createdAt: new Date(test.clock.now()).toISOString() }],
    },
  ]);
});

it("contains the view, or the requested inquiries", async () => {
  const closed = await receive({ name: "Closed" });
  await test.services.inbox.change(closed.id, 1, { status: "closed" }, test.member);
  const other = await receive({ name: "Other", query: "मदद" });
  await receive({ name: "Third" });
  const exported = async (query: Record<string, string>) => {
    const [, ...rows] = records((await download("export.csv", query)).body);
    return rows.map(([, , , , , name]) => name);
  };
  expect(await exported({})).toEqual(["Third", "Other", "Closed"]);
  expect(await exported({ status: "closed" })).toEqual(["Closed"]);
  expect(await exported({ search: "मदद" })).toEqual(["Other"]);
  expect(await exported({ assignee: "me" })).toEqual([]);
  expect(await exported({ ids: `${closed.id},${other.reference},gone` })).toEqual(["Other", "Closed"]);
  expect((await download("export.csv", { search: "मदद" })).headers["x-expected-count"]).toBe("1");
});

it("reads in batches, without inquiries that arrive meanwhile", async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    ...goodInquiry,
    name: `N${index}`,
    query: `Number ${index} wrote ${"a long text ".repeat(300)}`,
  }));
  await Promise.all(rows.map((fields) => test.services.inquiries.submit(fields)));
  const read = vi.spyOn(test.store.inbox, "read");
  const origin = await test.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(`${origin}/api/contact-inquiries/export.jsonl`, { headers: { cookie } }, resolve);
  });
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
  await test.services.inquiries.submit({ ...goodInquiry, name: "Later" });
  const names: string[] = [];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    names.push(...lines.map((line) => JSON.parse(line).name));
  }
  // Inquiries that arrive at once may be stored in any order.
  expect(names.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(read.mock.calls.map(([numbers]) => numbers.length)).toEqual([200, 200, 200, 200, 200]);
});

it("aborts if the store fails meanwhile, so that a partial file is not mistaken for a complete one", async () => {
  await Promise.all(Array.from({ length: 300 }, () => test.services.inquiries.submit(goodInquiry)));
  const first = await test.store.inbox.read([1]);
  const read = vi.spyOn(test.store.inbox, "read");
  read.mockResolvedValueOnce(first).mockRejectedValueOnce(new Error("on purpose"));
  const origin = await test.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${origin}/api/contact-inquiries/export.csv`, { headers: { cookie } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});
