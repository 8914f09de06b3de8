import { randomUUID } from "node:crypto";
import { text as textOf } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import type { SettingsInput } from "#contract/settings.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { inquiryFields } from "#domain/inquiries/inquiry.ts";
import { english } from "../testing-message-codes.ts";
import { goodInquiry } from "../testing-api.ts";
import { siteNotification } from "./event-copy.ts";
import { mailSettings, startMailServer } from "./testing.ts";
import { botToken, createDeliveries } from "./testing-deliveries.ts";

const origin = "https://desk.example.com";
/** Must not appear in logs, outbox rows or responses: visitor input and the owner's secrets. */
const visitor = Object.values(goodInquiry);

let desk: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  desk = await setUp();
});
afterEach(() => desk.close());

/** The app with test servers for email, webhook and Telegram, all configured. */
async function setUp() {
  const test = await createDeliveries(origin);
  const { services, mailServer } = test;
  const mail = mailSettings(mailServer.port, { user: "desk", password: "a made-up password" });
  const input: SettingsInput = { ...test.input, mail };
  const lines: string[] = [];
  const log = {
    info: (details: object, text: string) => lines.push(JSON.stringify([details, text])),
    warn: (details: object, text: string) => lines.push(JSON.stringify([details, text])),
    error: (details: object, text: string) => lines.push(JSON.stringify([details, text])),
  };
  let secret = "";
  const set = async (change: Partial<SettingsInput>) => {
    const { version } = await services.settings.view();
    const saved = await services.settings.save({ ...input, ...change }, version);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    secret = saved.webhookSecret ?? secret;
  };
  await set({});
  services.notifications.start({ origin, log });
  return {
    ...test,
    lines,
    input,
    set,
    secret: () => secret,
    rows: () => test.db.selectFrom("outbox").selectAll().orderBy("channel").execute(),
  };
}

describe("a new inquiry", () => {
  it("reaches the team by each delivery, with reference and link, and nothing of the visitor", async () => {
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect(desk.lines).toHaveLength(3);
    for (const line of desk.lines) expect(line).toMatch(new RegExp(`"reference":"${reference}".*was delivered`));
    const [row] = await desk.db.selectFrom("inquiry").select("id").execute();
    const link = `${origin}/ContactAdmin/inquiries?inquiry=${row?.id}`;
    const [mail] = desk.mailServer.mails;
    expect(mail).toMatchObject({ to: ["team@example.com"], user: "desk" });
    expect(mail?.headers).toContain(`Subject: New inquiry ${reference}`);
    const [call] = desk.hook.calls;
    expect(JSON.parse(call?.body ?? "")).toEqual({
      type: "inquiry.received",
      timestamp: new Date(desk.clock.now()).toISOString(),
      data: {
        id: row?.id,
        reference,
        kind: "message",
        language: "en",
        receivedAt: new Date(desk.clock.now()).toISOString(),
        suspected: false,
        link,
      },
    });
    const [chat] = desk.telegram.calls;
    expect(chat?.path).toBe(`/bot${botToken}/sendMessage`);
    const said = JSON.parse(chat?.body ?? "");
    expect(said).toMatchObject({ chat_id: "-1001" });
    for (const text of [mail?.text ?? "", said.text]) {
      expect(text).toContain(reference);
      expect(text).toContain(link);
    }
    const all = [mail?.headers, mail?.text, call?.body, chat?.body].join("\n");
    for (const words of visitor) expect(all).not.toContain(words);
    expect((await desk.rows()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("contains what the visitor wrote if the owner chose so, as plain text", async () => {
    await desk.set({ says: "all" });
    const query = "<b>*_[x](https://evil.example)_*</b>\r\nBcc: thief@example.com\nनमस्ते";
    await desk.services.inquiries.submit({ ...goodInquiry, query, name: "Asha\r\nBcc: thief@example.com" });
    await desk.settled();
    const [mail] = desk.mailServer.mails;
    expect(mail?.to).toEqual(["team@example.com"]);
    expect(mail?.headers).not.toMatch(/thief|Asha/);
    const { text, ...rest } = JSON.parse(desk.telegram.calls[0]?.body ?? "");
    expect(rest).not.toHaveProperty("parse_mode");
    for (const said of [mail?.text ?? "", text]) {
      const quoted = query.replaceAll(/\r?\n/g, "\n> ");
      expect(said.replaceAll("\r\n", "\n")).toContain(`Message:\n> ${quoted}\n`);
      expect(said).toContain("Full Name: Asha Bcc: thief@example.com");
      expect(said).toContain(goodInquiry.phone);
    }
    expect(JSON.parse(desk.hook.calls[0]?.body ?? "").data.inquiry).toMatchObject({
      city: goodInquiry.city,
      query: query.replace("\r\n", "\n"),
    });
  });

  it("waits in the outbox as nothing but ids, in the same transaction", async () => {
    await desk.services.notifications.stop();
    await desk.services.inquiries.submit(goodInquiry);
    const { inquiry, outbox } = await desk.dump();
    expect(inquiry).toHaveLength(1);
    expect(outbox).toHaveLength(3);
    expect(new Set((outbox as Array<{ id: string }>).map(({ id }) => id)).size).toBe(3);
    for (const secret of [...visitor, botToken, desk.secret(), "a made-up password"]) {
      expect(JSON.stringify(outbox)).not.toContain(secret);
    }
  });

  it.each(["c".repeat(100), "c".repeat(99)])(
    "longer than Telegram takes is shortened there, says so, and still ends with where to answer it",
    async (city) => {
      await desk.set({ says: "all" });
      await desk.services.inquiries.submit({ ...goodInquiry, query: "😀".repeat(2000), city });
      await desk.settled();
      const { id } = await desk.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
      const end = `Reply: ${origin}/ContactAdmin/inquiries?inquiry=${id}`;
      const { text } = JSON.parse(desk.telegram.calls[0]?.body ?? "");
      expect(text.length).toBeGreaterThanOrEqual(4095);
      expect(text.length).toBeLessThanOrEqual(4096);
      expect(text.endsWith(`😀…\n(Shortened: the whole message is in the inbox.)\n\n${end}`)).toBe(true);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain("\uFFFD");
      // Email and the webhook contain all of it.
      expect(desk.mailServer.mails[0]?.text).toContain("😀".repeat(2000));
    },
  );

  it("is not sent if it was erased before", async () => {
    desk.hook.response = (response) => response.writeHead(500).end();
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    await desk.db.deleteFrom("inquiry").execute();
    desk.clock.advance({ minutes: 2 });
    desk.services.outbox.wake();
    await expect.poll(async () => (await desk.rows()).map(({ channel }) => channel)).toEqual(["email", "telegram"]);
    expect(desk.hook.calls).toHaveLength(1);
  });

  it("is on disk and acknowledged even if every delivery hangs", async () => {
    desk.hook.response = () => undefined;
    desk.telegram.response = () => undefined;
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    expect(reference).toMatch(/^\w{3}-\w{3}$/);
  });
});

describe("the webhook", () => {
  it("is signed, so that the receiver can tell it is ours and which are repeats", async () => {
    desk.hook.response = (response) => response.writeHead(500).end();
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    desk.hook.response = (response) => response.writeHead(204).end();
    desk.clock.advance({ minutes: 2 });
    desk.services.outbox.wake();
    await desk.hook.untilCalled(2);
    const [first, second] = desk.hook.calls;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-timestamp"]).not.toBe(first?.headers["webhook-timestamp"]);
    const verifier = new Webhook(desk.secret());
    for (const { headers, body } of [first, second].filter((call) => call !== undefined)) {
      const time = new Date(Number(headers["webhook-timestamp"]) * 1000);
      expect(headers["webhook-signature"]).toBe(verifier.sign(String(headers["webhook-id"]), time, body));
    }
    expect(desk.secret()).toMatch(/^whsec_[\w+/]{43}=$/);
  });
});

describe("what fails", () => {
  it("is described without secrets and visitor data, in the log and in the delivery log", async () => {
    await desk.set({
      says: "all",
      acknowledge: true,
      mail: { ...desk.input.mail!, password: "wrong password" },
    });
    desk.hook.response = (response) => response.writeHead(500).end(goodInquiry.email);
    desk.telegram.response = (response) => response.writeHead(401).end(`bad token ${botToken}`);
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const { deliveries } = english(await desk.services.outbox.list({ limit: 20 }));
    const outcomes = deliveries.map(({ channel, problem, attempts }) => ({ channel, problem, attempts }));
    expect(outcomes.toSorted((a, b) => a.channel.localeCompare(b.channel))).toEqual([
      { channel: "email", problem: "The mail server refused the user or the password (535).", attempts: 1 },
      { channel: "email", problem: "The mail server refused the user or the password (535).", attempts: 1 },
      { channel: "telegram", problem: "Telegram does not know this bot: its token is wrong.", attempts: 1 },
      { channel: "webhook", problem: "The receiver answered 500.", attempts: 1 },
    ]);
    expect(desk.lines).toHaveLength(4);
    for (const line of desk.lines) expect(line).toContain(`"reference":"${reference}"`);
    const said = JSON.stringify([desk.lines, deliveries, await desk.services.settings.view()]);
    for (const secret of [...visitor, botToken, desk.secret(), "wrong password"]) expect(said).not.toContain(secret);
  });

  it.each([
    [400, "Telegram knows no such chat (400). Is the bot a member of it?"],
    [403, "Telegram does not let the bot write there (403)."],
    [404, "Telegram does not know this bot: its token is wrong."],
    [502, "Telegram answered 502."],
  ])("at Telegram with %i is said so", async (status, message) => {
    desk.telegram.response = (response) => response.writeHead(status).end("{}");
    expect(english(await desk.services.notifications.test("telegram"))).toEqual({ delivered: false, message });
  });

  it("because Telegram asks to wait comes back when it said", async () => {
    desk.telegram.response = (response) =>
      response.writeHead(429).end('{"ok":false,"error_code":429,"parameters":{"retry_after":600}}');
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const row = (await desk.rows()).find(({ channel }) => channel === "telegram");
    expect(row?.next_at).toBe(desk.clock.now() + 600_000);
  });

  it("shows while it lasts: the channel, how many messages, and since when", async () => {
    const health = () => desk.services.outbox.health();
    expect(await health()).toEqual({ failing: [] });
    desk.hook.response = (response) => response.writeHead(500).end();
    const since = new Date(desk.clock.now()).toISOString();
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    desk.clock.advance({ seconds: 5 });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect(await health()).toEqual({ failing: [{ channel: "webhook", since, messages: 2 }] });
    desk.hook.response = (response) => response.writeHead(204).end();
    desk.clock.advance({ minutes: 2 });
    desk.services.outbox.wake();
    await expect.poll(health).toEqual({ failing: [] });
    // A channel that is no longer in use causes no failure.
    desk.telegram.response = (response) => response.writeHead(500).end();
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect((await health()).failing).toMatchObject([{ channel: "telegram" }]);
    await desk.set({ telegram: null });
    expect(await health()).toEqual({ failing: [] });
  });

  it("shows though other mail of the channel gets through: receipts to visitors, links to members", async () => {
    const choosy = await startMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith("team") ? new Error("no") : null),
    });
    await desk.set({ acknowledge: true, mail: { ...desk.input.mail!, user: "", port: choosy.port } });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    desk.clock.advance({ seconds: 5 });
    await desk.signIn();
    await desk.services.outbox.add({ kind: "password-reset", memberId: desk.member.id });
    await choosy.untilTaken(2);
    await desk.settled();
    expect((await desk.services.outbox.health()).failing).toMatchObject([{ channel: "email", messages: 1 }]);
    await choosy.close();
  });

  it("for a visitor's mistyped address is no failing channel", async () => {
    const choosy = await startMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith("team") ? null : new Error("no")),
    });
    await desk.set({ acknowledge: true, mail: { ...desk.input.mail!, port: choosy.port } });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
    await choosy.close();
  });
});

describe("mail to several of the team", () => {
  const team = ["team@example.com", "night@example.com"];
  const refusing = (code: () => number | null) =>
    startMailServer({
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = address.startsWith("night") ? code() : null;
        done(responseCode === null ? null : Object.assign(new Error("no"), { responseCode }));
      },
    });
  const mails = async () => (await desk.rows()).filter(({ channel }) => channel === "email");

  it("goes to each alone: one who is refused for now gets it later, and nobody gets it twice", async () => {
    let code: number | null = 451;
    const server = await refusing(() => code);
    await desk.set({ mail: { ...desk.input.mail!, user: "", port: server.port, to: [...team, "team@example.com"] } });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    expect(server.mails.map(({ to }) => to)).toEqual([["team@example.com"]]);
    expect((await mails()).map(({ state }) => state).sort()).toEqual(["delivered", "waiting"]);
    code = null;
    desk.clock.advance({ minutes: 2 });
    desk.services.outbox.wake();
    await server.untilTaken(2);
    await expect.poll(async () => (await mails()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(server.mails.map(({ to }) => to)).toEqual([["team@example.com"], ["night@example.com"]]);
    expect(new Set((await mails()).map(({ id }) => id)).size).toBe(2);
    await server.close();
  });

  it("one of whom is refused for good shows in the log and as failing, whatever the others get", async () => {
    const server = await refusing(() => 550);
    await desk.set({ mail: { ...desk.input.mail!, user: "", port: server.port, to: team } });
    for (let sent = 1; sent <= 2; sent += 1) {
      await desk.services.inquiries.submit(goodInquiry);
      await desk.settled();
      desk.clock.advance({ seconds: 5 });
    }
    expect(server.mails).toHaveLength(2);
    const { deliveries } = english(await desk.services.outbox.list({ limit: 20 }));
    const refused = deliveries.filter(({ problem }) => problem !== null);
    const problem = "The mail server refused the receiver's address (550).";
    expect(refused).toMatchObject(Array.from({ length: 2 }, () => ({ to: "night@example.com", problem })));
    expect((await desk.services.outbox.health()).failing).toMatchObject([{ channel: "email", messages: 2 }]);
    expect(
      refused.map(({ state }) => state),
      "no other try could succeed",
    ).toEqual(["dead", "dead"]);
    // A removed recipient causes no failure.
    await desk.set({ mail: { ...desk.input.mail!, user: "", port: server.port, to: ["team@example.com"] } });
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
    await server.close();
  });
});

describe("the acknowledgement", () => {
  it("goes to the visitor where the owner wants it, and says nothing that was typed", async () => {
    await desk.set({ acknowledge: true });
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const mail = desk.mailServer.mails.find(({ to }) => to[0] === goodInquiry.email);
    expect(mail?.headers).toContain(`Subject: Your message ${reference}`);
    expect(mail?.headers).toContain("Auto-Submitted: auto-generated");
    expect(mail?.text).toContain(reference);
    for (const field of inquiryFields.filter((name) => name !== "email")) {
      expect(mail?.text).not.toContain(goodInquiry[field]);
    }
  });

  it("does not go where it is off, nor to what looks like spam", async () => {
    expect((await desk.services.outbox.messagesFor({ status: "new" })).map(({ kind }) => kind)).not.toContain(
      "acknowledgement",
    );
    await desk.set({ acknowledge: true });
    const kinds = async (status: "new" | "suspected") =>
      (await desk.services.outbox.messagesFor({ status })).map(({ kind, channel }) => `${kind} by ${channel}`).sort();
    const team = ["inquiry by email", "inquiry by telegram", "inquiry by webhook"];
    expect(await kinds("suspected")).toEqual(team);
    expect(await kinds("new")).toEqual(["acknowledgement by email", ...team]);
  });

  it("floods no stranger's address: three a day are the most", async () => {
    await desk.set({ acknowledge: true, webhook: null, telegram: null, mail: { ...desk.input.mail!, to: [] } });
    const send = async (email: string) => {
      await desk.services.inquiries.submit({ ...goodInquiry, email });
      await desk.settled();
    };
    for (const email of ["asha@example.com", "Asha@example.com", "ASHA@example.com", "asha@example.com"]) {
      await send(email);
    }
    expect(desk.mailServer.mails).toHaveLength(3);
    await send("mina@example.com");
    expect(desk.mailServer.mails).toHaveLength(4);
    desk.clock.advance({ days: 1, seconds: 1 });
    await send("asha@example.com");
    expect(desk.mailServer.mails).toHaveLength(5);
  });
});

describe("three acknowledgements a day are the most", () => {
  const receipts = () => desk.mailServer.mails.length;
  const send = async () => {
    const submitted = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    return submitted;
  };
  beforeEach(() =>
    desk.set({ acknowledge: true, webhook: null, telegram: null, mail: { ...desk.input.mail!, to: [] } }),
  );

  it("though each inquiry is erased as soon as it is acknowledged", async () => {
    for (let sent = 1; sent <= 5; sent += 1) {
      const { receiptKey } = await send();
      expect(await desk.services.inquiries.eraseByReceipt(receiptKey)).toBe(true);
    }
    expect(receipts()).toBe(3);
    // What remains after the erasure contains no address, and is deleted within a day.
    const { sign_in_failure: counted } = await desk.dump();
    expect(counted).toHaveLength(1);
    expect(JSON.stringify(await desk.dump())).not.toContain(goodInquiry.email);
    desk.clock.advance({ days: 1, seconds: 1 });
    await desk.services.cleanUp.run();
    expect((await desk.dump())["sign_in_failure"]).toEqual([]);
  });

  it("also if many are sent simultaneously", async () => {
    await send();
    await desk.services.notifications.stop();
    await Promise.all(Array.from({ length: 12 }, () => desk.services.inquiries.submit(goodInquiry)));
    desk.services.notifications.start({ origin, log: { info: () => {}, warn: () => {}, error: () => {} } });
    await desk.settled();
    expect(receipts()).toBe(3);
    expect((await desk.rows()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("and one that has to be tried again counts once", async () => {
    await desk.mailServer.close();
    for (let sent = 1; sent <= 3; sent += 1) await send();
    for (const minutes of [2, 5]) {
      desk.clock.advance({ minutes });
      desk.services.outbox.wake();
      const attempts = minutes === 2 ? 2 : 3;
      await expect.poll(async () => (await desk.rows()).map((row) => row.attempts)).toEqual(Array(3).fill(attempts));
    }
    expect((await desk.dump())["sign_in_failure"]).toMatchObject([{ count: 3 }]);
  });
});

describe("a member's one-time link", () => {
  it.each([
    ["password-reset", "Set a new password"],
    ["invitation", "You are invited to the front desk of Saffron Exchange"],
  ] as const)("for a %s is made when the mail is, and is kept nowhere in clear", async (kind, subject) => {
    await desk.signIn();
    await desk.services.outbox.add({ kind, memberId: desk.member.id });
    await desk.mailServer.untilTaken(1);
    const [mail] = desk.mailServer.mails;
    expect(mail).toMatchObject({ to: [desk.member.email] });
    expect(mail?.headers).toContain(`Subject: ${subject}`);
    if (kind === "invitation")
      expect(mail?.text).toContain("invites you to the front desk of Saffron Exchange, as an owner");
    const token = new RegExp(`${origin}/ContactAdmin/password#reset=([\\w-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await desk.dump())).not.toContain(token);
    const set = await desk.services.accounts.setPassword({ token, password: "a long enough password" });
    expect(set.outcome).toBe("set");
  });

  it("for a member who is no longer there is not sent", async () => {
    await desk.services.outbox.add({ kind: "password-reset", memberId: "nobody" });
    await expect.poll(() => desk.rows()).toEqual([]);
    expect(desk.mailServer.mails).toEqual([]);
  });
});

describe("a test", () => {
  it("arrives on each channel", async () => {
    for (const channel of ["email", "webhook", "telegram"] as const) {
      expect(english(await desk.services.notifications.test(channel))).toMatchObject({ delivered: true });
    }
    expect(desk.mailServer.mails).toHaveLength(1);
    expect(JSON.parse(desk.hook.calls[0]?.body ?? "")).toMatchObject({ type: "test", data: {} });
    expect(JSON.parse(desk.telegram.calls[0]?.body ?? "").text).toContain("test");
  });

  it("of what is not set up, or has nobody to go to, says so", async () => {
    await desk.set({ mail: null, webhook: null, telegram: null });
    expect(english(await desk.services.notifications.test("email"))).toEqual({
      delivered: false,
      message: "Email is not set up.",
    });
    for (const channel of ["webhook", "telegram"] as const) {
      expect(english(await desk.services.notifications.test(channel))).toMatchObject({ delivered: false });
    }
    await desk.set({ mail: { ...desk.input.mail!, to: [] } });
    expect(english(await desk.services.notifications.test("email"))).toEqual({
      delivered: false,
      message: "Enter an address to send it to first.",
    });
  });
});

it("purges what was delivered after 30 days, and what was given up after 90", async () => {
  desk.hook.response = (response) => response.writeHead(500).end();
  await desk.services.inquiries.submit(goodInquiry);
  await desk.settled();
  await desk.services.notifications.stop();
  const old = desk.clock.now();
  await desk.db
    .updateTable("outbox")
    .set({ state: "dead", settled_at: old })
    .where("channel", "=", "webhook")
    .execute();
  const left = async () => (await desk.rows()).map(({ channel }) => channel);
  desk.clock.advance({ days: 30 });
  await desk.services.outbox.purge();
  expect(await left()).toHaveLength(3);
  desk.clock.advance({ seconds: 1 });
  await desk.services.outbox.purge();
  expect(await left()).toEqual(["webhook"]);
  desk.clock.advance({ days: 60 });
  await desk.services.outbox.purge();
  expect(await left()).toEqual([]);
});

describe("a reply", () => {
  /** Sends a reply as the owner, and waits until its email was tried. */
  async function reply(way: "page" | "email", text: string) {
    const { id, version } = await desk.db.selectFrom("inquiry").select(["id", "version"]).executeTakeFirstOrThrow();
    const member = { id: desk.member.id, email: desk.member.email };
    const input = { id: randomUUID(), way, text };
    const sent = await desk.services.replies.send(id, Number(version), input, member);
    expect(sent.ok).toBe(true);
    return { replyId: input.id, inquiryId: id };
  }
  async function leave() {
    // Emails leave a little later.
    desk.clock.advance({ seconds: leavesAfterMs / 1000 + 5 });
    desk.services.outbox.wake();
    await desk.settled();
  }
  const entry = async (id: string) => english(await desk.services.inbox.find(id))?.entries.at(-1);
  let cookie: string;

  beforeEach(async () => {
    await desk.set({ acknowledge: true, webhook: null, telegram: null, mail: { ...desk.input.mail!, to: [] } });
    cookie = await desk.signIn();
  });

  it("by email leaves after the time to undo, in the thread of the acknowledgement, with a link and no trace of it", async () => {
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const first = await reply("email", "It is <paid> out.\nनमस्ते");
    expect(desk.mailServer.mails).toHaveLength(1);
    expect(await entry(first.inquiryId)).toMatchObject({ delivery: "waiting" });
    await leave();
    expect(await entry(first.inquiryId)).toMatchObject({ delivery: "delivered", problem: null });
    const second = await reply("email", "And so is the other.");
    await leave();
    const [receipt, one, two] = desk.mailServer.mails;
    const root = `<${first.inquiryId}@example.com>`;
    expect(receipt?.headers).toContain(`Message-ID: ${root}`);
    expect(receipt?.headers).toContain(`Subject: Your message ${reference}`);
    expect(one).toMatchObject({ to: [goodInquiry.email] });
    expect(one?.headers).toContain(`Subject: Re: Your message ${reference}`);
    expect(one?.headers).toContain(`In-Reply-To: ${root}`);
    expect(one?.headers).not.toMatch(/^auto-submitted/im);
    expect(two?.headers).toContain(`Message-ID: <${second.replyId}@example.com>`);
    expect(two?.headers).toContain(`In-Reply-To: <${first.replyId}@example.com>`);
    expect(two?.headers).toContain(`References: ${root} <${first.replyId}@example.com>`);
    const key = /receipt\?key=([\w-]{43})/.exec(one?.text ?? "")?.[1] ?? "";
    expect(await desk.services.conversations.find(key)).toMatchObject({ reference, entries: [{}, {}] });
    const kept = JSON.stringify([await desk.dump(), desk.lines]);
    expect(kept).not.toContain(key);
    expect(JSON.stringify([await desk.rows(), desk.lines])).not.toContain("paid");
  });

  it("carries its files in the email", async () => {
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const { id, version } = await desk.db.selectFrom("inquiry").select(["id", "version"]).executeTakeFirstOrThrow();
    const pdf = Buffer.from("%PDF-1.7 of ours");
    const input = {
      id: randomUUID(),
      way: "email" as const,
      text: "See the file.",
      files: { files: [pdf], names: ["form.pdf"] },
    };
    await desk.services.replies.send(id, Number(version), input, desk.member);
    await leave();
    const { attachments } = await PostalMime.parse(desk.mailServer.mails.at(-1)?.raw ?? "");
    expect(attachments).toMatchObject([{ mimeType: "application/pdf", filename: "form.pdf" }]);
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(pdf);
  });

  it("comes under the display name of its author, before that of the site", async () => {
    await desk.services.profiles.set(desk.member, { names: { hi: "आशा" }, signatures: {} });
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    await reply("email", "It is paid out.");
    await leave();
    const { from, text = "", html = "" } = await PostalMime.parse(desk.mailServer.mails.at(-1)?.raw ?? "");
    expect(from?.name).toMatch(/^आशा · \S/);
    for (const body of [text, html]) expect(body).toContain(`${from?.name}, reference`);
    expect(text + html).not.toContain(desk.member.email);
  });

  it("on the page is announced without its text, or with it, or not at all, as the owner chose", async () => {
    await desk.services.inquiries.submit({ ...goodInquiry });
    await desk.settled();
    for (const [replyMail, holds] of [
      ["link", false],
      ["text", true],
      ["off", null],
    ] as const) {
      await desk.set({
        replyMail,
        acknowledge: true,
        webhook: null,
        telegram: null,
        mail: { ...desk.input.mail!, to: [] },
      });
      const before = desk.mailServer.mails.length;
      await reply("page", "It is paid out.");
      await leave();
      const mails = desk.mailServer.mails.slice(before);
      expect(mails.map(({ text }) => text.includes("It is paid out."))).toEqual(holds === null ? [] : [holds]);
    }
  });

  it("that is taken back, or whose visitor wants no mails, is not sent", async () => {
    const { receiptKey } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const { replyId, inquiryId } = await reply("email", "Too soon");
    await desk.services.replies.takeBack(replyId, desk.member);
    await leave();
    const next = await reply("email", "In time");
    expect(await desk.store.conversations.find(next.replyId)).toMatchObject({ emailBefore: null });
    await desk.services.replies.takeBack(next.replyId, desk.member);
    await reply("email", "Too late");
    await desk.services.conversations.setMailStopped(receiptKey, true);
    await leave();
    await expect.poll(async () => (await entry(inquiryId))?.delivery).toBe("dead");
    expect((await entry(inquiryId))?.problem).toContain("wants no more emails");
    // Its author, to whom the reply has assigned the inquiry, is told that it did not arrive.
    const { mails } = desk.mailServer;
    await expect.poll(() => mails.slice(1).map(({ to }) => to)).toEqual([[desk.member.email]]);
    expect(mails.filter(({ text }) => text.includes("Too late"))).toEqual([]);
    expect((await desk.services.inbox.find(inquiryId))?.mayEmail).toBe(false);
  });

  it("that fails says why in the thread, and can be sent again", async () => {
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const mail = { ...desk.input.mail!, to: [], user: "desk", password: "wrong password" };
    await desk.set({ acknowledge: true, webhook: null, telegram: null, mail });
    const { replyId, inquiryId } = await reply("email", "It is paid out.");
    await leave();
    await expect.poll(async () => (await entry(inquiryId))?.problem).toContain("refused the user or the password");
    expect(await entry(inquiryId)).toMatchObject({ delivery: "waiting" });
    await desk.set({ acknowledge: true, webhook: null, telegram: null, mail: { ...desk.input.mail!, to: [] } });
    expect(await desk.services.replies.retry(replyId)).not.toBeNull();
    await expect.poll(async () => (await entry(inquiryId))?.delivery).toBe("delivered");
    expect(await desk.services.replies.retry(replyId)).toBeNull();
    // One that has not left cannot be hurried past the time to undo.
    const waiting = await reply("email", "Not yet");
    expect(await desk.services.replies.retry(waiting.replyId)).toBeNull();
    // The bin cancels it; afterwards it can be sent again.
    const { version } = await desk.db.selectFrom("inquiry").select("version").executeTakeFirstOrThrow();
    await desk.services.bin.add([{ id: inquiryId, version }], { member: desk.member, hasSteppedUp: true });
    await desk.services.bin.restore([inquiryId], desk.member);
    expect(await entry(inquiryId)).toMatchObject({ delivery: "dead" });
    expect(await desk.services.replies.retry(waiting.replyId)).not.toBeNull();
    await expect.poll(async () => (await entry(inquiryId))?.delivery).toBe("delivered");
  });

  it("that was sent although the mail server's answer was lost leads to the page all the same", async () => {
    const { reference } = await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    let taken = "";
    const stopping = await startMailServer({
      onData(stream) {
        const take = async () => {
          taken = await textOf(stream);
          await stopping.close();
        };
        void take();
      },
    });
    const settings = { acknowledge: true, webhook: null, telegram: null };
    await desk.set({ ...settings, mail: { ...desk.input.mail!, to: [], port: stopping.port } });
    const { replyId, inquiryId } = await reply("email", "It is paid out.");
    await leave();
    await expect.poll(async () => (await entry(inquiryId))?.problem).toContain("The mail server");
    await desk.set({ ...settings, mail: { ...desk.input.mail!, to: [] } });
    await desk.services.replies.retry(replyId);
    await expect.poll(async () => (await entry(inquiryId))?.delivery).toBe("delivered");
    for (const mail of [taken, desk.mailServer.mails.at(-1)?.raw ?? ""]) {
      const { text: words = "" } = await PostalMime.parse(mail);
      const key = /receipt\?key=([\w-]{43})/.exec(words)?.[1] ?? "";
      expect(await desk.services.conversations.find(key)).toMatchObject({ reference });
    }
  });

  it("is sent again from the delivery log by the same rules, and the thread shows it", async () => {
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    const mail = { ...desk.input.mail!, to: [], user: "desk", password: "wrong password" };
    await desk.set({ acknowledge: true, webhook: null, telegram: null, mail });
    const { replyId, inquiryId } = await reply("email", "It is paid out.");
    const { outbox } = desk.services;
    expect(await outbox.retry(replyId)).toBe("not tried");
    expect(await entry(inquiryId)).toMatchObject({ delivery: "waiting", problem: null });
    await leave();
    await expect.poll(async () => (await entry(inquiryId))?.problem).toContain("refused");
    // Nothing is sent from here on, so that only the retry itself can change what the thread shows.
    await desk.services.notifications.stop();
    const problem = "The mail server refused the user or the password.";
    for (const retry of [() => outbox.retry(replyId), () => outbox.retryDead()]) {
      await desk.db.updateTable("outbox").set({ attempts: 7 }).where("id", "=", replyId).execute();
      await desk.store.outbox.settle(replyId, { state: "dead", attempts: 8, problem }, desk.clock.now());
      expect(await entry(inquiryId)).toMatchObject({ delivery: "dead", problem });
      const { newest } = await desk.store.inboxChanges.kept();
      await retry();
      expect(await entry(inquiryId)).toMatchObject({ delivery: "waiting", problem: null });
      expect((await desk.store.inboxChanges.after(newest, 9)).map(({ kind }) => kind)).toEqual(["changed"]);
    }
    expect(await outbox.retry("another")).toBe("gone");
  });

  it("that waited when a backup was made is given up once that is restored, and can be sent again", async () => {
    await desk.services.inquiries.submit(goodInquiry);
    await desk.settled();
    await desk.services.notifications.stop();
    const { replyId, inquiryId } = await reply("email", "It is paid out.");
    for (const url of [`/api/replies/${replyId}/retry`, `/api/deliveries/${replyId}/retry`]) {
      await desk.store.settleRestored(desk.clock.now());
      const problem = "This desk was restored from a backup: the message may already have been sent.";
      expect(await entry(inquiryId)).toMatchObject({ delivery: "dead", problem });
      // A restore ends the sessions.
      const { token } = await desk.services.sessions.start(desk.member);
      const headers = { cookie: `${cookie.split("=")[0]}=${token}` };
      expect((await desk.app.inject({ method: "POST", url, headers })).statusCode).toBe(200);
      expect(await entry(inquiryId)).toMatchObject({ delivery: "waiting", problem: null });
      const mails = (await desk.rows()).filter(({ kind }) => kind === "reply");
      expect(mails).toMatchObject([{ id: replyId, state: "waiting" }]);
    }
  });
});

it("a member whom a note mentions gets its reference and link by email, and nothing else of it", async () => {
  await desk.signIn();
  await desk.signIn("agent");
  const { id: agentId, email } = desk.agent;
  const agent = { id: agentId, email };
  await desk.set({ acknowledge: false, webhook: null, telegram: null, mail: { ...desk.input.mail!, to: [] } });
  const { reference } = await desk.services.inquiries.submit(goodInquiry);
  const { id } = await desk.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
  const { inbox } = desk.services;
  const mentions = [agent.id, desk.member.id, agent.id];
  expect(await inbox.addNote(id, "@Agent, call them", desk.member.id, mentions)).toMatchObject({
    inquiry: { notes: [{ mentions: [agent, { id: desk.member.id }] }] },
  });
  const { newest } = await desk.store.inboxChanges.kept();
  const events = await desk.store.inboxChanges.after(newest - 2, 9);
  expect(events.map(({ kind, memberId }) => [kind, memberId])).toEqual([
    ["changed", null],
    ["mentioned", agent.id],
  ]);
  await desk.settled();
  expect(desk.mailServer.mails).toMatchObject([{ to: [agent.email] }]);
  const [mail] = desk.mailServer.mails;
  expect(mail?.headers).toContain(`Subject: You were mentioned on inquiry ${reference}`);
  expect(mail?.text).toContain(`${origin}/ContactAdmin/inquiries?inquiry=${id}`);
  for (const text of [...visitor, "call them"]) expect(mail?.text).not.toContain(text);
  // Not one who can no longer sign in, neither when it is written nor when it is sent.
  await desk.services.notifications.stop();
  expect(await inbox.addNote(id, "@Agent again", desk.member.id, [agent.id])).toMatchObject({
    ok: true,
    inquiry: { notes: [{}, {}] },
  });
  await desk.db.updateTable("member").set({ is_active: 0 }).where("id", "=", agent.id).execute();
  expect(await inbox.addNote(id, "@Agent too late", desk.member.id, [agent.id])).toEqual({
    ok: false,
    reason: "no such member",
  });
  desk.services.notifications.start({ origin, log: { info() {}, warn() {}, error() {} } });
  await expect.poll(async () => (await desk.rows()).filter(({ state }) => state === "waiting")).toEqual([]);
  expect(desk.mailServer.mails).toHaveLength(1);
});

it("a change of the site longer than Telegram takes is shortened there, and says by how much", async () => {
  const { siteSettings } = desk.services;
  await desk.signIn();
  await siteSettings.poll();
  const { values, version } = await siteSettings.view(desk.member);
  const notices = ["a", "b", "c", "d", "e"].map((letter) => {
    const [text, other] = [letter.repeat(160), "😀".repeat(80)];
    const translations = Object.fromEntries(furtherLanguages.map((language) => [language, other]));
    return { text, translations, tone: "info", pages: ["home"] };
  });
  const input = { ...values, notices, support: { email: "care@example.com" } };
  expect(await siteSettings.save(input, version, desk.member)).toMatchObject({ ok: true, isPending: false });
  await desk.settled();
  const { text } = JSON.parse(desk.telegram.calls[0]?.body ?? "");
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(text).toContain("support@example.com → care@example.com");
  expect(text).toMatch(/→ \[\{"text":"a{160}".*… \(\d{4} more characters\)\n/);
  expect(text).toMatch(/\nhttps:\S+\?section=site\nAny owner can take a notice down at once: .*$/);
  expect(text.isWellFormed()).toBe(true);
  // The email contains all of it.
  expect(desk.mailServer.mails[0]?.text).toContain("e".repeat(160));
});

it("a change of all that the site says fits into a chat, with what is sensitive first", () => {
  const [before, after] = ["b".repeat(240), "a".repeat(240)];
  const paths = [...Array.from({ length: 99 }, (_none, index) => `words.text${index}`), "support.email"];
  const change = { by: null, waits: true, changes: paths.map((path) => ({ path, before, after })), at: 0 };
  const options = { origin, timeZone: "Asia/Kolkata" };
  const { text } = siteNotification(change, { ...options, maxCharacters: 4096 });
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(text).toMatch(/over\.\n\n(?!words)[^\n]*: b{64}… \(176 more characters\) → a{64}… [^\n]*\nwords\.text0:/);
  expect(text).toMatch(/\n… and \d\d more\n\nWhen:.*\n\nApprove it[^\n]*\nhttps:\S+$/s);
  expect(siteNotification(change, options).text).toContain(`words.text98: ${before} → ${after}`);
});

it("a visitor's answer reaches the team, with its text only if the owner chose so", async () => {
  const { receiptKey, reference } = await desk.services.inquiries.submit(goodInquiry);
  await desk.settled();
  for (const says of ["reference", "all"] as const) {
    await desk.set({ says });
    const before = desk.mailServer.mails.length;
    const options = { idempotencyKey: undefined, isSuspected: false };
    await desk.services.conversations.answer(receiptKey, "It has\narrived.", options);
    await desk.settled();
    const mail = desk.mailServer.mails[before];
    expect(mail?.headers).toContain(`Subject: Answer on inquiry ${reference}`);
    expect(mail?.text.includes("> arrived.")).toBe(says === "all");
    const event = JSON.parse(desk.hook.calls.at(-1)?.body ?? "");
    expect(event.type).toBe("inquiry.answered");
    expect(event.data.answer).toBe(says === "all" ? "It has\narrived." : undefined);
  }
});
