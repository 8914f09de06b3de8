import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { SettingsInput } from "#contract/settings.ts";
import { leavesAfterMs, reopenDays } from "#domain/inquiries/conversation.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";
import { goodInquiry } from "../testing-api.ts";
import { maxText } from "./mail-text.ts";
import { rawBounce, rawMail } from "./testing.ts";

const incoming: NonNullable<SettingsInput["incoming"]> = {
  replyTo: "desk@example.com",
  unmatched: "inquiry",
  way: "push",
  host: "",
  port: 993,
  security: "tls",
  user: "",
};

let test: Awaited<ReturnType<typeof createDeliveries>>;
let cookie: string;
let secret: string;
/** The inquiry that the emails are about. */
let id: string;
let reference: string;

beforeEach(async () => {
  test = await createDeliveries("https://desk.example.com");
  cookie = await test.signIn();
  ({ reference } = await test.services.inquiries.submit({ ...goodInquiry, email: "asha@example.com" }));
  ({ id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
  secret = await set();
});
afterEach(() => test.close());

/** Saves the settings with incoming mail; returns the secret for pushed emails if it is new. */
async function set(more: Partial<typeof incoming> = {}, others: Partial<SettingsInput> = {}): Promise<string> {
  const { version } = await test.services.settings.view();
  const input = { ...test.input, webhook: null, telegram: null, incoming: { ...incoming, ...more }, ...others };
  const saved = await test.services.settings.save(input, version);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.incomingSecret ?? "";
}

async function push(raw: Buffer, authorization = `Bearer ${secret}`) {
  const headers = { "content-type": "message/rfc822", authorization };
  const response = await test.app.inject({ method: "POST", url: "/api/incoming-mail", headers, payload: raw });
  const { statusCode, headers: said } = response;
  return { status: statusCode, outcome: response.json().outcome, retryAfter: said["retry-after"] };
}

async function detail(inquiryId = id): Promise<InquiryDetail> {
  return (await test.app.inject({ url: `/api/contact-inquiries/${inquiryId}`, headers: { cookie } })).json();
}

const entries = async () =>
  (await detail()).entries.map(({ kind, way, text, sender }) => ({ kind, way, text, sender }));
const inquiries = () => test.db.selectFrom("inquiry").selectAll().orderBy("number").execute();

/** Sends a reply by email; returns it as the visitor's mail server got it. */
async function reply(text = "Please try again.") {
  const payload = { id: randomUUID(), way: "email", text, status: "answered" };
  const { version } = await detail();
  const headers = { cookie, "if-match": `"${version}"` };
  const before = test.mailServer.mails.length;
  await test.app.inject({ method: "POST", url: `/api/contact-inquiries/${id}/replies`, headers, payload });
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  test.services.notifications.start({ origin: "https://desk.example.com", log: { info() {}, warn() {}, error() {} } });
  await expect.poll(() => test.mailServer.mails.length).toBeGreaterThan(before);
  await expect.poll(async () => (await detail()).entries.at(-1)?.delivery).toBe("delivered");
  await test.services.notifications.stop();
  const mail = test.mailServer.mails.find(({ to }) => to.includes("asha@example.com"));
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, "im").exec(mail?.headers ?? "")?.[1] ?? "";
  return {
    id: payload.id,
    replyTo: /<?([^<>\s]+@[^<>\s]+)>?\s*$/.exec(header("Reply-To"))?.[1] ?? "",
    messageId: header("Message-ID").trim(),
  };
}

describe("an answer by email", () => {
  it("joins the conversation by the reply address of our email, and is there once however often it comes", async () => {
    const { replyTo } = await reply();
    expect(replyTo).toMatch(/^desk\+[a-z0-9]{6}-[a-z2-7]{16}@example\.com$/);
    const raw = rawMail(
      { To: replyTo.toUpperCase() },
      "It works now.\r\n\r\nOn Saturday, Desk wrote:\r\n> Please try again.",
    );
    const outcomes = await Promise.all([push(raw), push(raw), push(raw)]);
    expect(outcomes.map(({ outcome }) => String(outcome)).toSorted()).toEqual(["answer", "known", "known"]);
    expect(await push(raw)).toEqual({ status: 200, outcome: "known" });
    const text = "It works now.\n\nOn Saturday, Desk wrote:\n> Please try again.";
    expect((await entries()).slice(1)).toEqual([{ kind: "answer", way: "email", text, sender: null }]);
    expect((await detail()).status).toBe("new");
    // The visitor's page leaves out what their mail program quoted.
    const mailedKey = (await test.services.conversations.newLinkKey(id)) ?? "";
    const page = await test.services.conversations.find(mailedKey);
    expect(page?.entries.map((entry) => entry.text)).toEqual(["Please try again.", "It works now."]);
    expect((await test.rows()).filter(({ kind }) => kind === "answer")).toHaveLength(1);
  });

  it("is found by what it refers to, or by its subject and sender", async () => {
    const { messageId } = await reply();
    expect(await push(rawMail({ "In-Reply-To": messageId }))).toMatchObject({ outcome: "answer" });
    expect(await push(rawMail({ References: `<${id}@example.com> <x@example.net>` }))).toMatchObject({
      outcome: "answer",
    });
    expect(await push(rawMail({ Subject: `Aw: your message ${reference.toLowerCase()}` }))).toMatchObject({
      outcome: "answer",
    });
    expect((await detail()).entries).toHaveLength(4);
  });

  it("by somebody who knows the reference alone is a new inquiry", async () => {
    const { replyTo } = await reply();
    const other = await test.services.inquiries.submit({ ...goodInquiry, email: "other@example.com" });
    const forged = replyTo.replace(/\+[a-z0-9]{6}/, `+${other.reference.replace("-", "").toLowerCase()}`);
    for (const headers of [{ To: forged }, { Subject: `Your message ${other.reference}` }]) {
      expect(await push(rawMail(headers))).toMatchObject({ outcome: "inquiry" });
    }
    const rows = await inquiries();
    expect(rows).toHaveLength(4);
    expect((await detail(rows[1]?.id)).entries).toEqual([]);
  });

  it("is not proven by its subject and sender, does not shut the visitor out, and comes in numbers to nobody", async () => {
    const subject = `Your message ${reference}`;
    for (let sent = 0; sent < 21; sent++) {
      const from = sent % 2 === 0 ? "asha@example.com" : "ASHA+x@example.com";
      await push(rawMail({ Subject: subject, From: from }, `Forged ${sent}`));
    }
    const found = await entries();
    expect(found.length).toBeLessThan(20);
    for (const { sender } of found) expect(sender).toBe("asha@example.com");
    // Proven ones are not counted with them.
    expect(await push(rawMail({ References: `<${id}@example.com>` }))).toMatchObject({ outcome: "answer" });
    expect((await entries()).at(-1)).toMatchObject({ sender: null });
  });

  it("keeps no key to the private page, which our quoted email has", async () => {
    const key = "k".repeat(43);
    const link = `https://desk.example.com/hi/receipt?key=${key}`;
    const wrapped = `https://links.example.net/?url=${encodeURIComponent(link)}&data=1`;
    const twice = `https://links.example.org/?u=${encodeURIComponent(wrapped)}`;
    const plain = `> Read it: https://desk.example.com/receipt?key=${key}\n> Stop: ${link}&stop`;
    const quoted = `Thanks!\n\n${plain}\n> ${wrapped}\n> ${twice}`;
    await push(rawMail({ References: `<${id}@example.com>` }, quoted));
    expect((await entries()).at(-1)?.text).toContain("https://desk.example.com/receipt?key=…");
    expect(JSON.stringify(await test.dump())).not.toContain(key);
    // The links in what is quoted do not make it spam.
    expect((await test.rows()).filter(({ kind }) => kind === "answer")).toHaveLength(1);
  });

  it("shows its words in lists, the search and notifications, not what it quotes", async () => {
    await set({}, { says: "all" });
    const words = "The money came, thank you.";
    const quoted = `Am 21.11.2026 um 10:00 schrieb Desk <desk@example.com>:\n${"> Bitte warten.\n".repeat(200)}`;
    await push(rawMail({ References: `<${id}@example.com>` }, `${quoted}\n${words}`));
    const own = { From: "Ravi <ravi@example.net>", Subject: "UTR 5571" };
    await push(rawMail(own, `> Hello Ravi, please send it.\n\nHere it is.\n\nDesk wrote at 10:00:\n> Which UTR?`));
    for (const query of ["", "?search=UTR%205571", `?search=${reference}`]) {
      const url = `/api/contact-inquiries${query}`;
      const { inquiries: rows } = (await test.app.inject({ url, headers: { cookie } })).json<InboxPage>();
      for (const { name, excerpt } of rows) expect(excerpt).toBe(name === "Ravi" ? "UTR 5571 Here it is." : words);
    }
    test.services.notifications.start({
      origin: "https://desk.example.com",
      log: { info() {}, warn() {}, error() {} },
    });
    await expect.poll(() => test.mailServer.mails.map(({ text }) => text).join()).toContain("Here it is.");
    await test.settled();
    const mails = test.mailServer.mails.map(({ text }) => text);
    expect(mails.find((text) => text.includes("has answered"))).toContain(`\n\nMessage:\n> ${words}\n\n`);
    expect(mails.join()).not.toMatch(/Bitte|please send|Which UTR/);
    // The conversation keeps all of it.
    expect((await entries()).at(-1)?.text).toContain("Bitte warten.");
  });

  it("names the address that it came from, if that is another one", async () => {
    const { replyTo } = await reply();
    await push(rawMail({ To: replyTo, From: "Asha <asha.work@example.net>" }));
    expect((await entries()).at(-1)).toMatchObject({ sender: "asha.work@example.net" });
  });

  it("to an inquiry that was closed too long ago is a new one", async () => {
    const { replyTo } = await reply();
    await test.db.updateTable("inquiry").set({ status: "closed", closed_at: test.clock.now() }).execute();
    test.clock.advance({ days: reopenDays - 1 });
    expect(await push(rawMail({ To: replyTo }))).toMatchObject({ outcome: "answer" });
    await test.db.updateTable("inquiry").set({ status: "closed", closed_at: test.clock.now() }).execute();
    test.clock.advance({ days: reopenDays });
    expect(await push(rawMail({ To: replyTo }))).toMatchObject({ outcome: "inquiry" });
  });
});

describe("an email that answers nothing", () => {
  it("becomes an inquiry with its sender, its subject and its text, once", async () => {
    await set({}, { acknowledge: true });
    const raw = rawMail(
      { From: "=?utf-8?q?Vir=C4=81t?= <virat@example.org>", Subject: "My account" },
      "I cannot sign in.",
    );
    expect(await push(raw)).toMatchObject({ outcome: "inquiry" });
    expect(await push(raw)).toMatchObject({ outcome: "known" });
    expect((await test.rows()).map(({ kind }) => kind)).not.toContain("acknowledgement");
    expect((await inquiries()).slice(1)).toMatchObject([
      {
        name: "Virāt",
        email: "virat@example.org",
        phone: "",
        arrival_way: "email",
        query: "My account\n\nI cannot sign in.",
        status: "new",
      },
    ]);
  });

  it("stays where it is, if the owner wants that", async () => {
    await set({ unmatched: "leave" });
    expect(await push(rawMail())).toMatchObject({ status: 422 });
    expect(await inquiries()).toHaveLength(1);
  });

  it("is suspected spam once its address has sent many in a day", async () => {
    for (let sent = 0; sent < 21; sent++) {
      // A tag after a plus sign is the same mailbox.
      const raw = rawMail({ From: `virat${sent % 2 === 0 ? "" : `+${sent}`}@example.org` }, `Message ${sent}`);
      // Two instances read the same mailbox.
      await Promise.all([push(raw), push(raw)]);
    }
    const statuses = (await inquiries()).slice(1).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => "new"), "suspected"]);
    const counts = await test.db.selectFrom("sign_in_failure").select("count").execute();
    expect(Math.max(...counts.map(({ count }) => count))).toBe(20);
    // What is counted says nothing of the address.
    for (const { email } of await inquiries()) await test.services.inquiries.eraseByEmail(email);
    expect(JSON.stringify(await test.dump())).not.toContain("virat");
  });
});

describe("no email starts a loop", () => {
  it.each([
    ["an automatic one", { "Auto-Submitted": "auto-replied" }],
    ["an automatic one of an older kind", { Precedence: "auto_reply" }],
    ["a mass mailing", { Precedence: "bulk" }],
    ["one that nobody may answer", { "Return-Path": "<>" }],
    ["one of a mail server", { From: "Mail Delivery System <MAILER-DAEMON@example.org>" }],
    ["one of our own address", { From: "Desk <desk@example.com>" }],
    ["one of a reply address of ours", { From: "desk+k7p4mx-aaaaaaaaaaaaaaaa@example.com" }],
    ["one of the address that we send from", { From: "Desk <from@example.com>" }],
    ["one of a member", { From: "owner@example.com" }],
    ["one of a robot", { From: "Shop <no-reply@example.org>" }],
  ])("%s is only listed, where the team can take it", async (_what, headers) => {
    await set({}, { acknowledge: true, mail: { ...test.input.mail!, from: "from@example.com" } });
    const others = async () => {
      const { untaken_mail: _mails, untaken_mail_part: _parts, ...tables } = await test.dump();
      return tables;
    };
    const before = await others();
    expect(await push(rawMail({ References: `<${id}@example.com>`, ...headers }))).toEqual({
      status: 200,
      outcome: "listed",
    });
    expect(await others()).toEqual(before);
    expect(await test.services.untakenMails.count()).toBe(1);
  });

  it.each([
    ["a notification", { "Auto-Submitted": "auto-generated" }],
    ["a copy of an email", {}],
  ])("%s of our own is left alone", async (_what, headers) => {
    const before = await test.dump();
    const own = rawMail({ From: "Desk <desk@example.com>", "Message-ID": `<${id}@example.com>`, ...headers });
    expect(await push(own)).toEqual({ status: 200, outcome: "automatic" });
    expect(await test.dump()).toEqual(before);
  });

  it.each([
    ["that says it is no automatic one", { "Auto-Submitted": "no" }, "asha@example.com"],
    ["that a list relays", { Precedence: "list", "List-Id": "<help.example.com>" }, "asha@example.com"],
    [
      "of a web form",
      { From: "noreply@shop.example.net", "Reply-To": "ravi@example.org", "Auto-Submitted": "auto-generated" },
      "ravi@example.org",
    ],
  ])("one %s is taken, and nothing goes out for it", async (_what, headers, email) => {
    await set({}, { acknowledge: true });
    expect(await push(rawMail(headers))).toMatchObject({ outcome: "inquiry" });
    expect((await inquiries()).at(-1)).toMatchObject({ email, status: "new" });
    expect((await test.rows()).filter(({ kind }) => kind === "acknowledgement")).toEqual([]);
  });

  it("one with the Message-ID of another is another, by its date or its text", async () => {
    const first = { "Message-ID": "<case.4@mail.example.net>", Date: "Thu, 25 Jun 2026 10:00:00 +0000" };
    expect(await push(rawMail(first, "First matter"))).toMatchObject({ outcome: "inquiry" });
    expect(await push(rawMail({ ...first, Received: "by mx" }, "First matter"))).toMatchObject({ outcome: "known" });
    expect(await push(rawMail(first, "Second matter"))).toMatchObject({ outcome: "inquiry" });
    const later = { ...first, Date: "Fri, 03 Jul 2026 10:00:00 +0000" };
    expect(await push(rawMail(later, "First matter"))).toMatchObject({ outcome: "inquiry" });
  });
});

describe("a report of failed delivery", () => {
  it("marks the reply, which can be sent again", async () => {
    const { id: entry, messageId } = await reply();
    const ours = messageId.slice(1, -1);
    expect(await push(rawBounce(ours, "delayed"))).toMatchObject({ outcome: "listed" });
    expect(await push(rawBounce("0f1e2d3c-1111-4222-8333-444455556666@example.com"))).toMatchObject({
      outcome: "listed",
    });
    expect((await detail()).entries).toMatchObject([{ delivery: "delivered" }]);
    expect(await push(rawBounce(ours))).toMatchObject({ outcome: "bounce" });
    const problem = "There is no such mailbox: the address may be misspelt (5.1.1).";
    expect((await detail()).entries).toMatchObject([{ delivery: "dead", problem }]);
    const again = await test.app.inject({ method: "POST", url: `/api/replies/${entry}/retry`, headers: { cookie } });
    expect(again.json().entries).toMatchObject([{ delivery: "waiting", problem: null }]);
  });
});

describe("what is kept of an email", () => {
  it.each([
    [
      "HTML, where the text is blank",
      { "Content-Type": 'multipart/alternative; boundary="b"' },
      "--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--b--",
      "Hello",
    ],
    [
      "HTML as text",
      { "Content-Type": "text/html" },
      "<p>Hello <b>team</b></p><script>alert(1)</script>",
      "Hello team",
    ],
    ["no text", {}, "", "(This email has no text.)"],
    ["control characters", {}, "A\u0000B\u0007C\tD", "ABC D"],
  ])("%s", async (_what, headers, body, text) => {
    await push(rawMail({ References: `<${id}@example.com>`, ...headers }, body));
    expect((await entries()).at(-1)?.text).toBe(text);
  });

  it("keeps up to three pictures and PDFs, and a small picture in the text, and says what is missing", async () => {
    const part = (type: string, body: string, more = "") =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${body}\r\n`;
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const pdf = part("application/pdf", btoa("%PDF-1.7"));
    const body = [
      part("text/plain", btoa("See the picture.")),
      part('image/png; name="a.png"', image.toString("base64")),
      part("text/html", btoa("<script>alert(1)</script>"), "Content-Disposition: attachment\r\n"),
      pdf,
      pdf,
      pdf,
      "--b--",
    ].join("");
    const logo = `--r\r\nContent-Type: text/html\r\n\r\nHello\r\n--r\r\nContent-Type: image/png\r\nContent-ID: <l>\r\nContent-Transfer-Encoding: base64\r\n\r\n${image.toString("base64")}\r\n--r--`;
    const headers = { References: `<${id}@example.com>` };
    await push(rawMail({ ...headers, "Content-Type": 'multipart/mixed; boundary="b"' }, body));
    expect((await detail()).entries.at(-1)).toMatchObject({
      text: "See the picture.\n\n(Not kept here: a file (neither a picture nor a PDF), a file (more than 3 files).)",
      attachments: [
        { type: "image/webp", width: 40, height: 30 },
        { type: "application/pdf", size: 8 },
        { type: "application/pdf", size: 8 },
      ],
    });
    await push(rawMail({ ...headers, "Content-Type": 'multipart/related; boundary="r"' }, logo));
    expect((await detail()).entries.at(-1)).toMatchObject({ text: "Hello", attachments: [{ width: 40 }] });
    // A first message, too.
    await push(rawMail({ "Content-Type": 'multipart/mixed; boundary="b"' }, body));
    expect((await detail((await inquiries()).at(-1)?.id)).attachments).toHaveLength(3);
  });

  it("is shortened if it is long", async () => {
    await push(rawMail({ References: `<${id}@example.com>` }, "long ".repeat(maxText)));
    const text = (await entries()).at(-1)?.text ?? "";
    expect(text.length).toBeLessThanOrEqual(maxText);
    expect(text).toMatch(/Shortened: the email is longer\.\)$/);
  });
});

describe("pushed emails", () => {
  it("need the secret, as a Bearer token or a password in the address, before they are read", async () => {
    for (const wrong of ["", "Bearer", "Bearer x", `Basic ${btoa("provider:x")}`, secret]) {
      expect((await push(rawMail(), wrong)).status).toBe(401);
    }
    expect((await push(rawMail(), `Basic ${btoa(`provider:${secret}`)}`)).status).toBe(200);
    const other = await set({}, {});
    expect(other).toBe("");
    const fresh = await set({ newSecret: true });
    expect((await push(rawMail())).status).toBe(401);
    secret = fresh;
    expect((await push(rawMail())).status).toBe(200);
    await set({}, { incoming: null });
    expect((await push(rawMail())).status).toBe(404);
  });

  it("are to be pushed again while the settings cannot be trusted, or their secret cannot be read", async () => {
    const known = await test.services.settings.current();
    const alarm = { message: "Changed by something else.", since: 1, isStrict: true };
    const unknown = [
      { ...known, incoming: null, alarm },
      {
        ...known,
        incoming: known.incoming && { ...known.incoming, secret: "" },
        unreadable: ["incoming.secret" as const],
      },
    ];
    for (const settings of unknown) {
      const current = vi.spyOn(test.services.settings, "current").mockResolvedValue(settings);
      const { status, retryAfter } = await push(rawMail());
      current.mockRestore();
      expect([status, retryAfter]).toEqual([503, "600"]);
    }
    expect((await push(rawMail())).status).toBe(200);
  });

  it("must be emails", async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const post = (type: string, payload: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/incoming-mail",
        headers: { ...headers, "content-type": type },
        payload,
      });
    expect((await post("application/json", "{}")).statusCode).toBe(415);
    expect((await push(Buffer.from("\u0000\u0001"))).status).toBe(422);
  });
});

describe("the settings", () => {
  it("keep the password and the secret encrypted, and show neither", async () => {
    const mailbox = { way: "imap" as const, host: "imap.example.com", user: "desk", password: "a mailbox password" };
    await set(mailbox);
    const view = await test.services.settings.view();
    expect(view.incoming).toMatchObject({ way: "imap", host: "imap.example.com", hasPassword: true, hasSecret: false });
    const stored = JSON.stringify(await test.dump());
    for (const kept of [mailbox.password, secret]) {
      expect(JSON.stringify(view)).not.toContain(kept);
      expect(stored).not.toContain(kept);
    }
    // A save that leaves the password out keeps it, but not for another server.
    const { password: _password, ...same } = mailbox;
    await set(same);
    expect((await test.services.settings.current()).incoming?.password).toBe(mailbox.password);
    await expect(set({ ...same, host: "imap.example.net" })).rejects.toThrow("incoming.password");
    await expect(set({ ...mailbox, host: "" })).rejects.toThrow("incoming.host");
  });
});
