import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import { goodInquiry } from "../testing-api.ts";
import { createInboxTest, type InboxTest } from "./testing-inbox.ts";

let test: InboxTest;
beforeEach(async () => {
  test = await createInboxTest();
});
afterEach(() => test.close());

describe("oldest first", () => {
  it("goes by when the visitor wrote last, also over several statuses", async () => {
    const key = await test.receive("A");
    for (const name of ["B", "C"]) await test.receive(name);
    await test.change("B", { status: "in progress" });
    expect(await test.names("sort=oldest")).toEqual(["A", "B", "C"]);
    await test.answer(key);
    const page = await test.list("sort=oldest");
    expect(page.inquiries.map(({ name }) => name)).toEqual(["B", "C", "A"]);
    expect(page.inquiries[2]?.wroteAt).toBe(new Date(test.clock.now()).toISOString());
    expect(await test.names("sort=oldest&status=new")).toEqual(["C", "A"]);
    expect(await test.names("")).toEqual(["C", "B", "A"]);
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
      const page: InboxPage = await test.list(`sort=oldest&limit=2${after === "" ? "" : `&after=${after}`}`);
      seen.push(...page.inquiries.map(({ name }) => name));
      after = page.next;
      if (seen.length === 4) {
        await test.answer(keys[5] ?? "", 1);
        await test.receive("Later");
      }
    }
    expect(seen).toEqual(["N0", "N1", "N2", "N3", "N4", "N6", "N7", "N8", "N5", "Later"]);
  });

  it("does not apply to a search, whose pages follow the newest first", async () => {
    for (const name of ["A", "B", "C"]) await test.receive(name);
    const page = await test.list("sort=oldest&search=genuine&limit=2");
    expect(page.inquiries.map(({ name }) => name)).toEqual(["C", "B"]);
    expect(await test.names(`sort=oldest&search=genuine&after=${page.next}`)).toEqual(["A"]);
  });
});

describe("waiting", () => {
  it("is for the hours given, and ends with the team's answer", async () => {
    for (const name of ["A", "B", "C"]) await test.receive(name);
    await test.change("B", { status: "in progress" });
    expect(await test.names("waiting=0")).toEqual(["C", "B", "A"]);
    expect(await test.names("waiting=1&sort=oldest")).toEqual(["A", "B"]);
    expect(await test.names("waiting=1&search=genuine")).toEqual(["B", "A"]);
    await test.change("A", { status: "answered" });
    expect(await test.names("waiting=1")).toEqual(["B"]);
    expect(await test.names("waiting=1&status=answered")).toEqual([]);
    expect(await test.names("waiting=1&status=answered&search=genuine")).toEqual([]);
    expect(await test.names("waiting=1&assignee=me")).toEqual([]);
  });

  it.each(["-1", "1.5", "", "9999", "one"])("rejects %j hours", async (hours) => {
    const response = await test.app.inject({
      url: `/api/contact-inquiries?waiting=${hours}`,
      headers: { cookie: test.cookie },
    });
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      { waiting: "Choose how long the visitor has waited: a whole number of hours from 0 to 8760." },
    ]);
  });
});
