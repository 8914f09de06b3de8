import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Verdict } from "#contract/channels/verify.ts";
import { keepPath, pathInEach, paths } from "#contract/paths.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { languageCodes } from "#domain/languages.ts";
import { createDeliveries } from "../notifications/testing-deliveries.ts";
import { mailSettings } from "../notifications/testing.ts";
import { replaceSite } from "../site/live-site.ts";
import { goodInquiry } from "../testing-api.ts";

const origin = "https://desk.example.com";
const from = "no-reply@mailer.example.net";
const replyTo = "help@desk.example.com";

let test: Awaited<ReturnType<typeof createDeliveries>>;
beforeEach(async () => {
  test = await createDeliveries(origin);
  const { site } = test.config;
  replaceSite(site, {
    ...site,
    support: { email: "care@desk.example.com", securityEmail: "security@desk.example.org" },
    legal: {
      ...site.legal,
      address: "12 Example Road, Mumbai, +91 22 5550 0123",
      grievanceOfficer: "Ravi Example",
      grievanceEmail: "grievance@desk.example.com",
      dataContact: "Asha Rao, privacy@desk.example.com or 022 5550 0199",
    },
    helplines: [{ name: "Tele-MANAS", phone: "14416", url: "https://telemanas.mohfw.gov.in/" }],
    reporting: [{ name: "Cyber Crime Portal", phone: "1930", url: "https://cybercrime.gov.in/" }],
  });
  const mail = mailSettings(test.mailServer.port, { from });
  const { version } = await test.services.settings.view();
  const incoming = { replyTo, unmatched: "inquiry" as const, way: "push" as const, host: "", port: 993 };
  const saved = await test.services.settings.save(
    {
      ...test.input,
      webhook: null,
      telegram: null,
      mail: { ...mail, to: [] },
      incoming: { ...incoming, security: "tls", user: "" },
      acknowledge: true,
      replyMail: "text",
    },
    version,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  test.services.notifications.start({ origin, log: { info() {}, warn() {}, error() {} } });
});
afterEach(() => test.close());

const ask = (text: string): Promise<Verdict> => test.services.verify.verify(text);

/** Sends each email that a visitor can get, in each language; returns their headers and texts. */
async function mailsToVisitors(): Promise<string[]> {
  const { db, services, clock, mailServer } = test;
  const member = { id: test.member.id, email: test.member.email };
  await test.signIn();
  for (const language of languageCodes) {
    const email = `asha-${language}@visitor.example`;
    await services.inquiries.submit(
      { ...goodInquiry, query: `Hello ${language}`, email },
      { language, isSuspected: false },
    );
    const { id } = await db.selectFrom("inquiry").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    for (const way of ["page", "email"] as const) {
      const { version } = (await services.inbox.find(id))!;
      const sent = await services.replies.send(id, version, { id: randomUUID(), way, text: "It is done." }, member);
      expect(sent.ok).toBe(true);
    }
  }
  clock.advance({ seconds: leavesAfterMs / 1000 + 5 });
  services.outbox.wake();
  await expect.poll(() => mailServer.mails.length).toBe(3 * languageCodes.length);
  return mailServer.mails.map(
    ({ headers, text }) => headers.replace(/^(?:To|Message-ID|In-Reply-To|References): .*$/gim, "") + text,
  );
}

/** Numbers, addresses and links in what visitors get. */
function namedIn(document: string): string[] {
  const text = document.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "");
  const links = [...text.matchAll(/(?:href="|action=")?\b((?:https?|mailto|tel):[^\s"<>)]+)/g)].map(
    ([, link]) => link!,
  );
  const addresses = [...text.matchAll(/[\w.+-]+@[\w-]+(?:\.[\w-]*\w)+/g)].map(([address]) => address);
  return [...new Set([...links, ...addresses])].map((one) => one.replace(/[.,;]$/, "").replaceAll("&amp;", "&"));
}

it("knows every address, number and link that an email or a page of ours shows to visitors", async () => {
  await test.services.channels.add({ type: "whatsapp", value: "+91 98765 43210", isActive: true, proof: "" });
  const pages = [paths.home, paths.contact, paths.message, paths.verify, paths.report, paths.terms, paths.privacy];
  const documents = [...pages, keepPath].flatMap((path) => pathInEach(path));
  const files = ["/.well-known/security.txt", "/notices.xml", "/channels.jsonld"];
  const all = await mailsToVisitors();
  for (const url of [...documents, ...files]) {
    const { statusCode, body } = await test.app.inject(url);
    expect(statusCode, url).toBe(200);
    all.push(body);
  }
  // The vocabulary of JSON-LD and of RSS, which nobody sees or opens.
  const vocabularies = /^https?:\/\/(?:schema\.org|www\.w3\.org)\b/;
  const named = new Set(all.flatMap(namedIn).filter((one) => !vocabularies.test(one)));
  // The addresses that the site and its settings name are really among them.
  expect([...named]).toEqual(
    expect.arrayContaining([from, "care@desk.example.com", "tel:14416", "https://cybercrime.gov.in/"]),
  );
  expect([...named].some((one) => /^help\+[a-z0-9]{6}-[a-z2-7]{16}@/.test(one))).toBe(true);
  const unknown: string[] = [];
  for (const one of named) {
    const { verdict } = await ask(one);
    if (verdict !== "official" && verdict !== "named") unknown.push(`${one}: ${verdict}`);
  }
  expect(unknown).toEqual([]);
});

it("says what each of our addresses is for, and that a helpline is not ours", async () => {
  const roles = async (text: string) => {
    const verdict = await ask(text);
    return verdict.verdict === "official" ? verdict.channels.map((channel) => channel.roles) : verdict.verdict;
  };
  expect(await roles(from)).toEqual([["sender"]]);
  expect(await roles(replyTo.toUpperCase())).toEqual([["answers"]]);
  expect(await roles("care@desk.example.com")).toEqual([["support"]]);
  expect(await roles("security@desk.example.org")).toEqual([["security"]]);
  expect(await roles("privacy@desk.example.com")).toEqual([["data"]]);
  expect(await roles("+91 22 5550 0199")).toEqual([["data"]]);
  expect(await roles("02255500123")).toEqual([["operator"]]);
  await test.services.channels.add({ type: "email", value: replyTo, isActive: true, proof: "" });
  expect(await roles(replyTo)).toEqual([["channel", "answers"]]);
  expect(await ask("telemanas.mohfw.gov.in/about")).toMatchObject({
    verdict: "named",
    services: [{ role: "helpline", name: "Tele-MANAS" }],
  });
  expect(await ask("1930")).toMatchObject({ verdict: "named", services: [{ role: "reporting" }] });
  expect(await ask("no-rep1y@mailer.example.net")).toMatchObject({ verdict: "impostor", like: { value: from } });
});

it("lets descriptions name what it knows, and nothing like it", async () => {
  await test.services.settings.poll();
  const cookie = await test.signIn();
  const add = async (proof: string) => {
    const payload = { type: "telegram", value: "@saffron_example", isActive: true, proof };
    const { statusCode } = await test.app.inject({
      method: "POST",
      url: "/api/contacts",
      headers: { cookie },
      payload,
    });
    return statusCode;
  };
  expect(await add("Write to nobody at no-rep1y@mailer.example.net")).toBe(422);
  expect(await add("Call 1931 to report fraud at cybercrime.gov.example")).toBe(422);
  expect(await add(`Our emails come from ${from}. Fraud? Call 1930 or see cybercrime.gov.in. Help: 14416.`)).toBe(201);
});

it("calls a reply address ours only if it was made here", async () => {
  await test.services.inquiries.submit({ ...goodInquiry, email: "asha@visitor.example" });
  const inquiry = await test.db.selectFrom("inquiry").select(["id", "reference"]).executeTakeFirstOrThrow();
  const made = (await test.services.incomingMail.replyTo(inquiry))!;
  const official = { verdict: "official", channels: [{ type: "email", value: made, proof: "", roles: ["answers"] }] };
  for (const text of [made, made.toUpperCase(), `mailto:${made}`, `<${made}>`, ` "${made}".`])
    expect(await ask(text)).toEqual(official);
  const [local = ""] = made.split("@");
  const otherMac = `${local.slice(0, -1)}${local.endsWith("a") ? "b" : "a"}@desk.example.com`;
  expect(await ask(otherMac)).toEqual({ verdict: "unknown" });
  // The token of a genuine address, in somebody else's mailbox.
  for (const thief of [
    `${local}@desk.example.net`,
    made.replace("help+", "he1p+"),
    `help.${local.slice(5)}@desk.example.com`,
  ])
    expect((await ask(thief)).verdict).not.toBe("official");
  await test.services.channels.setHidden(true, null);
  expect(await ask(made)).toEqual({ verdict: "hidden" });
  expect(await ask(from)).toEqual({ verdict: "hidden" });
  expect((await ask("14416")).verdict).toBe("named");
});

it("shows the sentence of a helpline and of a sender without scripts, in each language", async () => {
  const check = async (path: string, text: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const payload = new URLSearchParams({ text }).toString();
    return (await test.app.inject({ method: "POST", url: path, headers, payload })).body;
  };
  expect(await check(paths.verify, from)).toContain("Our replies come from this address.");
  // Nobody should write to it.
  expect(await check(paths.verify, from)).not.toContain(`href="mailto:${from}"`);
  expect(await check(paths.verify, "14416")).toContain(
    "“Tele-MANAS” is a public helpline that we name; it is not ours.",
  );
  const { teleManas } = dictionaries.hi.siteDefaults;
  for (const said of ["यह हमारी नहीं है", teleManas]) expect(await check("/hi/verify", "14416")).toContain(said);
  const payload = { text: "14416", language: "hi" };
  const { body } = await test.app.inject({ method: "POST", url: "/api/verify", payload });
  expect(body).toContain(teleManas);
  // A text that an owner has typed.
  expect(await check("/hi/verify", "1930")).toContain("Cyber Crime Portal");
});
