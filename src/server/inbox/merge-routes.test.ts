import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { receiptLink } from "#contract/paths.ts";
import { unclosedDays } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
/** The merged inquiry, and its target; those of two people. */
let [source, target] = [
  { id: "", key: "" },
  { id: "", key: "" },
];
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  source = await submit({ query: "My rupees are missing" });
  test.clock.advance({ minutes: 1 });
  target = await submit({ name: "Ravi Example", email: "ravi@example.com", query: "Where is my payout?" });
  test.clock.advance({ minutes: 1 });
});
afterEach(() => test.close());

async function submit(fields: Partial<typeof goodInquiry>) {
  const { receiptKey: key } = await test.services.inquiries.submit({ ...goodInquiry, ...fields });
  const all = await test.db.selectFrom("inquiry").select("id").orderBy("number").execute();
  return { id: all.at(-1)?.id ?? "", key };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call(method: Method, url: string, payload?: object, version?: number) {
  const headers = version === undefined ? { cookie } : { cookie, "if-match": `"${version}"` };
  const response = await test.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const detail = async ({ id }: { id: string }): Promise<InquiryDetail> =>
  (await call("GET", `contact-inquiries/${id}`)).body;

async function merge(from = source, into = target) {
  const [one, other] = [await detail(from), await detail(into)];
  return call(
    "PUT",
    `contact-inquiries/${from.id}/merge`,
    { into: { id: into.id, version: other.version } },
    one.version,
  );
}

const unmerge = async (from = source) =>
  call("DELETE", `contact-inquiries/${from.id}/merge`, undefined, (await detail(from)).version);

const change = async (inquiry: { id: string }, update: object) =>
  call("PATCH", `contact-inquiries/${inquiry.id}`, update, (await detail(inquiry)).version);

async function reply(inquiry: { id: string }, text: string) {
  const input = { id: randomUUID(), way: "page", text };
  const { status } = await call(
    "POST",
    `contact-inquiries/${inquiry.id}/replies`,
    input,
    (await detail(inquiry)).version,
  );
  test.clock.advance({ seconds: leavesAfterMs / 1000 });
  return status;
}

async function visitor(path: string, payload: object) {
  const response = await test.app.inject({ method: "POST", url: `/api/conversation${path}`, payload });
  return { status: response.statusCode, body: response.json() };
}

const page = async ({ key }: { key: string }): Promise<Receipt> => (await visitor("", { key })).body;
const answer = async ({ key }: { key: string }, text: string) => (await visitor("/answers", { key, text })).status;
const counts = async () => (await call("GET", "contact-inquiries")).body.counts;

describe("a merge", () => {
  it("shows both in one thread, closes the other one, and is undone with all that it changed", async () => {
    const until = new Date(test.clock.now() + 86_400_000).toISOString();
    await change(source, { status: "in progress", snoozedUntil: until });
    await reply(source, "Which bank?");
    await call("POST", `contact-inquiries/${source.id}/notes`, { text: "Seen twice" });
    const before = await detail(source);
    const merged = await merge();
    expect(merged).toMatchObject({
      status: 200,
      body: { status: "closed", snooze: null, mergedInto: { id: target.id } },
    });
    expect(merged.body.history.at(-1)).toMatchObject({ what: "merged", other: { id: target.id } });
    expect(await counts()).toMatchObject({ new: 1, "in progress": 0, closed: 1 });
    const whole = await detail(target);
    expect(whole).toMatchObject({
      status: "new",
      mergedInto: null,
      merged: [{ id: source.id, reference: before.reference, name: goodInquiry.name, query: "My rupees are missing" }],
      entries: [{ text: "Which bank?", mergedFrom: source.id }],
      notes: [{ text: "Seen twice", mergedFrom: source.id }],
    });
    expect(whole.history.at(-1)).toMatchObject({ what: "absorbed", other: { reference: before.reference } });
    const lines = await test.app.inject({ url: "/api/contact-inquiries/export.jsonl", headers: { cookie } });
    expect(lines.body).toContain(`"mergedInto":"${whole.reference}"`);

    expect(await unmerge()).toMatchObject({ status: 200, body: { status: "in progress", snooze: { until } } });
    expect(await detail(target)).toMatchObject({ merged: [], entries: [], notes: [] });
    expect((await detail(target)).history.at(-1)).toMatchObject({ what: "released", other: { id: source.id } });
    const { entries } = (await call("GET", "audit-log?group=inquiries")).body;
    expect(entries).toMatchObject([
      { kind: "inquiries-unmerged", about: { inquiry: source.id } },
      { kind: "inquiries-exported" },
      { kind: "inquiries-merged", about: { inquiry: source.id, into: target.id } },
      { kind: "inquiry-replied" },
      { kind: "inquiry-snoozed" },
    ]);
    expect(JSON.stringify(entries)).not.toContain("rupees");
  });

  it("reopens a closed one for a visitor who waits, and its undo closes that again, unless somebody has changed it", async () => {
    await change(target, { status: "closed" });
    test.clock.advance({ seconds: 1 });
    await merge();
    expect(await detail(target)).toMatchObject({ status: "new", closedAt: null });
    expect(await counts()).toMatchObject({ new: 1, closed: 1 });
    test.clock.advance({ seconds: 1 });
    await unmerge();
    expect(await detail(target)).toMatchObject({ status: "closed" });
    expect(await detail(source)).toMatchObject({ status: "new" });

    test.clock.advance({ seconds: 1 });
    await merge();
    await change(target, { status: "in progress" });
    test.clock.advance({ seconds: 1 });
    await unmerge();
    expect(await detail(target)).toMatchObject({ status: "in progress" });

    // One that was answered leaves it closed.
    await change(source, { status: "answered" });
    await change(target, { status: "closed" });
    await merge();
    expect(await detail(target)).toMatchObject({ status: "closed" });
  });

  it.each([
    ["its own visitor has written", async () => void (await answer(target, "And my payout?"))],
    ["another one whose visitor waits was merged", async () => void (await merge(await submit({}), target))],
  ])("leaves one that it has reopened open when it is undone, if meanwhile %s", async (_what, meanwhile) => {
    await change(target, { status: "closed" });
    test.clock.advance({ seconds: 1 });
    await merge();
    test.clock.advance({ seconds: 1 });
    await meanwhile();
    test.clock.advance({ seconds: 1 });
    await unmerge();
    expect(await detail(target)).toMatchObject({ status: "new" });
  });

  it("closes one that it has reopened when it is undone, also if the merged one's visitor has written", async () => {
    await change(target, { status: "closed" });
    test.clock.advance({ seconds: 1 });
    await merge();
    test.clock.advance({ seconds: 1 });
    await answer(source, "Hello?");
    await unmerge();
    expect([await detail(source), await detail(target)]).toMatchObject([{ status: "new" }, { status: "closed" }]);
  });

  it.each(["in progress", "answered"])(
    "ends the snooze of one %s for a visitor who waits, until its undo",
    async (status) => {
      const snooze = { until: new Date(test.clock.now() + 86_400_000).toISOString() };
      await change(target, { status, snoozedUntil: snooze.until });
      test.clock.advance({ seconds: 1 });
      await merge();
      const reopened = status === "answered" ? "new" : status;
      expect(await detail(target)).toMatchObject({ status: reopened, snooze: null });
      test.clock.advance({ seconds: 1 });
      await unmerge();
      expect(await detail(target)).toMatchObject({ status, snooze });

      // A change that somebody made since stays.
      test.clock.advance({ seconds: 1 });
      await merge();
      test.clock.advance({ seconds: 1 });
      await change(target, { status: status === "answered" ? "in progress" : "new" });
      await unmerge();
      expect(await detail(target)).toMatchObject({ snooze: null });

      // One that is snoozed itself can wait.
      for (const each of [source, target]) await change(each, { status: "new", snoozedUntil: snooze.until });
      await merge();
      expect(await detail(target)).toMatchObject({ snooze });
    },
  );

  it("is of both as they were seen, and counts once", async () => {
    const [one, other] = [await detail(source), await detail(target)];
    const input = (version: number) => ({ into: { id: target.id, version } });
    const path = `contact-inquiries/${source.id}/merge`;
    expect((await call("PUT", path, input(other.version))).status).toBe(428);
    const staleSource = await call("PUT", path, input(other.version), one.version + 1);
    expect(staleSource).toMatchObject({ status: 412, body: { current: { id: source.id } } });
    const staleTarget = await call("PUT", path, input(other.version + 1), one.version);
    expect(staleTarget).toMatchObject({ status: 412, body: { current: { id: target.id } } });
    for (let time = 0; time < 2; time++)
      expect((await call("PUT", path, input(other.version), one.version)).status).toBe(200);
    expect((await detail(target)).history.filter(({ what }) => what === "absorbed")).toHaveLength(1);
    expect((await call("DELETE", path, undefined, one.version)).status).toBe(412);
    for (let time = 0; time < 2; time++) expect((await unmerge()).status).toBe(200);
  });

  it("makes no chains, and hides nothing in Possible spam, the bin or itself", async () => {
    const third = await submit({ query: "A third one" });
    const text = async (result: ReturnType<typeof merge>) => {
      const { status, body } = await result;
      return `${status} ${body.message}`;
    };
    expect(await text(merge(source, source))).toMatch(/^409 .*itself/);
    expect(await text(merge(source, { id: "none", key: "" }))).toMatch(/^4/);
    await merge();
    expect(await text(merge(third, source))).toMatch(/^409 The inquiry to merge into is already merged/);
    expect(await text(merge(target, third))).toMatch(/^409 Others are merged into this inquiry/);
    expect(await text(merge(source, third))).toMatch(/^409 This inquiry is already merged into another one/);
    await change(target, { status: "suspected" });
    expect(await text(merge(third))).toMatch(/^409 .*possible spam/);
    await unmerge();
    await call("POST", "contact-inquiries/erase", { inquiries: [await detail(target)] });
    expect(await text(merge(third))).toMatch(/^409 .*in the bin/);
  });

  it("keeps the merged one closed, without replies of its own", async () => {
    await merge();
    expect((await change(source, { status: "new" })).status).toBe(409);
    expect(await reply(source, "Hello")).toBe(409);
    expect((await detail(source)).status).toBe("closed");
  });

  it("takes back a reply of the merged one that has not left, and leaves it closed", async () => {
    const input = { id: randomUUID(), way: "page", text: "Too soon", status: "closed" };
    await call("POST", `contact-inquiries/${source.id}/replies`, input, (await detail(source)).version);
    await merge();
    expect(await call("DELETE", `replies/${input.id}`)).toMatchObject({ status: 200, body: { status: "closed" } });
    expect(await detail(target)).toMatchObject({ merged: [{ id: source.id }], entries: [] });
  });
});

describe("the visitors of merged inquiries", () => {
  it("see each their own conversation alone, and what either writes arrives in the one thread", async () => {
    await reply(source, "To Asha before");
    await merge();
    await reply(target, "To Ravi");
    await change(target, { status: "closed" });
    expect(await answer(source, "Asha wrote this")).toBe(201);
    expect(await detail(target)).toMatchObject({
      status: "new",
      entries: [{ text: "To Asha before" }, { text: "To Ravi" }, { text: "Asha wrote this", mergedFrom: source.id }],
    });
    expect((await detail(target)).history.at(-1)).toMatchObject({ what: "status", by: null, isByAnswer: true });
    expect((await call("GET", "contact-inquiries?status=new")).body.inquiries).toMatchObject([
      { id: target.id, excerpt: "Asha wrote this" },
    ]);
    expect((await detail(source)).status).toBe("closed");
    await answer(target, "Ravi wrote this");

    const { reference } = await detail(target);
    const [asha, ravi] = [await page(source), await page(target)];
    expect(asha).toMatchObject({ continuedUnder: reference, mayAnswer: true });
    expect(asha.entries.map(({ text }) => text)).toEqual(["To Asha before", "Asha wrote this"]);
    expect(ravi).toMatchObject({ continuedUnder: null });
    expect(ravi.entries.map(({ text }) => text)).toEqual(["To Ravi", "Ravi wrote this"]);
    const documents = [source, target].map(({ key }) => test.app.inject(receiptLink(key)));
    const [first, second] = (await Promise.all(documents)).map(({ body }) => body);
    expect(first).toContain(`This conversation continues under reference ${reference}`);
    expect(first).not.toMatch(/Ravi|ravi@|my payout/);
    expect(second).not.toMatch(/Asha|rupees/);
  });

  it("find the reply address of the merged one open, and its answers wait after an undo", async () => {
    await change(source, { status: "answered" });
    await merge();
    await test.services.inbox.change(target.id, (await detail(target)).version, { status: "answered" }, test.member);
    const inquiry = { id: source.id, status: "closed" as const, fields: goodInquiry };
    const { conversations } = test.services;
    test.clock.advance({ seconds: 1 });
    expect(await conversations.answerByEmail(inquiry, "By mail", null, { key: "a mail's key", attachments: [] })).toBe(
      "answered",
    );
    expect(await detail(target)).toMatchObject({ status: "new", entries: [{ text: "By mail", way: "email" }] });
    expect((await unmerge()).body.status).toBe("new");
  });

  it("may write as long as the other one is open, and keep both from being erased for their age", async () => {
    await merge();
    test.clock.advance({ days: unclosedDays - 5 });
    expect((await page(source)).mayAnswer).toBe(true);
    expect(await answer(source, "Still here")).toBe(201);
    test.clock.advance({ days: 10 });
    await test.services.inquiries.eraseOld();
    expect(await test.services.inbox.find(target.id)).toMatchObject({ entries: [{ text: "Still here" }] });
  });

  it("are not lost if the other one is deleted: the merged one is on its own again", async () => {
    await merge();
    await call("POST", "contact-inquiries/erase", { inquiries: [await detail(target)] });
    expect(await page(source)).toMatchObject({ continuedUnder: null });
    expect(await answer(source, "Hello?")).toBe(201);
    expect(await detail(source)).toMatchObject({ status: "new", mergedInto: null, entries: [{ text: "Hello?" }] });
  });
});

describe("erasing and deleting", () => {
  it("the other one frees those merged into it, which stay closed", async () => {
    await merge();
    await test.services.inquiries.eraseByReceipt(target.key);
    expect(await detail(source)).toMatchObject({ status: "closed", mergedInto: null });
    expect((await detail(source)).history.at(-1)).toMatchObject({ what: "unmerged", by: null, other: null });
    expect((await page(source)).entries).toEqual([]);
  });

  it("the merged one takes it out of the thread, with all its texts", async () => {
    await reply(source, "Which bank?");
    await merge();
    await call("POST", "contact-inquiries/erase", { inquiries: [await detail(source)] });
    expect(await detail(target)).toMatchObject({ merged: [], entries: [] });
    await call("POST", "contact-inquiries/restore", { ids: [source.id] });
    expect(await detail(target)).toMatchObject({ merged: [{ id: source.id }], entries: [{ text: "Which bank?" }] });
    await test.services.inquiries.eraseByReceipt(source.key);
    const rest = await detail(target);
    expect(rest).toMatchObject({ merged: [], entries: [] });
    expect(rest.history.at(-1)).toMatchObject({ what: "absorbed", other: null });
  });
});
