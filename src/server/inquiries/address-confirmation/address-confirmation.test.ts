import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askCodePath, codePath, noEmailPath } from "#contract/conversation-paths.ts";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { lostLink, receiptLink } from "#contract/paths.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { rawMail } from "../../incoming-mail/testing.ts";
import { createDeliveries } from "../../notifications/testing-deliveries.ts";
import { goodInquiry } from "../../testing-api.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const origin = "https://desk.example.com";
const log = { info() {}, warn() {}, error() {} };

let test: Awaited<ReturnType<typeof createDeliveries>>;
let cookie: string;
let secret: string;
let id: string;
let reference: string;
/** The key of whoever opened the inquiry with asha's address. */
let key: string;

beforeEach(async () => {
  test = await createDeliveries(origin);
  cookie = await test.signIn();
  ({ reference, receiptKey: key } = await test.services.inquiries.submit({
    ...goodInquiry,
    email: "asha@example.com",
  }));
  ({ id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
  const { version } = await test.services.settings.view();
  const incoming = {
    replyTo: "desk@example.com",
    unmatched: "inquiry" as const,
    way: "push" as const,
    host: "",
    port: 993,
    security: "tls" as const,
    user: "",
  };
  const saved = await test.services.settings.save({ ...test.input, webhook: null, telegram: null, incoming }, version);
  secret = (saved.ok && saved.incomingSecret) || "";
});
afterEach(() => test.close());

async function post(url: string, fields: Record<string, string>) {
  const payload = new URLSearchParams(fields).toString();
  const { statusCode, headers } = await test.app.inject({ method: "POST", url, payload, headers: form });
  return { statusCode, to: String(headers.location).replace(key, "KEY") };
}

const push = (raw: Buffer) =>
  test.app.inject({
    method: "POST",
    url: "/api/incoming-mail",
    headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
    payload: raw,
  });

const detail = async (): Promise<InquiryDetail> =>
  (await test.app.inject({ url: `/api/contact-inquiries/${id}`, headers: { cookie } })).json();
const page = async (pageKey = key) => (await test.app.inject(receiptLink(pageKey))).body;

/** Sends what waits, until the outbox has nothing that is due; returns the emails to the visitor since then. */
async function send() {
  const before = test.mailServer.mails.length;
  test.services.notifications.start({ origin, log });
  const isDue = ({ state, next_at }: { state: string; next_at: number }) =>
    state === "waiting" && next_at <= test.clock.now();
  await expect.poll(async () => (await test.rows()).filter(isDue), { timeout: 10_000 }).toEqual([]);
  await test.services.notifications.stop();
  return test.mailServer.mails.slice(before).filter(({ to }) => to.includes("asha@example.com"));
}

async function reply(text: string, way: "email" | "page") {
  const payload = { id: randomUUID(), way, text };
  const headers = { cookie, "if-match": `"${(await detail()).version}"` };
  await test.app.inject({ method: "POST", url: `/api/contact-inquiries/${id}/replies`, headers, payload });
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  const [mail] = await send();
  return {
    mailedKey: /receipt\?key=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "",
    messageId: /^Message-ID: (.*)$/im.exec(mail?.headers ?? "")?.[1]?.trim() ?? "",
  };
}

/** Asks for a code as the page does; returns the one that is mailed. */
async function askCode(): Promise<string> {
  expect(await post(askCodePath, { key })).toEqual({ statusCode: 303, to: "/receipt?key=KEY&proof=sent#proof" });
  const [mail] = await send();
  return /\b(\d{6})\b/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** S3: somebody writes with asha's address, the team answers by email, and asha answers that. */
async function strangerWrites() {
  const { mailedKey, messageId } = await reply("Which PAN card?", "email");
  await push(rawMail({ "In-Reply-To": messageId }, "This one, it is private."));
  return { mailedKey };
}

describe("S3: whoever opened an inquiry with another's address", () => {
  it("reads neither our mails nor the answers to them, whatever happens to the links in those mails", async () => {
    const { mailedKey } = await strangerWrites();
    const isHidden = async () => {
      const seen = await page();
      expect(seen).toContain("We have replied by email.");
      expect(seen).not.toContain("Which PAN card?");
      expect(seen).not.toContain("This one, it is private.");
    };
    await isHidden();
    expect(await page(mailedKey)).toContain("This one, it is private.");
    // Nothing that the address's owner presses there changes what the other key shows.
    for (const path of [askCodePath, codePath, noEmailPath]) await post(path, { key: mailedKey, code: "123456" });
    await isHidden();
    expect(await send()).toEqual([]);
    // Replies for the page are for both.
    await reply("We look into it.", "page");
    expect(await page()).toContain("We look into it.");
  });

  it("reads them with the code that is mailed to the address and typed into the page", async () => {
    await strangerWrites();
    const code = await askCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await test.dump())).not.toContain(code);
    expect(await post(codePath, { key, code: `${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      to: "/receipt?key=KEY",
    });
    const seen = await page();
    expect(seen).toContain("Which PAN card?");
    expect(seen).toContain("This one, it is private.");
    expect(seen).toContain("You have confirmed your address");
    expect(await test.db.selectFrom("address_code").selectAll().execute()).toEqual([]);
  });
});

describe("a code", () => {
  it("is for nobody else, as its email says", async () => {
    await post(askCodePath, { key });
    const [mail] = await send();
    expect(mail?.text).toContain("Do not share it with anyone");
    expect(mail?.text).toContain("If you did not write to us, ignore this email.");
    expect(mail?.text).not.toMatch(/https?:|receipt/);
    for (const typed of [goodInquiry.name, goodInquiry.phone, goodInquiry.city, goodInquiry.query])
      expect(mail?.text).not.toContain(typed);
  });

  it("works for 10 minutes", async () => {
    const code = await askCode();
    test.clock.advance({ minutes: 10 });
    expect((await post(codePath, { key, code })).to).toContain("proof=over");
    await test.services.cleanUp.run();
    expect(await test.db.selectFrom("address_code").selectAll().execute()).toEqual([]);
  });

  it("is tried 5 times, also at once", async () => {
    const code = await askCode();
    const wrong = code === "000000" ? "111111" : "000000";
    const tried = await Promise.all(Array.from({ length: 8 }, () => post(codePath, { key, code: wrong })));
    expect(tried.filter(({ to }) => to.includes("proof=wrong"))).toHaveLength(5);
    expect((await post(codePath, { key, code })).to).toContain("proof=over");
    expect((await post(codePath, { key, code: "" })).to).toContain("proof=over");
  });

  it("is sent 3 times a day for an inquiry, and for an address", async () => {
    for (let time = 0; time < 3; time++) await askCode();
    expect((await post(askCodePath, { key })).to).toContain("proof=many");
    const others = await Promise.all(
      ["ASHA@example.com", "asha+x@example.com"].map((email) =>
        test.services.inquiries.submit({ ...goodInquiry, email }),
      ),
    );
    for (const { receiptKey } of others)
      expect((await post(askCodePath, { key: receiptKey })).to).toContain("proof=many");
    // The inquiry's own count, should its address ever be changed.
    await test.db.updateTable("inquiry").set({ email: "another@example.com" }).where("id", "=", id).execute();
    expect((await post(askCodePath, { key })).to).toContain("proof=many");
    await test.db.updateTable("inquiry").set({ email: "asha@example.com" }).where("id", "=", id).execute();
    test.clock.advance({ days: 2 });
    expect(await askCode()).toMatch(/^\d{6}$/);
  });

  it("of another inquiry, and an earlier one, prove nothing", async () => {
    const first = await askCode();
    const other = await test.services.inquiries.submit({ ...goodInquiry, email: "other@example.com" });
    expect((await post(codePath, { key: other.receiptKey, code: first })).to).toContain("proof=over");
    const second = await askCode();
    if (first !== second) expect((await post(codePath, { key, code: first })).to).toContain("proof=wrong");
    expect((await post(codePath, { key, code: second })).to).toBe("/receipt?key=KEY");
  });

  it("is not sent when whoever asked has gone, and not while the address wants no emails", async () => {
    await post(askCodePath, { key });
    test.clock.advance({ minutes: 11 });
    expect(await send()).toEqual([]);
    await test.services.conversations.setMailStopped(key, true);
    expect((await post(askCodePath, { key })).to).toBe("/receipt?key=KEY");
    expect(await send()).toEqual([]);
  });
});

it("the team sees as an answer that no email came, and another address", async () => {
  await post(noEmailPath, { key, email: "not an address" }).then(({ to }) => expect(to).toContain("proof=address"));
  await post(noEmailPath, { key, email: "asha.new@example.com" });
  await post(noEmailPath, { key, email: "" });
  await post(noEmailPath, { key, email: "" });
  const { entries, email } = await detail();
  expect(entries.map(({ kind, way, text }) => [kind, way, text])).toEqual([
    ["answer", "page", expect.stringContaining("asha.new@example.com")],
    ["answer", "page", "No email has come. Please answer on this page."],
  ]);
  // The team alone decides where answers go.
  expect(email).toBe("asha@example.com");
});

describe("an email whose sender can be forged", () => {
  const forged = (text: string) => rawMail({ Subject: `Re: Your message ${reference}` }, text);
  const decide = async (isVisitors: boolean) => {
    const entry = (await detail()).entries.at(-1);
    const url = `/api/answers/${entry?.id}/sender`;
    return test.app.inject({ method: "PUT", url, headers: { cookie }, payload: { isVisitors } });
  };

  it("is on no page, reopens nothing, and the team decides, and can take that back", async () => {
    const { mailedKey } = await reply("Which one?", "email");
    await test.db
      .updateTable("inquiry")
      .set((e) => ({ status: "closed", closed_at: test.clock.now(), version: e("version", "+", 1) }))
      .execute();
    expect((await push(forged("I am the visitor."))).json()).toEqual({ outcome: "answer" });
    expect(await detail()).toMatchObject({ status: "closed" });
    expect((await detail()).entries.at(-1)).toMatchObject({ isProven: false, accepted: null });
    await test.db.updateTable("inquiry").set({ address_proved_at: 1 }).execute();
    for (const each of [key, mailedKey]) expect(await page(each)).not.toContain("I am the visitor.");

    expect((await decide(true)).json()).toMatchObject({ status: "new" });
    expect((await detail()).entries.at(-1)).toMatchObject({
      isProven: true,
      accepted: { by: { id: expect.any(String) } },
    });
    for (const each of [key, mailedKey]) expect(await page(each)).toContain("I am the visitor.");

    expect((await decide(false)).json()).toMatchObject({ status: "closed" });
    for (const each of [key, mailedKey]) expect(await page(each)).not.toContain("I am the visitor.");
  });

  it("is told to the team as unproven", async () => {
    await push(forged("I am the visitor."));
    await send();
    expect(test.mailServer.mails.map(({ headers }) => headers).join("\n")).toContain(
      `Unverified email on inquiry ${reference}`,
    );
  });

  it("is a decision about those alone", async () => {
    await strangerWrites();
    expect((await decide(false)).statusCode).toBe(404);
  });
});

describe("a lost link", () => {
  const ask = (typed: string, remoteAddress = "203.0.113.9") =>
    test.app.inject({
      method: "POST",
      url: "/receipt/lost",
      payload: new URLSearchParams({ reference: typed }).toString(),
      headers: form,
      remoteAddress,
    });

  it("is mailed to the address of the reference, in a link that shows what a mailed one does", async () => {
    expect((await ask(` ${reference.toLowerCase().replace("-", " ")} `)).headers.location).toBe(lostLink("sent"));
    const [mail] = await send();
    const fresh = /receipt\?key=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const seen = await page(fresh);
    expect(seen).toContain(goodInquiry.query);
    expect(seen).not.toContain(goodInquiry.phone);
    expect(JSON.stringify(await test.dump())).not.toContain(fresh);
  });

  it("is answered the same for a reference that nobody has, with as many writes", async () => {
    const counted = async (typed: string) => {
      const before = (await test.rows()).length;
      const { statusCode, headers, body } = await ask(typed);
      return { statusCode, to: headers.location, body, wrote: (await test.rows()).length - before };
    };
    const known = await counted(reference);
    expect(await counted(reference === "222-222" ? "333-333" : "222-222")).toEqual(known);
    expect(known).toMatchObject({ statusCode: 303, to: lostLink("sent"), wrote: 1 });
    await send();
    // The email without an inquiry is gone.
    expect((await test.rows()).filter(({ payload }) => payload.includes("new-link"))).toHaveLength(1);
  });

  it("goes 3 times a day to an address, and is asked for 20 times from a network", async () => {
    for (let time = 0; time < 4; time++) await ask(reference, `203.0.113.${time}`);
    expect(await send()).toHaveLength(3);
    const answers = [];
    for (let time = 0; time < 21; time++) answers.push((await ask("222-222", "198.51.100.7")).headers.location);
    expect(answers.filter((location) => location === lostLink("sent"))).toHaveLength(20);
    expect(answers.at(-1)).toBe(lostLink("many"));
  });

  it("is asked for in a form on a page of its own, which says what a reference is", async () => {
    expect((await ask("hello")).headers.location).toBe(lostLink("wrong"));
    expect((await test.app.inject(lostLink("wrong"))).body).toContain("K7P-4MX");
    expect((await test.app.inject("/contact")).body).toContain(`href="${lostLink("ask")}"`);
    expect((await test.app.inject("/hi/contact")).body).toContain(`href="/hi${lostLink("ask")}"`);
  });
});
