import { randomUUID } from "node:crypto";
import { addressParser } from "postal-mime";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { languageCodes } from "#domain/languages.ts";
import { createDeliveries } from "./testing-deliveries.ts";
import { goodInquiry } from "../testing-api.ts";

/** The emails to visitors as a mail server receives them. */
const origin = "https://desk.example.com";
const log = { info() {}, warn() {}, error() {} };

let test: Awaited<ReturnType<typeof createDeliveries>>;
beforeEach(async () => {
  test = await createDeliveries(origin);
  const { version } = await test.services.settings.view();
  await test.services.settings.save(
    { ...test.input, acknowledge: true, webhook: null, telegram: null, mail: { ...test.input.mail!, to: [] } },
    version,
  );
  await test.signIn();
});
afterEach(() => test.close());

const languages = languageCodes;

/** All emails of an inquiry in a language, with a reply of long lines. */
async function mailsIn(language: (typeof languages)[number], text: string) {
  await test.services.inquiries.submit(goodInquiry, { isSuspected: false, language });
  const { id } = await test.db
    .selectFrom("inquiry")
    .select("id")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const inquiry = await test.services.inbox.find(id);
  await test.services.replies.send(
    id,
    inquiry?.version ?? 0,
    { id: randomUUID(), way: "email", text, status: undefined },
    test.member,
  );
  for (const about of ["address-code", "new-link"] as const) await test.services.outbox.addVisitorMessage(about, id);
  test.clock.advance({ seconds: leavesAfterMs / 1000 + 6 });
  test.services.notifications.start({ origin, log });
  await test.settled();
  await test.services.notifications.stop();
  return test.mailServer.mails.splice(0);
}

/** Long words without a space, quotes, a line that begins with a dot, `From ` and Hindi. */
const longText = [
  "x".repeat(3000),
  `https://example.com/${"a/".repeat(800)}`,
  "नमस्ते ".repeat(300),
  "...",
  "From here on",
  "-- ",
  "“quotes” & <b>",
].join("\n");

describe.each(languages)("in %s", (language) => {
  it("each email keeps the limits of lines and words, and comes through as it was written", async () => {
    test.config.site.brands.contact.name = "सैफ़्रन एक्सचेंज सहायता केंद्र — भरोसेमंद और बहुत लंबा नाम";
    const mails = await mailsIn(language, longText);
    expect(mails).toHaveLength(4);
    for (const { raw } of mails) {
      for (const line of raw.split("\r\n")) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(998);
      const [head = "", ...body] = raw.split("\r\n\r\n");
      // Soft limits, but for addresses of pages, which some programs break at a fold.
      for (const line of head.split("\r\n").filter((each) => !each.startsWith("List-Unsubscribe: ")))
        expect(line.length, line).toBeLessThanOrEqual(78);
      for (const line of body.join("\r\n\r\n").split("\r\n")) expect(line.length, line).toBeLessThanOrEqual(78);
      for (const [word] of head.matchAll(/=\?\S+\?=/g)) expect(word.length, word).toBeLessThanOrEqual(75);
      expect(raw, "eight-bit bytes need a server that takes them").toMatch(/^[\t\r\n -~]*$/);
      const read = await new PostalMime().parse(raw);
      expect(read.subject).toMatch(/^[^=?]+$/);
      expect(read.from?.name).toBe(test.config.site.brands.contact.name);
      expect(addressParser(read.headers.find(({ key }) => key === "from")?.value ?? "")).toHaveLength(1);
      expect(read.text).toContain(read.from?.name);
    }
    const reply = mails.find(({ headers }) => /^list-unsubscribe:/im.test(headers));
    const { text = "", html = "" } = await new PostalMime().parse(reply?.raw ?? "");
    for (const line of longText.split("\n")) expect(text).toContain(line.trimEnd());
    expect(html).toContain(`<html lang="${language}`);
    expect(html, "dark programs keep their colours").toContain('<meta name="color-scheme" content="light dark">');
    expect(html).not.toMatch(/(?:^|[^-])color:|background|bgcolor/);
  });
});

it("the link that ends emails stands in the header, and one click of a mail program is enough", async () => {
  const mails = await mailsIn("hi", "नमस्ते");
  const withLink = mails.filter(({ text }) => text.includes("&stop"));
  expect(withLink).toHaveLength(1);
  for (const mail of mails)
    expect(/^list-unsubscribe:/im.test(mail.headers), mail.headers).toBe(withLink.includes(mail));
  const headers = withLink[0]?.headers ?? "";
  const link = new URL(/^List-Unsubscribe: <(\S+)>$/m.exec(headers)?.[1] ?? "");
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(link.origin).toBe(origin);
  const url = link.pathname + link.search;
  const isStopped = async () =>
    (await test.db.selectFrom("inquiry").select("mail_stopped_at").executeTakeFirstOrThrow()).mail_stopped_at !== null;
  // Programs that open links of emails beforehand stop nothing.
  expect((await test.app.inject({ url })).statusCode).toBe(200);
  expect(await isStopped()).toBe(false);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const other = { method: "POST", url: url.replace("&stop", ""), headers: form } as const;
  await test.app.inject({ ...other, payload: "List-Unsubscribe=One-Click" });
  expect(await isStopped()).toBe(false);
  const click = await test.app.inject({ method: "POST", url, headers: form, payload: "List-Unsubscribe=One-Click" });
  expect(click.statusCode).toBe(204);
  expect(await isStopped()).toBe(true);
  await test.db.updateTable("inquiry").set({ mail_stopped_at: null }).execute();
  const multipart = {
    headers: { "content-type": "multipart/form-data; boundary=b" },
    payload: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  };
  expect((await test.app.inject({ method: "POST", url, ...multipart })).statusCode).toBe(204);
  expect(await isStopped()).toBe(true);
});
