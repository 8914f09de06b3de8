import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

/** Receives an inquiry, an hour after the one before; returns the key to its private page. */
async function receive(name: string): Promise<string> {
  test.clock.advance({ hours: 1 });
  return (await test.services.inquiries.submit({ ...goodInquiry, name })).receiptKey;
}

async function list(query: string): Promise<InboxPage> {
  return (await test.app.inject({ url: `/api/contact-inquiries?${query}`, headers: { cookie } })).json();
}

const names = async (query: string) => (await list(query)).inquiries.map(({ name }) => name);

async function mark(name: string, status: "answered" | "in progress"): Promise<void> {
  const found = (await list("")).inquiries.find((inquiry) => inquiry.name === name);
  await test.services.inbox.change(found?.id ?? "", found?.version ?? 0, { status }, test.member);
}

async function answer(receiptKey: string): Promise<void> {
  const how = { idempotencyKey: undefined, isSuspected: false };
  await test.services.conversations.answer(receiptKey, "It is still not here.", how);
}

describe("oldest first", () => {
  it("goes by when the visitor wrote last, also over several statuses", async () => {
    const key = await receive("A");
    for (const name of ["B", "C"]) await receive(name);
    await mark("B", "in progress");
    expect(await names("sort=oldest")).toEqual(["A", "B", "C"]);
    test.clock.advance({ hours: 1 });
    await answer(key);
    const page = await list("sort=oldest");
    expect(page.inquiries.map(({ name }) => name)).toEqual(["B", "C", "A"]);
    expect(page.inquiries[2]?.wroteAt).toBe(new Date(test.clock.now()).toISOString());
    expect(await names("sort=oldest&status=new")).toEqual(["C", "A"]);
    expect(await names("")).toEqual(["C", "B", "A"]);
  });

  it("is paged without gaps or repetitions while visitors write", async () => {
    const keys: string[] = [];
    // Two at the same time have only their numbers to tell them apart.
    for (let index = 0; index < 9; index += 1) {
      if (index % 2 === 0) test.clock.advance({ minutes: 1 });
      keys.push((await test.services.inquiries.submit({ ...goodInquiry, name: `N${index}` })).receiptKey);
    }
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: InboxPage = await list(`sort=oldest&limit=2${after === "" ? "" : `&after=${after}`}`);
      seen.push(...page.inquiries.map(({ name }) => name));
      after = page.next;
      if (seen.length === 4) {
        test.clock.advance({ minutes: 1 });
        await answer(keys[5] ?? "");
        await receive("Later");
      }
    }
    expect(seen).toEqual(["N0", "N1", "N2", "N3", "N4", "N6", "N7", "N8", "N5", "Later"]);
  });

  it("does not apply to a search, whose pages follow the newest first", async () => {
    for (const name of ["A", "B", "C"]) await receive(name);
    const page = await list("sort=oldest&search=genuine&limit=2");
    expect(page.inquiries.map(({ name }) => name)).toEqual(["C", "B"]);
    expect(await names(`sort=oldest&search=genuine&after=${page.next}`)).toEqual(["A"]);
  });
});

describe("waiting", () => {
  it("is for the hours given, and ends with the team's answer", async () => {
    for (const name of ["A", "B", "C"]) await receive(name);
    await mark("B", "in progress");
    expect(await names("waiting=0")).toEqual(["C", "B", "A"]);
    expect(await names("waiting=1&sort=oldest")).toEqual(["A", "B"]);
    expect(await names("waiting=1&search=genuine")).toEqual(["B", "A"]);
    await mark("A", "answered");
    expect(await names("waiting=1")).toEqual(["B"]);
    expect(await names("waiting=1&status=answered")).toEqual([]);
    expect(await names("waiting=1&status=answered&search=genuine")).toEqual([]);
    expect(await names("waiting=1&assignee=me")).toEqual([]);
  });

  it.each(["-1", "1.5", "", "9999", "one"])("rejects %j hours", async (hours) => {
    const response = await test.app.inject({ url: `/api/contact-inquiries?waiting=${hours}`, headers: { cookie } });
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      { waiting: "Choose how long the visitor has waited: a whole number of hours from 0 to 8760." },
    ]);
  });
});
