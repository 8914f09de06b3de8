import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hi } from "#languages/compiled/hi.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { goodInquiry } from "../testing-api.ts";
import { createDeliveries } from "./testing-deliveries.ts";

const origin = "https://desk.example.com";
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let desk: Awaited<ReturnType<typeof createDeliveries>>;
beforeEach(async () => {
  desk = await createDeliveries(origin);
  const { settings, notifications } = desk.services;
  await settings.save({ ...desk.input, acknowledge: true, telegram: null }, (await settings.view()).version);
  notifications.start({ origin, log });
});
afterEach(() => desk.close());

/** The newest email to this address, as a mail program reads it. */
async function mailTo(address: string) {
  const taken = desk.mailServer.mails.findLast(({ to }) => to[0] === address);
  return PostalMime.parse(taken?.raw ?? "");
}

it("emails to the visitor are in the language of the inquiry, with links to its pages; the team learns of it", async () => {
  const { reference, receiptKey } = await desk.services.inquiries.submit(goodInquiry, {
    isSuspected: false,
    language: "hi",
  });
  await desk.settled();
  const brand = desk.config.site.brands.contact.name;
  const acknowledged = await mailTo(goodInquiry.email);
  expect(acknowledged.subject).toBe(hi.mail.subject(reference));
  expect(acknowledged.text).toContain(`${hi.mail.received(brand, reference)}\n${hi.mail.getsBack}\n`);
  expect(acknowledged.headers).toContainEqual(expect.objectContaining({ key: "content-language", value: "hi-IN" }));
  const team = await mailTo("team@example.com");
  expect(team.text).toContain(`Inquiry ${reference} has arrived. The visitor reads Hindi.`);
  expect(JSON.parse(desk.hook.calls[0]?.body ?? "").data.language).toBe("hi");

  await desk.signIn();
  const { id, version } = await desk.db.selectFrom("inquiry").select(["id", "version"]).executeTakeFirstOrThrow();
  const input = { id: randomUUID(), way: "email" as const, text: "पैसे <भेज> दिए हैं।" };
  await desk.services.replies.send(id, Number(version), input, desk.member);
  desk.clock.advance({ seconds: leavesAfterMs / 1000 + 5 });
  desk.services.outbox.wake();
  await desk.settled();
  const reply = await mailTo(goodInquiry.email);
  expect(reply.subject).toBe(`Re: ${hi.mail.subject(reference)}`);
  const link = `${origin}/hi/receipt?key=`;
  const text = (reply.text ?? "").replaceAll(/(?<=key=)[\w-]{43}/g, "…");
  expect(text).toBe(
    `पैसे <भेज> दिए हैं।\n\n-- \n${hi.mail.signature(brand, reference)}\n${hi.mail.read}: ${link}…\n` +
      `${hi.mail.stop}: ${link}…&stop\n${hi.mail.neverAsks}\n`,
  );
  const html = (reply.html ?? "").replaceAll(/(?<=key=)[\w-]{43}/g, "…");
  expect(html).toContain('<html lang="hi-IN">');
  expect(html).toContain('<p dir="auto">पैसे &lt;भेज&gt; दिए हैं।</p>');
  expect(html).toContain(`<a href="${link}…">${hi.mail.read}</a>`);

  await desk.services.conversations.answer(receiptKey, "धन्यवाद", { idempotencyKey: undefined, isSuspected: false });
  await desk.settled();
  expect((await mailTo("team@example.com")).text).toContain(`on inquiry ${reference}. The visitor reads Hindi.`);
});

it("an inquiry in a language that this version does not know gets English", async () => {
  const { reference } = await desk.services.inquiries.submit(goodInquiry);
  // A later version may have stored this language.
  await desk.db.updateTable("inquiry").set({ language: "fr" }).execute();
  await desk.settled();
  const [row] = await desk.db.selectFrom("inquiry").select("id").execute();
  expect(await desk.store.outbox.inquiry(row?.id ?? "")).toMatchObject({ language: "en", reference });
});
