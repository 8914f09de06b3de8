import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { UntakenPage } from "#contract/inbox/untaken-mail.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";
import { goodInquiry } from "../testing-api.ts";
import { rawMail } from "./testing.ts";

const origin = "https://desk.example.com";
const log = { info() {}, warn() {}, error() {} };
const visitor = "ravi@example.org";

let test: Awaited<ReturnType<typeof createDeliveries>>;
let cookie: string;
let secret: string;
let id: string;
let reference: string;

beforeEach(async () => {
  test = await createDeliveries(origin);
  cookie = await test.signIn();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push" } as const;
  const none = { host: "", port: 993, security: "tls", user: "" } as const;
  const saved = await test.services.settings.save(
    { ...test.input, telegram: null, webhook: null, incoming: { ...incoming, ...none } },
    version,
  );
  secret = saved.ok ? (saved.incomingSecret ?? "") : "";
  ({ reference } = await test.services.inquiries.submit({ ...goodInquiry, email: visitor }));
  ({ id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
});
afterEach(() => test.close());

const detail = async (): Promise<InquiryDetail> =>
  (await test.app.inject({ url: `/api/contact-inquiries/${id}`, headers: { cookie } })).json();
const states = async () => (await detail()).entries.map(({ delivery }) => delivery);
const listed = async (): Promise<UntakenPage["mails"]> =>
  (await test.app.inject({ url: "/api/untaken-mails", headers: { cookie } })).json<UntakenPage>().mails;

/** A reply by email, as the visitor's mail server received it: its raw form. */
async function reply(): Promise<{ id: string; raw: string; headers: string }> {
  const { version } = await detail();
  const payload = { id: randomUUID(), way: "email", text: "Please try again.", status: "answered" };
  const headers = { cookie, "if-match": `"${version}"` };
  await test.app.inject({ method: "POST", url: `/api/contact-inquiries/${id}/replies`, headers, payload });
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  test.services.notifications.start({ origin, log });
  await test.settled();
  await test.services.notifications.stop();
  const raw = test.mailServer.mails.findLast(({ to }) => to.includes(visitor))?.raw ?? "";
  return { id: payload.id, raw, headers: raw.slice(0, raw.indexOf("\r\n\r\n")) };
}

async function push(raw: Buffer): Promise<string> {
  const headers = { "content-type": "message/rfc822", authorization: `Bearer ${secret}` };
  const response = await test.app.inject({ method: "POST", url: "/api/incoming-mail", headers, payload: raw });
  return response.json<{ outcome: string }>().outcome;
}

const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
const status = `Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; ${visitor}\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
const reportType = { "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"' };

/** Reports as mail servers write them; each gets our email as it was received. */
const servers: Record<string, (mail: { raw: string; headers: string }) => Buffer> = {
  "Postfix, with the headers alone": ({ headers }) =>
    rawMail(
      { From: "MAILER-DAEMON@mx.example.org (Mail Delivery System)", "Auto-Submitted": "auto-replied", ...reportType },
      part("text/plain", "This is the mail system at host mx.example.org.") +
        part("message/delivery-status", status) +
        `${part("text/rfc822-headers", headers)}--b--`,
    ),
  "Exchange, with a part in HTML and the email itself": ({ raw }) =>
    rawMail(
      {
        From: "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org",
        Subject: "Undeliverable: Re: Your message",
        "X-MS-Exchange-Message-Is-Ndr": "",
        ...reportType,
      },
      part("text/html", "<p>Your message couldn't be delivered.</p>") +
        part("message/delivery-status", status) +
        `${part("message/rfc822", raw)}--b--`,
    ),
  "Exchange of old, in HTML without a report": ({ headers }) =>
    rawMail(
      {
        From: "System Administrator <administrator@example.org>",
        Subject: "Undeliverable: Re: Your message",
        "X-MS-Exchange-Message-Is-Ndr": "yes",
        "Content-Type": "text/html",
      },
      `<p>Your message did not reach some recipients. #5.1.1</p><pre>${headers.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</pre>`,
    ),
  "Gmail, with what it refers to": ({ headers }) =>
    rawMail(
      {
        From: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        Subject: "Delivery Status Notification (Failure)",
        "Auto-Submitted": "auto-replied",
        "X-Failed-Recipients": visitor,
        "In-Reply-To": /^Message-ID: (.*)$/im.exec(headers)?.[1] ?? "",
        ...reportType,
      },
      `${part("text/plain", "Address not found")}${part("message/delivery-status", status)}--b--`,
    ),
  "qmail, in plain text": ({ raw }) =>
    rawMail(
      { From: "MAILER-DAEMON@mx.example.org", Subject: "failure notice" },
      "Hi. This is the qmail-send program at mx.example.org.\r\nI'm afraid I wasn't able to deliver your message to the " +
        `following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<${visitor}>:\r\n` +
        `Sorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${raw}`,
    ),
  "Exim, in plain text": ({ headers }) =>
    rawMail(
      {
        From: "Mail Delivery System <Mailer-Daemon@mx.example.org>",
        Subject: "Mail delivery failed: returning message to sender",
        "Auto-Submitted": "auto-replied",
        "X-Failed-Recipients": visitor,
      },
      `A message that you sent could not be delivered.\r\n\r\n  ${visitor}\r\n    550 5.1.1 No such user\r\n\r\n${headers}`,
    ),
  "one whose sender is no address": ({ headers }) =>
    rawMail(
      { From: "MAILER-DAEMON", "Return-Path": "<>", Subject: "Returned mail: User unknown" },
      `5.1.1\r\n\r\n${headers}`,
    ),
  "one that a server has wrapped once more": ({ headers }) =>
    rawMail(
      { From: "postmaster@relay.example.net", "Content-Type": 'multipart/mixed; boundary="b"' },
      `${part("text/plain", "Forwarded")}${part("message/rfc822", `Subject: failure\r\n\r\n${status}\r\n${headers}`)}--b--`,
    ),
  "one that keeps the reply address alone": ({ headers }) =>
    rawMail(
      { From: "MAILER-DAEMON@mx.example.org", Subject: "Undelivered Mail" },
      `User unknown (5.1.1)\r\n${/^Reply-To: .*(?:\r\n[ \t].*)*/im.exec(headers)?.[0] ?? ""}`,
    ),
};

describe("a report of failed delivery", () => {
  it.each(Object.keys(servers))("of %s marks the reply, and no earlier one", async (name) => {
    await reply();
    const second = await reply();
    // The email refers to the one before it.
    expect(second.headers).toContain("In-Reply-To: ");
    expect(await push(servers[name]!(second))).toBe("bounce");
    expect(await states()).toEqual(["delivered", "dead"]);
    expect((await detail()).entries.at(-1)?.problem).toBe(
      "There is no such mailbox: the address may be misspelt (5.1.1).",
    );
    expect(await push(servers[name]!(second)), "again").toBe("bounce");
    expect(await states()).toEqual(["delivered", "dead"]);
  });

  it("that names the address alone changes nothing until somebody confirms it", async () => {
    await reply();
    const bare = rawMail(
      { From: "MAILER-DAEMON@mx.example.org", Subject: "failure notice" },
      `I wasn't able to deliver your message. <${visitor.toUpperCase()}>: user unknown`,
    );
    expect(await push(bare)).toBe("listed");
    expect(await states()).toEqual(["delivered"]);
    const [mail] = await listed();
    expect(mail).toMatchObject({ reason: "perhaps", about: reference });
    const press = (mailId = mail?.id) =>
      test.app.inject({ method: "PUT", url: `/api/untaken-mails/${mailId}/undelivered`, headers: { cookie } });
    expect((await press()).json()).toMatchObject({ inquiryId: id });
    expect(await detail()).toMatchObject({ status: "new", undelivered: true, entries: [{ delivery: "dead" }] });
    expect((await press()).statusCode, "again").toBe(200);
    expect((await listed())[0]).toMatchObject({ inquiryId: id });
    // A report about nobody that we know is about nothing.
    await push(rawMail({ From: "MAILER-DAEMON@mx.example.org", Subject: "failure notice" }, "<x@example.net>: no"));
    const [other] = await listed();
    expect(other).toMatchObject({ reason: "bounce", about: null });
    expect((await press(other?.id)).statusCode).toBe(404);
  });

  it("with an id that somebody has made up marks nothing", async () => {
    const { headers, id: entry } = await reply();
    const guessed = headers
      .replaceAll(entry, randomUUID())
      .replaceAll(/\+[a-z0-9]{6}-[a-z2-7]{16}@/g, "+k7p4mx-aaaaaaaaaaaaaaaa@");
    expect(await push(servers["Postfix, with the headers alone"]!({ headers: guessed, raw: guessed }))).toBe("listed");
    expect(await states()).toEqual(["delivered"]);
  });
});
