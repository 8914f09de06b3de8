import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { type DraftKind, maxDrafts } from "#contract/inbox/draft.ts";
import { draftDays } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
let id: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  id = await submit();
});
afterEach(() => test.close());

async function submit(): Promise<string> {
  const { reference } = await test.services.inquiries.submit(goodInquiry);
  return (await test.store.inquiries.idOfReference(reference)) ?? "";
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call(method: Method, url: string, payload?: object, version?: number, from = cookie) {
  const headers = { cookie: from, ...(version === undefined ? {} : { "if-match": `"${version}"` }) };
  const response = await test.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const save = (text: string, version = 0, place: { kind?: DraftKind; from?: string; inquiry?: string } = {}) =>
  call("PUT", `drafts/${place.inquiry ?? id}`, { kind: place.kind ?? "answer", text }, version, place.from);
const texts = async (from = cookie, inquiry = id): Promise<string[]> =>
  (await call("GET", `drafts/${inquiry}`, undefined, undefined, from)).body.drafts.map(
    ({ text }: { text: string }) => text,
  );
const stamps = async (from = cookie) => (await call("GET", "drafts", undefined, undefined, from)).body.drafts;
const detail = async (inquiry = id): Promise<InquiryDetail> => (await call("GET", `contact-inquiries/${inquiry}`)).body;

describe("a member's drafts", () => {
  it("are kept as they are typed, for that member alone, and change nothing of the inquiry", async () => {
    const agent = await test.signIn("agent");
    const before = await detail();
    const audited = await test.db.selectFrom("audit_entry").select("number").execute();
    const answer = { kind: "answer", text: "Namaste, \n", before: "", filled: "Namaste", seenUntil: "" };
    const saved = await call("PUT", `drafts/${id}`, answer, 0);
    expect(saved.status).toBe(200);
    await save("Ask the bank", 0, { kind: "note" });
    expect((await call("GET", `drafts/${id}`)).body.drafts).toContainEqual({ ...saved.body, ...answer });
    expect(await texts()).toEqual(expect.arrayContaining(["Namaste, \n", "Ask the bank"]));
    expect(await stamps()).toEqual(
      expect.arrayContaining([saved.body, expect.objectContaining({ inquiryId: id, kind: "note" })]),
    );
    expect(JSON.stringify(await stamps())).not.toContain("bank");

    expect([await texts(agent), await stamps(agent)]).toEqual([[], []]);
    await call("DELETE", `drafts/${id}`, undefined, undefined, agent);
    expect(await texts()).toHaveLength(2);
    expect(await detail()).toEqual(before);
    expect(await test.db.selectFrom("audit_entry").select("number").execute()).toEqual(audited);
  });

  it("are not overwritten by who has not seen the last one, nor does an ended one come back by accident", async () => {
    const first = await save("From the phone");
    expect(await save("From the desk")).toMatchObject({
      status: 412,
      body: { message: "This draft was changed in another tab or on another device." },
    });
    expect(await texts()).toEqual(["From the phone"]);
    test.clock.advance({ seconds: 1 });
    const second = await save("From the phone, more", first.body.version);
    expect([second.status, second.body.version > first.body.version]).toEqual([200, true]);
    expect((await save("From the desk", first.body.version)).status).toBe(412);
    expect((await call("DELETE", `drafts/${id}?kind=answer`, undefined, first.body.version)).status).toBe(412);
    expect(await texts()).toEqual(["From the phone, more"]);
    expect((await call("DELETE", `drafts/${id}?kind=answer`, undefined, second.body.version)).status).toBe(200);
    expect((await save("Typed on", second.body.version)).status).toBe(412);
    expect(await texts()).toEqual([]);
    test.clock.advance({ seconds: 1 });
    const third = await save("Anew");
    expect(third.body.version).toBeGreaterThan(second.body.version);
    const both = await Promise.all([save("One", third.body.version), save("Two", third.body.version)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
  });

  it("are bounded in number, and the oldest goes first", async () => {
    const inquiries = [id];
    for (let count = 0; count < maxDrafts; count += 1) inquiries.push(await submit());
    for (const inquiry of inquiries) {
      await save("Wait", 0, { inquiry });
      test.clock.advance({ seconds: 1 });
    }
    expect(await stamps()).toHaveLength(maxDrafts);
    expect(await texts()).toEqual([]);
    expect(await test.db.selectFrom("draft").select("id").execute()).toHaveLength(maxDrafts);
  });

  it("of another version of the program, or damaged, are left out", async () => {
    await save("Wait");
    for (const value of ["{", "[]", '{"text":5}', "null"]) {
      await test.db.updateTable("draft").set({ value }).execute();
      expect(await texts()).toEqual([]);
    }
    await test.db.updateTable("draft").set({ kind: "poem" }).execute();
    expect(await stamps()).toEqual([]);
  });
});

describe("a draft", () => {
  it("ends when it is sent, with its inquiry, and after seven days", async () => {
    await save("Paid out today. \n");
    await save("Ask the bank", 0, { kind: "note" });
    const send = async (text: string) =>
      call(
        "POST",
        `contact-inquiries/${id}/replies`,
        { id: randomUUID(), way: "page", text },
        (await detail()).version,
      );
    await send("Something else");
    expect(await texts()).toHaveLength(2);
    await send("Paid out today.");
    expect(await texts()).toEqual(["Ask the bank"]);
    await call("POST", `contact-inquiries/${id}/notes`, { text: "Ask the bank" });
    expect(await texts()).toEqual([]);

    await save("Once more");
    test.clock.advance({ days: draftDays });
    cookie = await test.signIn();
    await test.services.cleanUp.run();
    expect(await texts()).toEqual(["Once more"]);
    test.clock.advance({ seconds: 1 });
    await test.services.cleanUp.run();
    expect(await texts()).toEqual([]);
  });

  it("stays for who restores its inquiry or undoes the merge, and is erased with it", async () => {
    const other = await submit();
    await save("Asha, please wait");
    const [from, into] = [await detail(), await detail(other)];
    await call("PUT", `contact-inquiries/${id}/merge`, { into: { id: other, version: into.version } }, from.version);
    expect(await texts()).toEqual(["Asha, please wait"]);
    const { version } = await detail();
    await call("POST", "contact-inquiries/erase", { inquiries: [{ id, version }] });
    expect(await texts()).toEqual(["Asha, please wait"]);
    expect(await save("Into the bin", 0, { kind: "note" })).toMatchObject({ status: 404 });
    await call("POST", "contact-inquiries/bin/erase", { ids: [id] });
    expect(await test.db.selectFrom("draft").selectAll().execute()).toEqual([]);
    expect(await save("To nobody")).toMatchObject({ status: 404 });
  });

  it("is erased when its member is deactivated", async () => {
    const agent = await test.signIn("agent");
    await save("Of the agent", 0, { from: agent });
    await save("Of the owner");
    await test.store.members.change(test.agent.id, { isActive: false });
    const rows = await test.db.selectFrom("draft").select("member_id").execute();
    expect(rows).toEqual([{ member_id: test.member.id }]);
  });
});
