import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Report } from "#contract/inbox/reports.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";
import { rawBounce, rawMail } from "../incoming-mail/testing.ts";
import { goodInquiry } from "../testing-api.ts";

const origin = "https://desk.example.com";
const log = { info() {}, warn() {}, error() {} };

let test: Awaited<ReturnType<typeof createDeliveries>>;
let cookie: string;
let secret: string;
let id: string;

beforeEach(async () => {
  test = await createDeliveries(origin);
  cookie = await test.signIn();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push" } as const;
  const mailbox = { host: "", port: 993, security: "tls", user: "" } as const;
  const saved = await test.services.settings.save(
    { ...test.input, telegram: null, incoming: { ...incoming, ...mailbox } },
    version,
  );
  secret = saved.ok ? (saved.incomingSecret ?? "") : "";
  id = await submit("asha@example.com");
});
afterEach(() => test.close());

async function submit(email: string): Promise<string> {
  const { reference } = await test.services.inquiries.submit({ ...goodInquiry, email });
  const found = await test.db
    .selectFrom("inquiry")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return found.id;
}

const call = async <T>(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object, headers = {}) => {
  const options = { method, url, headers: { cookie, ...headers }, ...(payload === undefined ? {} : { payload }) };
  return (await test.app.inject(options)).json<T>();
};
const detail = (inquiryId = id) => call<InquiryDetail>("GET", `/api/contact-inquiries/${inquiryId}`);
const list = (query = "") => call<InboxPage>("GET", `/api/contact-inquiries${query}`);
const push = (raw: Buffer) =>
  test.app
    .inject({
      method: "POST",
      url: "/api/incoming-mail",
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
      payload: raw,
    })
    .then((response) => response.json<{ outcome: string }>().outcome);

/** A reply by email, or logged, that sets a status; its id is in its Message-ID. */
async function reply(
  change: { way?: "email" | "phone" | "page"; status?: "answered" | "closed" } = {},
  inquiryId = id,
) {
  const input = { id: randomUUID(), way: "email", text: "Please try again.", status: "answered", ...change };
  const { version } = await detail(inquiryId);
  await call("POST", `/api/contact-inquiries/${inquiryId}/replies`, input, { "if-match": `"${version}"` });
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  return input.id;
}

/** Sends what waits; the mail server takes all. */
async function send() {
  test.services.notifications.start({ origin, log });
  await test.settled();
  await test.services.notifications.stop();
}

async function failed(inquiryId = id) {
  const entry = await reply({}, inquiryId);
  await send();
  expect(await push(rawBounce(`${entry}@example.com`))).toBe("bounce");
  return entry;
}

async function total(): Promise<Report["total"]> {
  test.clock.advance({ minutes: 2 });
  return (await call<Report>("GET", "/api/reports")).total;
}

describe("a reply that did not arrive", () => {
  it("reopens its inquiry, which is first in the list, marked, and in a view of its own", async () => {
    const others = [await submit("b@example.com"), await submit("c@example.com")];
    await failed();
    const [first, ...rest] = (await list()).inquiries;
    expect(first).toMatchObject({ id, status: "new", undelivered: true });
    expect(rest.map((inquiry) => inquiry.id)).toEqual(others.toReversed());
    expect((await list("?sort=oldest")).inquiries.map((inquiry) => inquiry.id)).toEqual([id, ...others]);
    const view = await list("?undelivered=yes");
    expect(view).toMatchObject({ undeliveredCount: 1, inquiries: [{ id }] });
    expect((await list("?status=answered")).inquiries).toEqual([]);
    expect((await detail()).history.at(-1)).toMatchObject({ from: "answered", to: "new", by: null, isByFailure: true });
  });

  it("moves it to the top of the order by activity, where it stays, and makes it unread", async () => {
    test.clock.advance({ minutes: 1 });
    const other = await submit("b@example.com");
    for (const each of [id, other]) await test.services.inbox.markSeen(each);
    await failed();
    expect(await list("?sort=activity")).toMatchObject({
      unreadCount: 1,
      inquiries: [
        { id, unread: true },
        { id: other, unread: false },
      ],
    });
    await reply({ way: "phone" });
    expect((await list("?sort=activity")).inquiries.map((inquiry) => inquiry.id)).toEqual([id, other]);
  });

  it("is told to the team and to the member who works on it, with nothing of the visitor", async () => {
    const { version } = await detail();
    await test.signIn("agent");
    const agent = await test.db.selectFrom("member").selectAll().where("role", "=", "agent").executeTakeFirstOrThrow();
    await call("PATCH", `/api/contact-inquiries/${id}`, { assigneeId: agent.id }, { "if-match": `"${version}"` });
    await failed();
    const before = test.mailServer.mails.length;
    await send();
    const mails = test.mailServer.mails.slice(before);
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([...(test.input.mail?.to ?? []), agent.email].toSorted());
    for (const { text } of mails) {
      expect(text).toContain("did not arrive. There is no such mailbox");
      expect(text).not.toContain("asha@example.com");
    }
    const kinds = (await test.services.outbox.list({ limit: 20 })).deliveries.map(({ kind }) => kind);
    expect(kinds).toContain("undelivered");
    const events = test.hook.calls.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(events).toContain("inquiry.undelivered");
    expect(await push(rawBounce(`${randomUUID()}@example.com`)), "no id of ours").toBe("listed");
  });

  it("ends with another reply, whichever way, with closing it, or with sending it again", async () => {
    await failed();
    await reply({ way: "phone" });
    expect((await list()).undeliveredCount).toBe(0);
    const second = await submit("d@example.com");
    const entry = await failed(second);
    await call("POST", `/api/replies/${entry}/retry`);
    expect((await detail(second)).undelivered).toBe(false);
    await send();
    expect((await detail(second)).entries).toMatchObject([{ delivery: "delivered" }]);
    await push(rawBounce(`${entry}@example.com`));
    expect((await detail(second)).undelivered, "it came back again").toBe(true);
    const { version } = await detail(second);
    await call("PATCH", `/api/contact-inquiries/${second}`, { status: "closed" }, { "if-match": `"${version}"` });
    expect(await detail(second)).toMatchObject({ undelivered: false, status: "closed" });
    const closed = await detail(second);
    await call("PATCH", `/api/contact-inquiries/${second}`, { status: "new" }, { "if-match": `"${closed.version}"` });
    expect((await detail(second)).undelivered, "opened again, it is still so").toBe(true);
  });

  it("reopens nothing if its visitor has written since, but a forged email does not count", async () => {
    const entry = await reply();
    await send();
    expect(await push(rawMail({ From: "asha@example.com", "In-Reply-To": `<${entry}@example.com>` }))).toBe("answer");
    const { version } = await detail();
    await call("PATCH", `/api/contact-inquiries/${id}`, { status: "closed" }, { "if-match": `"${version}"` });
    expect(await push(rawBounce(`${entry}@example.com`))).toBe("bounce");
    expect(await detail()).toMatchObject({ status: "closed", undelivered: false, entries: [{ delivery: "dead" }, {}] });
    const second = await submit("asha@example.com");
    const next = await reply({}, second);
    await send();
    const { reference } = await detail(second);
    await push(rawMail({ From: "asha@example.com", Subject: `Re: ${reference}` }));
    await push(rawBounce(`${next}@example.com`));
    expect(await detail(second)).toMatchObject({ undelivered: true });
  });

  it("reopens the inquiry that its own was merged into", async () => {
    const target = await submit("asha@example.com");
    const entry = await reply();
    await send();
    const [one, other] = [await detail(), await detail(target)];
    const into = { into: { id: target, version: other.version } };
    await call("PUT", `/api/contact-inquiries/${id}/merge`, into, { "if-match": `"${one.version}"` });
    await reply({ way: "phone", status: "closed" }, target);
    // The one that came back is still answered by the call.
    await push(rawBounce(`${entry}@example.com`));
    expect(await detail(target)).toMatchObject({ status: "new", undelivered: true });
    expect(await detail()).toMatchObject({ status: "closed", undelivered: false });
  });

  it("is no answer in the reports, however late it comes back, until it is sent again", async () => {
    const entry = await reply();
    await send();
    expect(await total()).toMatchObject({ answered: 1, unanswered: 0 });
    await push(rawBounce(`${entry}@example.com`));
    expect(await total()).toMatchObject({ received: 1, answered: 0, undelivered: 1, median: null });
    await call("POST", `/api/replies/${entry}/retry`);
    await send();
    expect(await total()).toMatchObject({ answered: 1, undelivered: 0 });
    await push(rawBounce(`${entry}@example.com`));
    await reply({ way: "phone", status: "closed" });
    expect(await total(), "the call answers it").toMatchObject({ answered: 1, unanswered: 0, undelivered: 0 });
    // One that comes back before it was counted, and is closed without an answer.
    const second = await submit("e@example.com");
    await failed(second);
    const { version } = await detail(second);
    await call("PATCH", `/api/contact-inquiries/${second}`, { status: "closed" }, { "if-match": `"${version}"` });
    expect(await total()).toMatchObject({ received: 2, answered: 1, unanswered: 1, undelivered: 1 });
  });
});

it("refused for good by the mail server is tried once, and its inquiry is open at once", async () => {
  await test.mailServer.close();
  const { startMailServer } = await import("../notifications/testing.ts");
  const refusing = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === "asha@example.com" ? Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 }) : null,
      ),
  });
  const { version } = await test.services.settings.view();
  const mail = { ...test.input.mail!, user: "", port: refusing.port };
  await test.services.settings.save({ ...test.input, telegram: null, webhook: null, mail }, version);
  await reply();
  await send();
  expect(await detail()).toMatchObject({
    status: "new",
    undelivered: true,
    entries: [{ delivery: "dead", problem: "There is no such mailbox: the address may be misspelt (550 5.1.1)." }],
  });
  await refusing.close();
});
