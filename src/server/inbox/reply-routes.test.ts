import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InquiryDetail, ReplyInput } from "#contract/inbox/inbox.ts";
import { receiptLink } from "#contract/paths.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
let id: string;
let key: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  ({ receiptKey: key } = await test.services.inquiries.submit(goodInquiry));
  ({ id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
});
afterEach(() => test.close());

async function call(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  headers: object = {},
) {
  const response = await test.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const detail = async (): Promise<InquiryDetail> => (await call("GET", `contact-inquiries/${id}`)).body;
const leave = () => test.clock.advance({ seconds: leavesAfterMs / 1000 });
const found = async (search: string) =>
  (await call("GET", `contact-inquiries?search=${search}`)).body.inquiries.length === 1;

async function reply(fields: Partial<ReplyInput> = {}, version?: number, from = cookie) {
  const payload = { id: randomUUID(), way: "page", text: "Paid out today.", ...fields };
  const seen = version ?? (await detail()).version;
  const headers = { "if-match": `"${seen}"`, cookie: from };
  return { ...(await call("POST", `contact-inquiries/${id}/replies`, payload, headers)), id: payload.id };
}

/** The visitor's side: no cookie. */
async function visitor(path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await test.app.inject({ method: "POST", url: `/api/conversation${path}`, payload, headers });
  return { status: response.statusCode, body: response.json() };
}

const page = async (): Promise<Receipt> => (await visitor("", { key })).body;
const answer = (text: string, headers: Record<string, string> = {}) => visitor("/answers", { key, text }, headers);

describe("a reply on the private page", () => {
  it("is in the thread at once, is seen by the visitor when it has left, and sets the status", async () => {
    const sent = await reply({ status: "answered" });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      status: "answered",
      entries: [
        { kind: "reply", way: "page", text: "Paid out today.", author: { id: test.member.id }, delivery: null },
      ],
    });
    // Neither its text nor that there is one: it can still be taken back.
    expect(await page()).toMatchObject({ status: "new", entries: [] });
    expect((await test.app.inject(receiptLink(key))).body).not.toContain("We have replied");
    leave();
    expect((await page()).status).toBe("answered");
    expect((await test.app.inject(receiptLink(key))).body).toContain("We have replied");
    expect((await page()).entries).toEqual([
      {
        kind: "reply",
        text: "Paid out today.",
        isNotice: false,
        by: "",
        face: "",
        attachments: [],
        at: expect.stringContaining("2026"),
        day: expect.stringContaining("2026"),
        time: expect.stringMatching(/^\d+:\d\d [ap]m$/),
      },
    ]);
    expect((await test.app.inject(receiptLink(key))).body).toContain("Paid out today.");
    expect(await found("paid out")).toBe(true);
    const [entry] = (await call("GET", "audit-log?kind=inquiry-replied")).body.entries;
    expect(entry).toMatchObject({ by: { id: test.member.id }, about: { inquiry: id, way: "page" } });
  });

  it("counts once, however often it is sent", async () => {
    const [uuid, { version }] = [randomUUID(), await detail()];
    for (let time = 0; time < 3; time++) expect((await reply({ id: uuid }, version)).status).toBe(201);
    expect((await detail()).entries).toHaveLength(1);
  });

  it("is not sent if a colleague or the visitor has written since", async () => {
    const { version } = await detail();
    await reply({ text: "First" }, version);
    const second = await reply({ text: "Second" }, version);
    expect(second).toMatchObject({ status: 412, body: { current: { entries: [{ text: "First" }] } } });
    const seen = (await detail()).version;
    await answer("Wait, one more thing.");
    expect((await reply({ text: "Third" }, seen)).status).toBe(412);
    expect((await detail()).entries.map(({ text }) => text)).toEqual(["First", "Wait, one more thing."]);
  });

  it("can be taken back by its author until it leaves, with its status and every trace in the search", async () => {
    const { id: uuid } = await reply({ text: "Wrong xylophone", status: "closed" });
    expect((await page()).status).toBe("new");
    const agent = await test.signIn("agent");
    expect((await call("DELETE", `replies/${uuid}`, undefined, { cookie: agent })).status).toBe(404);
    const back = await call("DELETE", `replies/${uuid}`);
    expect(back).toMatchObject({ status: 200, body: { status: "new", closedAt: null, entries: [] } });
    expect(await found("xylophone")).toBe(false);
    expect(await found("asha")).toBe(true);
    leave();
    expect((await page()).entries).toEqual([]);
    const { id: late } = await reply();
    leave();
    expect(await call("DELETE", `replies/${late}`)).toMatchObject({ status: 409 });
    expect((await page()).entries).toHaveLength(1);
  });

  it("assigns an inquiry of nobody to its author, and its undo takes that back", async () => {
    const assignee = async () => (await detail()).assignee?.id ?? null;
    const steps = async () => (await detail()).history.filter(({ what }) => what === "assignee").length;
    const { version } = await detail();
    const { id: first } = await reply({});
    expect(await assignee()).toBe(test.member.id);
    // One change with the reply, not two.
    expect((await detail()).version).toBe(version + 1);
    expect(await steps()).toBe(1);
    await call("DELETE", `replies/${first}`);
    expect([await assignee(), await steps()]).toEqual([null, 2]);

    // An assignment that somebody else made meanwhile stays.
    const agent = await test.signIn("agent");
    const { id: second } = await reply({});
    const seen = { "if-match": `"${(await detail()).version}"` };
    await call("PATCH", `contact-inquiries/${id}`, { assigneeId: test.agent.id }, seen);
    await call("DELETE", `replies/${second}`);
    expect(await assignee()).toBe(test.agent.id);
    // A colleague's inquiry stays theirs.
    await reply({});
    expect(await assignee()).toBe(test.agent.id);

    const none = { "if-match": `"${(await detail()).version}"` };
    await call("PATCH", `contact-inquiries/${id}`, { assigneeId: null }, none);
    await call("PUT", "session/settings", { assignsOnReply: false });
    await reply({});
    expect(await assignee()).toBeNull();
    // Each member's own choice.
    await reply({}, undefined, agent);
    expect(await assignee()).toBe(test.agent.id);
  });

  it("is rejected for an inquiry in the bin, and without a version", async () => {
    const { version } = await detail();
    await call("POST", "contact-inquiries/erase", { inquiries: [{ id, version }] });
    expect((await reply({}, version)).status).toBe(409);
    const payload = { id: randomUUID(), way: "page", text: "Hello" };
    expect((await call("POST", `contact-inquiries/${id}/replies`, payload)).status).toBe(428);
    expect((await answer("Hello?")).status).toBe(409);
  });
});

it("a long conversation opens with its newest entries, and has the earlier ones on demand", async () => {
  await reply({ status: "answered" });
  leave();
  for (let count = 1; count <= 59; count++) await answer(`Answer ${count}`);
  const { id: mistake } = await reply({ text: "A mistake" });
  await call("DELETE", `replies/${mistake}`);
  const opened = await detail();
  expect(opened.earlier).toBe(10);
  expect(opened.entries.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, at) => `Answer ${at + 10}`));
  expect(opened.history).toContainEqual(expect.objectContaining({ to: "new", by: null, isByAnswer: true }));
  const whole = (await call("GET", `contact-inquiries/${id}?entries=60`)).body;
  expect(whole).toMatchObject({ earlier: 0, entries: { length: 60, 0: { kind: "reply" } } });
  expect((await call("GET", `contact-inquiries/${id}?entries=0`)).status).toBe(422);
});

it("what was said on WhatsApp or by phone is logged for the team, and not shown to the visitor", async () => {
  await reply({ way: "whatsapp", text: "Asked for a photo." });
  await reply({ way: "phone", text: "Will call again." });
  leave();
  expect((await detail()).entries.map(({ way }) => way)).toEqual(["whatsapp", "phone"]);
  expect((await page()).entries).toEqual([]);
});

describe("a visitor's answer", () => {
  it("is durable, is found, reopens what was done, and is what the row shows", async () => {
    await reply({ status: "closed" });
    leave();
    const answered = await answer("It has not arrived yet.");
    expect(answered.status).toBe(201);
    expect(answered.body.receipt).toMatchObject({
      status: "new",
      entries: [{ kind: "reply" }, { kind: "answer", text: "It has not arrived yet." }],
    });
    expect(await detail()).toMatchObject({
      status: "new",
      closedAt: null,
      entries: [{ kind: "reply" }, { kind: "answer", author: null }],
    });
    expect(await found("not arrived")).toBe(true);
    const { body } = await call("GET", "contact-inquiries");
    const wroteAt = new Date(test.clock.now()).toISOString();
    const row = { excerpt: "It has not arrived yet.", wroteAt };
    expect(body).toMatchObject({ inquiries: [row], counts: { new: 1, closed: 0 } });
    expect(body.inquiries[0].receivedAt < wroteAt).toBe(true);
  });

  it("counts once with its idempotency key, which no other text may use", async () => {
    const headers = { "idempotency-key": randomUUID() };
    for (let time = 0; time < 3; time++) expect((await answer("Once", headers)).status).toBe(201);
    expect((await answer("Twice", headers)).status).toBe(422);
    expect((await detail()).entries).toHaveLength(1);
  });

  it("is taken for 30 days after the inquiry was closed, and uses up no key after that", async () => {
    await reply({ status: "closed" });
    test.clock.advance({ days: 29 });
    expect((await page()).mayAnswer).toBe(true);
    await answer("Still there?");
    // The first session is over.
    cookie = `session=${(await test.services.sessions.start(test.member)).token}`;
    await reply({ status: "closed" });
    test.clock.advance({ days: 31 });
    expect((await page()).mayAnswer).toBe(false);
    const headers = { "idempotency-key": randomUUID() };
    expect((await answer("Too late", headers)).status).toBe(409);
    const dump = await test.dump();
    expect([dump.inquiry_entry, dump.submission].map((rows) => rows?.length)).toEqual([3, 0]);
  });

  it.each([
    ["a filled honeypot", { text: "Buy pills", homepage: "https://spam.example" }],
    ["many links", { text: "https://a.example https://b.example https://c.example" }],
  ])("that is likely spam is in the inbox, and notifies nobody: %s", async (_what, fields) => {
    const telegram = { chatId: "-1001", token: "123456:made-up-bot-token" };
    const settings = { retentionDays: 90, acknowledge: false, says: "reference", mail: null, webhook: null } as const;
    await test.services.settings.save({ ...settings, telegram }, 0);
    await reply({ status: "answered" });
    await answer("Genuine");
    expect((await test.dump()).outbox).toHaveLength(1);
    const { newest } = await test.store.inboxChanges.kept();
    // The reply has assigned the inquiry, so that its author is told of the answer.
    const ofGenuine = await test.store.inboxChanges.after(newest - 2, 9);
    expect(ofGenuine).toMatchObject([{ kind: "answered" }, { kind: "bell" }]);
    expect((await visitor("/answers", { key, ...fields })).status).toBe(201);
    expect((await detail()).entries).toHaveLength(3);
    expect((await test.dump()).outbox).toHaveLength(1);
    expect(await test.store.inboxChanges.after(newest, 9)).toMatchObject([{ kind: "changed" }]);
  });

  it("is not taken after a hundred without a reply", async () => {
    for (let count = 0; count < 100; count++) expect((await answer(`Answer ${count}`)).status).toBe(201);
    expect((await answer("One more")).status).toBe(409);
    await reply();
    expect((await answer("One more")).status).toBe(201);
  });

  it.each([
    ["an unknown key", { key: "made-up", text: "Hello" }, 404],
    ["no text", { key: "made-up", text: "  " }, 422],
    ["too long a text", { key: "made-up", text: "x".repeat(4001) }, 422],
    ["no key", { text: "Hello" }, 422],
  ])("with %s is rejected", async (_what, payload, status) => {
    expect((await visitor("/answers", payload)).status).toBe(status);
    expect((await detail()).entries).toEqual([]);
  });
});

it("an export has the conversation", async () => {
  await reply({ way: "phone", text: "Called." });
  await answer("Thanks");
  const { body } = await test.app.inject({ url: "/api/contact-inquiries/export.jsonl", headers: { cookie } });
  expect(JSON.parse(body).conversation).toMatchObject([
    { kind: "reply", way: "phone", author: test.member.email, text: "Called." },
    { kind: "answer", way: "page", author: null, text: "Thanks" },
  ]);
  const csv = (await test.app.inject({ url: "/api/contact-inquiries/export.csv", headers: { cookie } })).body;
  expect(csv).toContain("Called.");
  expect(csv).toContain("Thanks");
});

it("an erasure leaves nothing of the conversation, nor of it in the search index", async () => {
  await reply({ text: "Quixotic reply" });
  await answer("Quixotic answer");
  const { id: withdrawn } = await reply({ text: "Quixotic mistake" });
  await call("DELETE", `replies/${withdrawn}`);
  expect(await found("quixotic mistake")).toBe(false);
  await test.services.inquiries.eraseByReceipt(key);
  const dump = await test.dump();
  expect([dump.inquiry_entry, dump.inquiry_link, dump.inquiry]).toEqual([[], [], []]);
  expect(JSON.stringify(dump)).not.toContain("Quixotic");
});

it("an inquiry whose visitor answers while it is being erased for its age is kept", async () => {
  test.clock.advance({ days: 500 });
  vi.spyOn(test.store.inquiries, "numbersOver").mockImplementationOnce(async () => {
    await answer("Still here");
    return [1];
  });
  await test.services.inquiries.eraseOld();
  expect(await test.store.inquiries.count()).toBe(1);
});

it("an open inquiry whose visitor has answered lately is kept", async () => {
  test.clock.advance({ days: 300 });
  await answer("Any news?");
  test.clock.advance({ days: 100 });
  await test.services.inquiries.eraseOld();
  expect(await test.store.inquiries.count()).toBe(1);
  test.clock.advance({ days: 300 });
  await test.services.inquiries.eraseOld();
  expect(await test.store.inquiries.count()).toBe(0);
});
