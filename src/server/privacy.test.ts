import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PrivacySettings, SettingsInput } from "#contract/settings.ts";
import type { Site } from "#contract/site/site.ts";
import { unclosedDays } from "#domain/inquiries/inquiry.ts";
import { newSite, policyText } from "#web/public/legal/testing.ts";
import { exampleCalls, goodAssertion, goodInquiry, goodReport, storedInquiry } from "./testing-api.ts";
import { startMailServer } from "./notifications/testing.ts";
import { acknowledgementOf, inquiryNotification } from "./notifications/copy.ts";
import { createTestApp, type TestApp } from "./testing.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  // The start does this too, so that a visit causes no write.
  await test.services.settings.poll();
});
afterEach(() => test.close());

/** Fails if the privacy policy no longer says this: a promise and its test change together. */
function expectPromise(
  sentence: string,
  settings: Partial<PrivacySettings> = {},
  legal: Partial<Site["legal"]> = {},
): void {
  const { site } = test.config;
  const own = { ...site, legal: { ...site.legal, ...legal } };
  expect(policyText(own, { ...newSite, ...settings })).toContain(sentence);
}

/** Changes the settings as an owner does. */
async function set(change: Partial<SettingsInput>): Promise<void> {
  const { services } = test;
  const { version } = await services.settings.view();
  const none = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, webhook: null, telegram: null };
  const saved = await services.settings.save({ ...none, ...change } as SettingsInput, version);
  expect(saved.ok).toBe(true);
}

const mail = {
  host: "smtp.example.com",
  port: 465,
  security: "tls",
  user: "",
  from: "desk@example.com",
  to: ["team@example.com"],
} as const;
const channels = {
  mail: { ...mail, to: [...mail.to] },
  webhook: { url: "https://hook.example.com/" },
  telegram: { chatId: "1", token: "1:made-up" },
};

/** The served page's text as one line. */
async function served(): Promise<string> {
  const { body } = await test.app.inject("/privacy");
  return body.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

/** Every request that only reads. */
function reads(): InjectOptions[] {
  const pages = [
    ...test.renderer.pages.keys(),
    "/contact?tab=community",
    "/contact/message?sent=made-up",
    "/nowhere",
    "/%zz",
  ];
  const files = ["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/favicon.svg", "/og.png", "/healthz", "/readyz"];
  const calls = exampleCalls.filter(({ method }) => method === "GET").map(({ path }) => path);
  return [...pages, ...files, ...calls, "/api/openapi.json", "/api/nowhere"].map((url) => ({ url }));
}

/** The text that a visitor verifies. */
const asked = "@asked_example";

/** Every request that a visitor can send, valid and invalid. */
function sends(): InjectOptions[] {
  const payload = new URLSearchParams(goodInquiry).toString();
  return [
    { method: "POST", url: "/api/contact-inquiries", payload: goodInquiry },
    { method: "POST", url: "/api/contact-inquiries", payload: {} },
    { method: "POST", url: "/contact/message", payload, headers: form },
    { method: "POST", url: "/contact/message", payload: "", headers: form },
    { method: "POST", url: "/api/verify", payload: { text: asked } },
    { method: "POST", url: "/api/verify", payload: {} },
    { method: "POST", url: "/verify", payload: new URLSearchParams({ text: asked }).toString(), headers: form },
    { method: "POST", url: "/verify", payload: "", headers: form },
    { method: "POST", url: "/api/impostor-reports", payload: goodReport },
    { method: "POST", url: "/report", payload: new URLSearchParams(goodReport).toString(), headers: form },
    { method: "POST", url: "/report", payload: new URLSearchParams({ about: asked }).toString(), headers: form },
    { method: "POST", url: "/receipt/erase", payload: "key=made-up", headers: form },
    { method: "POST", url: "/api/session", payload: { email: "visitor@example.com", password: "a guess" } },
    { method: "DELETE", url: "/api/session" },
    { method: "POST", url: "/" },
  ];
}

const visitor = {
  "user-agent": "Phone/1.0",
  "x-forwarded-for": "203.0.113.99",
  referer: "https://search.example/?q=x",
  cookie: "session=something; other=thing",
};

describe("Zero data collection by browsing", () => {
  it(
    "When you only look at this site, we collect: no personal information, no device information, no usage " +
      "analytics, no financial data.",
    async () => {
      for (const item of [
        "no personal information",
        "no device information",
        "no usage analytics",
        "no financial data",
      ]) {
        expectPromise(item);
      }
      const before = await test.dump();
      for (const read of reads()) await test.app.inject({ ...read, headers: visitor, remoteAddress: "203.0.113.99" });
      expect(await test.dump()).toEqual(before);
    },
  );
});

describe("No storage", () => {
  it("This site sets no cookie for visitors, whatever they look at or send.", async () => {
    expectPromise("This site sets no cookie for visitors");
    expectPromise("Visitors never get either.");
    for (const request of [...reads(), ...sends()]) {
      const { headers } = await test.app.inject({ ...request, headers: { ...visitor, ...request.headers } });
      expect(headers).not.toHaveProperty("set-cookie");
      expect(headers).not.toHaveProperty("clear-site-data");
    }
  });
});

describe("No third-party sharing", () => {
  it("Pages load nothing from other hosts: their policy would not let them.", async () => {
    expectPromise("Pages load nothing from other hosts");
    for (const read of reads()) {
      const policy = String((await test.app.inject(read)).headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none';/);
      // The icon stands in visitors' pages.
      const loads = policy
        .replace("img-src 'self' data:", "img-src 'self'")
        .split(";")
        .filter((directive) => /^[a-z]+-src /.test(directive));
      const sources = loads.flatMap((directive) => directive.split(" ").slice(1));
      // `'strict-dynamic'`: what the loader adds, the entry (web/app/loader.ts) and its preloads.
      // `blob:` on the team's pages: a picture that the member has chosen, from the browser's own memory.
      for (const source of sources) expect(source).toMatch(/^('(self|none|strict-dynamic|sha256-[\w+/=]+)'|blob:)$/);
    }
  });
});

describe("If you send us an inquiry", () => {
  it("Which fields: your full name, phone number, email address, city and message, the language and the time.", async () => {
    expectPromise(
      "Which fields: your full name, phone number, email address, city and message, pictures or PDF files if you add " +
        "them, the language of the page, and when and how it was sent.",
    );
    const before = await test.dump();
    await test.app.inject({
      method: "POST",
      url: "/api/contact-inquiries",
      payload: { ...goodInquiry, language: "hi", device: "phone", address: "a street" },
      headers: visitor,
      remoteAddress: "203.0.113.98",
    });
    const after = await test.dump();
    // The new row identifies the visitor only by what was typed.
    expect(after["inquiry"]).toEqual([{ ...storedInquiry(goodInquiry, test.clock.now()), language: "hi" }]);
    expect(after["inquiry_count"]).toEqual([{ status: "new", count: 1 }]);
    expect(after["inbox_change"]).toMatchObject([{ kind: "added" }]);
    // The search index is built from the same texts.
    const ours = /^(inquiry|inquiry_count|inquiry_gram.*|inbox_change|sqlite_sequence)$/;
    const others = (dump: typeof before) => Object.entries(dump).filter(([table]) => !ours.test(table));
    expect(others(after)).toEqual(others(before));
  });

  it("Our team adds notes on how it is handled: a status, who takes care of it, when to look at it again, and more", async () => {
    expectPromise(
      "Our team adds notes on how it is handled: a status, who takes care of it, when to look at it again, tags, " +
        "notes, a message that it is merged with.",
    );
    await test.services.inquiries.submit(goodInquiry);
    const kept = await test.db.selectFrom("inquiry").selectAll().executeTakeFirstOrThrow();
    const added = Object.keys(kept).filter((name) => !Object.keys(goodInquiry).includes(name));
    // Identifiers, lookup keys and the team's work; there are no other columns to fill.
    const ours =
      "number id created_at closed_at reference status assignee_id version phone_key email_key receipt_hash " +
      "binned_status binned_at binned_by mail_stopped_at wrote_at snoozed_until merged_into activity_at waiting_since " +
      "unproven_at unread_since";
    expect(added.toSorted()).toEqual(
      [
        ...ours.split(" "),
        "address_proved_at",
        "undelivered_at",
        "arrival_way",
        "kind",
        "reported",
        "language",
      ].toSorted(),
    );
    const history = await test.dump();
    expect([history["inquiry_note"], history["inquiry_event"]]).toEqual([[], []]);
  });

  it(
    "Against abuse: our team can block a sender, whose messages are then set aside. For that we keep a one-way code " +
      "(hash) of the number or address, its last five digits or its first letter and host, and who " +
      "blocked it and when: until our team ends the block, for 365 days at most, even if you erase your message.",
    async () => {
      expectPromise(
        "Against abuse: our team can block a sender, whose messages are then set aside. For that we keep a one-way " +
          "code (hash) of the number or address, its last five digits or its first letter " +
          "and host, and who blocked it and when: until our team ends the block, for 365 days at most, even if you erase " +
          "your message.",
      );
      await test.signIn();
      const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
      const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
      await test.services.blockedSenders.set(id, 1, { phone: true, email: true }, test.member);
      await test.services.inquiries.eraseByReceipt(receiptKey);
      const kept = (await test.dump())["blocked_sender"] as object[];
      const columns = ["created_at", "hint", "id", "key_hash", "kind", "member_id"];
      expect(kept.map((row) => Object.keys(row).toSorted())).toEqual([columns, columns]);
      expect(JSON.stringify(await test.dump())).not.toContain(goodInquiry.email);
      test.clock.advance({ days: 365, seconds: 1 });
      await test.services.cleanUp.run();
      expect((await test.dump())["blocked_sender"]).toEqual([]);
    },
  );

  it("your answers and our replies are kept with the inquiry, and so are our team's notes, and erased with it.", async () => {
    expectPromise(
      "Later messages: your answers and our replies on your private page are kept with the inquiry, and so " +
        "are our team's notes of a talk by phone or WhatsApp. All of it is erased with it.",
    );
    await test.signIn();
    const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
    const options = { idempotencyKey: "a key of 16 letters", isSuspected: false };
    await test.services.conversations.answer(receiptKey, "An answer", options);
    const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    const phone = { id: randomUUID(), way: "phone", text: "Said by phone" } as const;
    await test.services.replies.send(id, 2, phone, test.member);
    const kept = (await test.dump())["inquiry_entry"] as Array<{ text: string }>;
    expect(kept.map(({ text }) => text)).toEqual(["An answer", "Said by phone"]);
    await test.services.inquiries.eraseByReceipt(receiptKey);
    expect(JSON.stringify(await test.dump())).not.toMatch(/An answer|Said by phone/);
  });

  it("Our team may reply by email to the address you gave: the page says what such an email holds.", async () => {
    expect(policyText(test.config.site, newSite)).not.toContain("reply by email");
    for (const [replyMail, sentence] of [
      [
        "off",
        "Our replies: our team may reply by email to the address you gave. Each of these emails has a link to that page",
      ],
      ["link", "When a reply is on your private page, an email tells you so, without its text."],
      ["text", "You get a copy of each reply on your private page by email."],
    ] as const) {
      await set({ mail: channels.mail, replyMail });
      expect(await served()).toContain(sentence);
    }
  });

  it(
    "Why: to answer you, and for nothing else: nothing of it goes out automatically, and no call but the inbox's gives " +
      "it.",
    async () => {
      expectPromise("Why: to answer you, and for nothing else.");
      expectPromise("Why: to have the impostor stopped, to warn others, and to ask you more if you let us.");
      await test.services.inquiries.submit(goodInquiry);
      expect((await test.dump())["outbox"]).toEqual([]);
      const cookie = await test.signIn();
      for (const { method, path } of exampleCalls.filter(
        (call) => call.method === "GET" && !call.path.includes("events"),
      )) {
        const { body } = await test.app.inject({ method, url: path, headers: { cookie } });
        const gives = body.includes(goodInquiry.email) || body.includes(goodInquiry.query);
        expect(gives, path).toBe(/^\/api\/contact-inquiries($|\/export\.)/.test(path));
      }
    },
  );

  it("What was sent that way is not erased when we erase your message here: no message takes anything back.", async () => {
    const says = { receivers: ["email"], says: "all" } as const;
    expectPromise("What was sent that way is not erased when we erase your message here.", {
      ...says,
      receivers: ["email"],
    });
    await set({ ...channels, says: "all" });
    const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
    await test.services.inquiries.eraseByReceipt(receiptKey);
    // The event is for our other program, whose copy stays unless it acts on this.
    expect((await test.dump())["outbox"]).toMatchObject([{ kind: "inquiry-erased" }]);
  });

  it(
    "For how long: it is erased automatically 180 days after our team has closed it or, if nobody closes it, 365 days " +
      "after it was sent, you last answered or our team last worked on it, whichever is later.",
    async () => {
      expectPromise(
        "For how long: it is erased automatically 180 days after our team has closed it or, if nobody closes it, " +
          `${unclosedDays} days after it was sent, you last answered or our team last worked on it, whichever is later.`,
      );
      // An unclosed inquiry is kept at least as long as a closed one.
      const longer = { retentionDays: unclosedDays + 335 };
      expectPromise(
        "700 days after our team has closed it or, if nobody closes it, 700 days after it was sent",
        longer,
      );
      await test.signIn();
      for (const name of ["Closed Example", "Open Example"]) {
        await test.services.inquiries.submit({ ...goodInquiry, name });
      }
      test.clock.advance({ days: 100 });
      const closed = await test.db.selectFrom("inquiry").select("id").where("name", "=", "Closed Example").execute();
      await test.services.inbox.change(closed[0]?.id ?? "", 1, { status: "closed" }, test.member);
      const left = async () => (await test.dump())["inquiry"]?.map((row) => (row as { name: string }).name);
      test.clock.advance({ days: 180 });
      await test.services.retention.run();
      expect(await left()).toHaveLength(2);
      test.clock.advance({ seconds: 1 });
      await test.services.retention.run();
      expect(await left()).toEqual(["Open Example"]);
      test.clock.advance({ days: 85 });
      await test.services.retention.run();
      expect(await left()).toEqual([]);
    },
  );

  it(
    "Deleted by our team: it then stays in a bin, out of all lists, for 30 days at most and never longer than we " +
      "would keep it otherwise, so that a mistake can be undone.",
    async () => {
      expectPromise(
        "Deleted by our team: it then stays in a bin, out of all lists, for 30 days at most and never longer than we " +
          "would keep it otherwise, so that a mistake can be undone.",
      );
      await set({ binDays: 3 });
      expect(await served()).toContain("out of all lists, for 3 days at most");
      await test.signIn();
      const asking = { member: test.member, hasSteppedUp: true };
      const left = async () => (await test.dump())["inquiry"]?.map((row) => (row as { name: string }).name);
      const receive = async (name: string) => {
        await test.services.inquiries.submit({ ...goodInquiry, name });
        const { id } = await test.db
          .selectFrom("inquiry")
          .select("id")
          .where("name", "=", name)
          .executeTakeFirstOrThrow();
        return { id, version: 1 };
      };
      const [untouched, closed, deleted] = [
        await receive("Untouched"),
        await receive("Closed"),
        await receive("Deleted"),
      ];
      await test.services.inbox.change(closed.id, 1, { status: "closed" }, test.member);
      await test.services.bin.add([deleted], asking);
      test.clock.advance({ days: 3 });
      await test.services.retention.run();
      expect(await left()).toContain("Deleted");
      test.clock.advance({ seconds: 1 });
      await test.services.retention.run();
      expect(await left()).toEqual(["Untouched", "Closed"]);
      // It is the last day of retention: the bin does not extend it.
      test.clock.advance({ days: 176 });
      await test.services.bin.add([{ ...closed, version: 2 }], asking);
      test.clock.advance({ days: 1 });
      await test.services.retention.run();
      expect(await left()).toEqual(["Untouched"]);
      test.clock.advance({ days: unclosedDays - 181 });
      await test.services.bin.add([untouched], asking);
      test.clock.advance({ days: 1 });
      await test.services.retention.run();
      expect(await left()).toEqual([]);
    },
  );

  it("If a backup has to be restored meanwhile, these days may begin again.", async () => {
    expectPromise("If a backup has to be restored meanwhile, these days may begin again.");
    await test.signIn();
    await test.services.inquiries.submit(goodInquiry);
    const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    await test.services.bin.add([{ id, version: 1 }], { member: test.member, hasSteppedUp: true });
    test.clock.advance({ days: 40 });
    expect(await test.store.settleRestored(test.clock.now())).toEqual({ inquiries: 1, renewed: 1 });
    test.clock.advance({ days: 30 });
    await test.services.retention.run();
    expect(await test.services.bin.restore([id], test.member)).toEqual([id]);
    expect(await test.store.settleRestored(test.clock.now())).toEqual({ inquiries: 0, renewed: 0 });
  });

  it("Even then you can erase it at once.", async () => {
    expectPromise("Even then you can erase it at once.");
    await test.signIn();
    const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
    const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    await test.services.bin.add([{ id, version: 1 }], { member: test.member, hasSteppedUp: true });
    const page = await test.app.inject(`/receipt?key=${receiptKey}`);
    expect(page.body).toContain("Our team has deleted it.");
    const erase = { method: "POST", url: "/receipt/erase", payload: `key=${receiptKey}`, headers: form } as const;
    expect((await test.app.inject(erase)).headers.location).toBe("/receipt?erased");
    expect((await test.dump())["inquiry"]).toEqual([]);
    // Erasing by email address also erases inquiries in the bin.
    await test.services.inquiries.submit(goodInquiry);
    const again = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    await test.services.bin.add([{ id: again.id, version: 1 }], { member: test.member, hasSteppedUp: true });
    expect(await test.services.inquiries.eraseByEmail(goodInquiry.email)).toBe(1);
  });

  it("For how long: the days are those of the settings, at once.", async () => {
    await set({ retentionDays: 7 });
    expect(await served()).toContain("it is erased automatically 7 days after our team has closed it");
    await test.signIn();
    await test.services.inquiries.submit(goodInquiry);
    const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
    await test.services.inbox.change(id, 1, { status: "closed" }, test.member);
    test.clock.advance({ days: 7, seconds: 1 });
    await test.services.retention.run();
    expect(await test.store.inquiries.count()).toBe(0);
    expectPromise("it is erased automatically 1 day after", { retentionDays: 1 });
  });

  it("For how long: however many there are.", async () => {
    await Promise.all(Array.from({ length: 301 }, () => test.services.inquiries.submit(goodInquiry)));
    test.clock.advance({ days: 366 });
    expect(await test.services.inquiries.eraseOld()).toBe(301);
    expect(await test.store.inquiries.count()).toBe(0);
    const { entries } = await test.services.audit.list({ kind: "inquiry-erased" }, { limit: 1000 });
    expect(new Set(entries.map(({ about }) => about["inquiry"])).size).toBe(301);
  });

  it("It is removed from our backups as soon as the owner says they do.", () => {
    expectPromise("It is removed from our backups within 30 days after that.");
    expectPromise("It is removed from our backups within 1 day after that.", {}, { backupDays: 1 });
    expectPromise("We keep no backups of it.", {}, { backupDays: 0 });
  });

  it("says that backups are copied elsewhere, if they are", async () => {
    const sentence = "Copies of our backups are also kept outside our own server.";
    expectPromise(sentence, { backupsElsewhere: true });
    expect(await served()).not.toContain(sentence);
    const copying = { BACKUP_DIR: "/backups", BACKUP_HOOK: "/bin/true", BACKUP_PASSPHRASE: "a long passphrase" };
    await test.close();
    test = await createTestApp({ env: copying });
    expect(await served()).toContain(sentence);
  });

  it("says that files are kept elsewhere, if they are", async () => {
    const sentence = "Pictures and PDF files are kept outside our own server.";
    expectPromise(sentence, { filesElsewhere: true });
    expect(await served()).not.toContain(sentence);
    const bucket = {
      DATABASE_URL: "postgres://desk@db.example.com/desk",
      FILES_S3_BUCKET: "desk-files",
      FILES_S3_ACCESS_KEY_ID: "key",
      FILES_S3_SECRET_ACCESS_KEY: "secret",
    };
    for (const [endpoint, isElsewhere] of [
      ["https://s3.example.com", true],
      ["http://localhost:9000", false],
    ] as const) {
      await test.close();
      test = await createTestApp({ env: { ...bucket, FILES_S3_ENDPOINT: endpoint } });
      expect((await served()).includes(sentence)).toBe(isElsewhere);
    }
  });

  it("Who else gets it: nobody, while no notification is set up.", async () => {
    expectPromise("Who else gets it: nobody.");
    expect(await served()).toContain("Who else gets it: nobody.");
    await test.services.inquiries.submit(goodInquiry);
    expect((await test.dump())["outbox"]).toEqual([]);
  });

  it(
    "Our team is notified by email, to another program of ours, and through Telegram: the page names exactly those " +
      "that are notified.",
    async () => {
      const all = "by email, to another program of ours, and through Telegram";
      for (const [change, actor] of [
        [channels, all],
        [{ mail: channels.mail }, "by email"],
        [{ webhook: channels.webhook }, "to another program of ours"],
        [{ telegram: channels.telegram }, "through Telegram"],
      ] as const) {
        await set(change);
        expect(await served()).toContain(
          `${"mail" in change ? "our replies by email." : "Who else gets it: nobody."} Our team is notified ${actor} that an`,
        );
        expect((await test.services.outbox.messagesFor({ status: "new" })).length).toBe(Object.keys(change).length);
        await set({ ...change, says: "all" });
        expect(await served()).toContain(`our team is notified ${actor}, with all that you typed.`);
      }
      await set({ mail: { ...channels.mail, to: [] } });
      expect(await served()).not.toContain("Our team is notified");
      expect(await test.services.outbox.messagesFor({ status: "new" })).toEqual([]);
    },
  );

  it("its reference and a link for the team, and nothing that you typed.", () => {
    expectPromise("its reference and a link for the team, and nothing that you typed.", { receivers: ["email"] });
    const inquiry = {
      id: "id",
      reference: "ABC-DEF",
      status: "new",
      receivedAt: 1,
      kind: "message",
      reported: "",
      fields: goodInquiry,
      language: "en",
      isMailStopped: false,
    } as const;
    const notification = JSON.stringify(inquiryNotification(inquiry, "reference", "https://desk.example.com"));
    for (const typed of Object.values(goodInquiry)) expect(notification).not.toContain(typed);
    const whole = JSON.stringify(inquiryNotification(inquiry, "all", "https://desk.example.com"));
    for (const typed of Object.values(goodInquiry)) expect(whole).toContain(typed);
  });

  it("Who else gets it: the service that delivers our email, where an email goes to the visitor.", async () => {
    const service = "the service that delivers our email gets your email address and the reference";
    expect(policyText(test.config.site, newSite)).not.toContain(service);
    await set({ mail: { ...channels.mail, to: [] }, acknowledge: true });
    expect(await served()).toContain(`Who else gets it: ${service}`);
    await set({ ...channels, acknowledge: true });
    expect(await served()).toMatch(new RegExp(`Who else gets it: ${service}.*\\. Our team is notified by email`));
    await set({ ...channels, acknowledge: true, says: "all" });
    expect(await served()).toContain(`Who gets a part of it: ${service}`);
    expect(await served()).not.toContain("Who else gets it: nobody.");
  });

  it("You may get one email that confirms your message has arrived: only where the owner has switched that on.", async () => {
    const sentence =
      "Confirmation: you may get one email that confirms your message has arrived. It contains its reference, and nothing that you typed.";
    expect(policyText(test.config.site, newSite)).not.toContain(sentence);
    await set({ mail: channels.mail, acknowledge: true });
    expect(await served()).toContain(sentence);
    const receipts = async (status: "new" | "suspected") =>
      (await test.services.outbox.messagesFor({ status })).filter(({ kind }) => kind === "acknowledgement");
    expect(await receipts("new")).toHaveLength(1);
    expect(await receipts("suspected")).toEqual([]);
    const email = JSON.stringify(acknowledgementOf({ reference: "ABC-DEF", language: "en" }, test.config.site, ""));
    for (const typed of Object.values(goodInquiry)) expect(email).not.toContain(typed);
  });

  it(
    "we count those to one address for a day under a one-way code (hash) of the address, even if you " +
      "erase your message.",
    async () => {
      const settings = { acknowledges: true };
      expectPromise("we count those to one address for a day under a one-way code (hash)", settings);
      const server = await startMailServer();
      await set({
        mail: { ...channels.mail, host: "127.0.0.1", port: server.port, security: "none" },
        acknowledge: true,
      });
      test.services.notifications.start({
        origin: "https://desk.example.com",
        log: { info() {}, warn() {}, error() {} },
      });
      const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
      await server.untilTaken(2);
      await test.services.inquiries.eraseByReceipt(receiptKey);
      const after = await test.dump();
      expect(after.sign_in_failure).toHaveLength(1);
      for (const typed of Object.values(goodInquiry)) expect(JSON.stringify(after)).not.toContain(typed);
      test.clock.advance({ days: 1, seconds: 1 });
      await test.services.cleanUp.run();
      expect((await test.dump()).sign_in_failure).toEqual([]);
      await test.services.notifications.stop();
      await server.close();
    },
  );

  it(
    "open the private link and choose to erase your message: it is gone at once; a random number, the time and the " +
      "reason stay.",
    async () => {
      expectPromise(
        "Withdrawing consent: open the private link that you got after sending and choose to erase your " +
          "message. It is gone at once",
      );
      expectPromise("we keep a random number that stood for the inquiry, and the time and the reason of its erasure");
      await set(channels);
      const { receiptKey, reference } = await test.services.inquiries.submit(goodInquiry);
      const { id } = await test.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow();
      expect(await test.services.inquiries.eraseByReceipt(receiptKey)).toBe(true);
      const after = await test.dump();
      for (const table of ["inquiry", "inquiry_note", "inquiry_event"]) expect(after[table], table).toEqual([]);
      const payload = JSON.stringify({ inquiry: id, reason: "visitor" });
      expect(after["outbox"]).toMatchObject([{ kind: "inquiry-erased", inquiry_id: null, payload }]);
      expect(after["erasure"]).toEqual([{ inquiry_id: id, reason: "visitor", erased_at: test.clock.now() }]);
      for (const gone of [...Object.values(goodInquiry), reference]) expect(JSON.stringify(after)).not.toContain(gone);
    },
  );

  it("Erasing it sooner: we erase every inquiry sent with the email address you gave.", async () => {
    expectPromise("from the email address you gave, and we erase every inquiry sent with it.");
    const other = { ...goodInquiry, email: "asha@example.org" };
    for (const inquiry of [goodInquiry, { ...goodInquiry, email: "ASHA@Example.com" }, other]) {
      await test.services.inquiries.submit(inquiry);
    }
    // Another one comes while these are erased.
    vi.spyOn(test.store.inquiries, "purgeErased").mockImplementationOnce(async () => {
      await test.services.inquiries.submit(goodInquiry);
      return true;
    });
    expect(await test.services.inquiries.eraseByEmail(" Asha@example.com ")).toBe(3);
    expect((await test.dump()).inquiry).toMatchObject([{ email: "asha@example.org" }]);
    expect(await test.services.inquiries.eraseByEmail("asha@example.com")).toBe(0);
  });

  it("When you send it, none of it is put into the address of a page, and none of it is ever written to our logs.", async () => {
    expectPromise(
      "When you send it, none of it is put into the address of a page, and none of it is ever written to our logs.",
    );
    for (const send of sends()) {
      const { headers } = await test.app.inject(send);
      if (send.url === "/receipt/erase") continue;
      // The key is random, so it reveals nothing that was typed.
      expect(headers.location ?? "/contact/message?sent=").toMatch(
        /^\/(?:contact\/message|report)\?sent=([\w-]{43})?$/,
      );
    }
    const { body } = await test.app.inject("/contact/message");
    expect(body).toMatch(/<form [^>]*method="post"/);
  });
});

describe("How this policy is updated", () => {
  it("the date of the last change is at the top, whether the software or the settings have changed.", async () => {
    expectPromise("the date of the last change is at the top.");
    expect(await served()).toContain("Last updated: 26 November 2026");
    test.clock.advance({ days: 30 });
    await set({ agentsMayBulk: true });
    expect(await served()).toContain("Last updated: 26 November 2026");
    await set({ retentionDays: 90 });
    expect(await served()).toContain("Last updated: 1 December 2026");
    test.clock.advance({ days: 3 });
    await set({ retentionDays: 90, agentsMayBulk: false });
    expect(await served()).toContain("Last updated: 1 December 2026");
  });

  it("at once, whoever has an older copy.", async () => {
    const before = await test.app.inject("/privacy");
    const call = await test.app.inject("/api/privacy");
    await set({ retentionDays: 90 });
    for (const [url, { headers }] of [
      ["/privacy", before],
      ["/api/privacy", call],
    ] as const) {
      const after = await test.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
      expect(after.statusCode, url).toBe(200);
      expect(after.body, url).toContain("90");
    }
  });
});

describe("If you ask whether a channel is ours", () => {
  it("it is not stored, it is never written to our logs, and it is never put into a link.", async () => {
    expectPromise(
      "is compared with our list, answered and forgotten: it is not stored, it is never written to our logs, and " +
        "it is never put into a link.",
    );
    const before = await test.dump();
    const asks = sends().filter(
      ({ url, payload }) => url !== undefined && JSON.stringify(payload ?? "").includes("asked_"),
    );
    expect(asks).toHaveLength(3);
    for (const ask of asks) {
      const { headers } = await test.app.inject({ ...ask, headers: { ...visitor, ...ask.headers } });
      expect(JSON.stringify(headers)).not.toContain("asked_");
      // Only uncached pages for one visitor contain it.
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect(await test.dump()).toEqual(before);
  });
});

describe("If you report an impostor", () => {
  it("Which fields: what you report, the language and the time; the others only if you fill them in.", async () => {
    expectPromise("A report is an inquiry, and everything above about inquiries applies to it,");
    expectPromise(
      "the number, name or link that you report, the language of the page, and when and how it was sent; what happened, " +
        "your email address or phone number, and pictures or PDF files only if you fill them in.",
    );
    await test.app.inject({
      method: "POST",
      url: "/api/impostor-reports",
      payload: { reported: asked, language: "hi", device: "phone", name: "Asha" },
      headers: visitor,
      remoteAddress: "203.0.113.98",
    });
    const [row] = (await test.dump())["inquiry"] ?? [];
    const nothing = { name: "", phone: "", email: "", city: "", query: "" };
    const empty = { ...nothing, phone_key: null, email_key: null };
    const stored = storedInquiry({ ...goodInquiry, ...nothing }, test.clock.now());
    expect(row).toEqual({ ...stored, ...empty, kind: "impostor", reported: asked, language: "hi" });
  });

  it("keep the private link that you get after sending, to erase it yourself.", async () => {
    expectPromise("keep the private link that you get after sending, to erase it yourself.");
    const { receiptKey } = await test.services.inquiries.report({ reported: asked, happened: "", reach: "" });
    expect(await test.services.inquiries.eraseByReceipt(receiptKey)).toBe(true);
    expect(JSON.stringify(await test.dump())).not.toContain("asked_");
  });
});

describe("Your rights and complaints", () => {
  it(
    "names who is responsible, whom to write to, and the Data Protection Board of India " +
      "(DPDP Rules 2025, rule 3).",
    () => {
      expectPromise("Data fiduciary: Saffron Exchange.");
      expectPromise("you can complain to the Data Protection Board of India.");
      expectPromise(
        "Write to support@example.com to see what we store about you, to have it corrected, completed or erased",
      );
      const legal = { grievanceOfficer: "Mira Example", address: "12 Example Road" };
      expectPromise("Write to Mira Example, support@example.com", {}, legal);
      expectPromise("Data fiduciary: Saffron Exchange, 12 Example Road.", {}, legal);
    },
  );
});

describe("Our team's sign-in", () => {
  it(
    "Members get a cookie that only keeps them signed in, and a random number by which a new browser is recognised. " +
      "Visitors never get either.",
    async () => {
      expectPromise(
        "Members of our team sign in with a cookie that only keeps them signed in. A second one, a random number, " +
          "is used to tell them of a sign-in from a new browser. Visitors never get either.",
      );
      const send = (url: string, payload: object) => test.app.inject({ method: "POST", url, payload });
      const tries = [
        send("/api/session", { email: "visitor@example.com", password: "a guess" }),
        send("/api/session/second-factor", { ticket: "a guess", code: "123456" }),
        send("/api/session/passkey-options", {}),
        send("/api/session/passkey", { response: goodAssertion }),
        send("/api/password", { token: "a guess", password: "a long made-up password" }),
        send("/api/password-reset", { email: "visitor@example.com" }),
      ];
      for (const response of await Promise.all(tries)) expect(response.headers).not.toHaveProperty("set-cookie");
      const token = await test.services.accounts.prepareFirstOwner(undefined);
      const owner = { token, email: "owner@example.com", password: "a long made-up password" };
      const { cookies } = await send("/api/password", owner);
      expect(cookies.map(({ name }) => name)).toEqual(["session", "device"]);
      // Random: it contains nothing of the browser, the network or the member.
      expect(cookies[1]?.value).toMatch(/^[\w-]{43}$/);
    },
  );

  it(
    "we count failed sign-ins and requests for a new password for a day under a one-way code (hash) of the " +
      "address.",
    async () => {
      expectPromise(
        "we count failed sign-ins and requests for a new password for a day under a one-way code (hash) of the " +
          "address.",
      );
      const payload = { email: "visitor@example.com", password: "a guess" };
      await test.app.inject({ method: "POST", url: "/api/session", payload, remoteAddress: "203.0.113.97" });
      const counted = await test.dump();
      expect(counted.sign_in_failure).not.toEqual([]);
      expect(JSON.stringify(counted)).not.toMatch(/203\.0\.113\.97|visitor@example\.com|a guess/);
      test.clock.advance({ hours: 24 });
      await test.services.cleanUp.run();
      expect((await test.dump()).sign_in_failure).not.toEqual([]);
      test.clock.advance({ seconds: 1 });
      await test.services.cleanUp.run();
      expect((await test.dump()).sign_in_failure).toEqual([]);
    },
  );
});
