import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import type { ContactInput } from "#contract/contact.ts";
import type { Channel } from "#domain/channel-book.ts";
import type { SettingsInput } from "#contract/settings.ts";
import type { CommandOutcome } from "../services/channel-commands.ts";
import { createTestApp } from "../testing.ts";
import { newsOfChange } from "./channel-words.ts";
import { startMailServer, startReceiver } from "./testing.ts";

const origin = "https://desk.example.com";
const whatsapp: ContactInput = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits" };

let desk: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  desk = await setUp();
});
afterEach(() => desk.close());

/** The program with two owners, an agent, and every channel of news set up. */
async function setUp() {
  const [mailServer, hook, telegram] = await Promise.all([startMailServer(), startReceiver(), startReceiver()]);
  telegram.answer = (response) => response.end('{"ok":true}');
  const test = await createTestApp({
    env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1", PUBLIC_URL: origin },
    outside: { telegramOrigin: telegram.origin, timeoutMs: 500 },
  });
  const { services, store, clock, member } = test;
  const input: SettingsInput = {
    retentionDays: 90,
    acknowledge: false,
    says: "reference",
    mail: {
      host: "127.0.0.1",
      port: mailServer.port,
      security: "none",
      user: "",
      from: "desk@example.com",
      to: ["team@example.com"],
    },
    webhook: { url: `${hook.origin}/hook` },
    telegram: { chatId: "-1001", token: "123456:made-up-bot-token" },
  };
  const saved = await services.settings.save(input, 0);
  if (saved.outcome !== "saved") throw new Error(JSON.stringify(saved));
  await test.signIn("owner");
  await test.signIn("agent");
  const second = { id: "second", email: "second@example.com", role: "owner" as const };
  await store.members.insert({ ...second, passwordHash: "none" }, clock.now());
  await store.members.insert({ id: "third", email: "invited@example.com", role: "owner", passwordHash: "" }, 1);
  const log = { warn: () => undefined, error: () => undefined };
  services.notifications.start({ origin, log });
  const doer = { member, isProved: true };
  return {
    ...test,
    second,
    mailServer,
    hook,
    telegram,
    doer,
    secret: saved.webhookSecret ?? "",
    rows: () => test.db.selectFrom("outbox").selectAll().execute(),
    async settled(): Promise<void> {
      await expect.poll(async () => (await desk.rows()).filter((row) => row.tried_at === null)).toEqual([]);
    },
    async add(contact: ContactInput = whatsapp): Promise<Channel> {
      const outcome = await services.contacts.add(contact, doer);
      return channelIn(outcome);
    },
    async close() {
      await test.close();
      await Promise.all([mailServer.close(), hook.close(), telegram.close()]);
    },
  };
}

function channelIn(outcome: CommandOutcome): Channel {
  const channel = outcome.outcome === "done" ? outcome.change?.after[0] : undefined;
  if (channel === undefined) throw new Error(JSON.stringify(outcome));
  return channel;
}

describe("a change of where a channel opens", () => {
  it("is told to each owner by a mail of their own, to the webhook and in the chat, and to nobody else", async () => {
    const { id } = await desk.add();
    await desk.settled();
    desk.mailServer.mails.length = 0;
    desk.hook.calls.length = 0;
    desk.telegram.calls.length = 0;
    await desk.services.contacts.replace({ id, input: { ...whatsapp, value: "+91 90000 00002" } }, desk.doer);
    await desk.settled();
    await desk.hook.untilCalled(1);

    expect(desk.mailServer.mails.map(({ to }) => to).toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
      ["owner@example.com"],
      ["second@example.com"],
    ]);
    const [mail] = desk.mailServer.mails;
    expect(mail?.headers).toContain("Subject: The support channels have changed");
    const { text } = JSON.parse(desk.telegram.calls[0]?.body ?? "");
    for (const said of [mail?.text.trimEnd() ?? "", text]) {
      expect(said).toBe(
        [
          "What: A channel was changed",
          "Who: owner@example.com",
          "When: 1 Nov 2026, 17:30 GMT+5:30",
          "",
          "WhatsApp +91 90000 00001 → WhatsApp +91 90000 00002",
          "",
          "Visitors see it now.",
          "",
          `Look at it: ${origin}/ContactAdmin`,
          "If you did not expect this, sign in at once, undo it there or press `Hide all channels now`, and set a new password.",
        ].join("\n"),
      );
    }
    const [call] = desk.hook.calls;
    const at = new Date(desk.clock.now()).toISOString();
    expect(JSON.parse(call?.body ?? "")).toEqual({
      type: "channels.changed",
      timestamp: at,
      data: {
        number: 2,
        kind: "edited",
        changedAt: at,
        by: "owner@example.com",
        waits: null,
        before: [{ id, type: "whatsapp", value: "+91 90000 00001", isActive: true }],
        after: [{ id, type: "whatsapp", value: "+91 90000 00002", isActive: true }],
        link: `${origin}/ContactAdmin`,
      },
    });
    const time = new Date(Number(call?.headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(desk.secret).sign(String(call?.headers["webhook-id"]), time, call?.body ?? "");
    expect(call?.headers["webhook-signature"]).toBe(signature);
  });

  it("that waits for a second owner, or for its time, is told when it is proposed and when it is published", async () => {
    await desk.add();
    await desk.services.contacts.setRule({ kind: "approval" }, desk.doer);
    await desk.settled();
    desk.mailServer.mails.length = 0;
    const added = await desk.services.contacts.add({ ...whatsapp, value: "+91 90000 00003" }, desk.doer);
    if (added.outcome !== "waits") throw new Error(JSON.stringify(added));
    await desk.settled();
    expect(desk.mailServer.mails.map(({ headers }) => /Subject: (.*)/.exec(headers)?.[1])).toEqual([
      "A change of the support channels is waiting",
      "A change of the support channels is waiting",
    ]);
    expect(desk.mailServer.mails[0]?.text).toContain("it waits until a second owner approves it.");
    expect(desk.mailServer.mails[0]?.text).toContain("New: WhatsApp +91 90000 00003\n");
    desk.mailServer.mails.length = 0;
    await desk.services.contacts.approve(added.proposal.id, { member: desk.second, isProved: true });
    await desk.settled();
    expect(desk.mailServer.mails).toHaveLength(2);
    expect(desk.mailServer.mails[0]?.text).toContain("Approved by: second@example.com");
    expect(desk.mailServer.mails[0]?.text).toContain("Visitors see it now.");
  });

  it("waits in the outbox as its number alone, in the same transaction", async () => {
    await desk.services.notifications.stop();
    await desk.add();
    const rows = await desk.rows();
    expect(rows.map(({ kind, channel, payload }) => [kind, channel, JSON.parse(payload)])).toEqual([
      ["channel-change", "email", { change: 1, to: "owner@example.com" }],
      ["channel-change", "email", { change: 1, to: "second@example.com" }],
      ["channel-change", "webhook", { change: 1 }],
      ["channel-change", "telegram", { change: 1 }],
    ]);
  });

  it("is told to no one who is no owner any more when the mail would go", async () => {
    const { mails } = desk.mailServer;
    await desk.services.notifications.stop();
    await desk.add();
    await desk.store.members.change(desk.second.id, { isActive: false });
    desk.services.notifications.start({ origin, log: { warn: () => undefined, error: () => undefined } });
    await desk.settled();
    expect(mails.map(({ to }) => to)).toEqual([["owner@example.com"]]);
    expect((await desk.rows()).map(({ payload }) => payload)).not.toContainEqual(expect.stringContaining("second"));
  });

  it("is not forgotten while the history cannot be trusted", async () => {
    await desk.services.notifications.stop();
    await desk.add();
    await desk.db.updateTable("channel_change").set({ entry: "{}" }).execute();
    desk.services.notifications.start({ origin, log: { warn: () => undefined, error: () => undefined } });
    await desk.settled();
    expect((await desk.rows()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    expect(desk.mailServer.mails).toEqual([]);
  });

  it("fails at one owner alone, and shows so to the whole team until it got through there", async () => {
    desk.mailServer.mails.length = 0;
    const full = await startMailServer({
      onRcptTo: (address, _session, done) =>
        address.address === "second@example.com" ? done(new Error("no such box")) : done(),
    });
    const view = await desk.services.settings.view();
    const mail = view.mail;
    if (mail === null) throw new Error("mail is set up");
    const { hasPassword: _has, ...server } = mail;
    await desk.services.settings.save(
      {
        retentionDays: 90,
        acknowledge: false,
        says: "reference",
        mail: { ...server, port: full.port },
        webhook: null,
        telegram: null,
      },
      view.version,
    );
    const since = new Date(desk.clock.now()).toISOString();
    await desk.add();
    await desk.settled();
    expect(full.mails.map(({ to }) => to)).toEqual([["owner@example.com"]]);
    expect(await desk.services.outbox.health()).toEqual({ failing: [{ channel: "email", since, messages: 1 }] });
    // A second change is of the same receiver, though its number is another.
    desk.clock.advance({ seconds: 1 });
    await desk.add({ ...whatsapp, value: "+91 90000 00004" });
    await desk.settled();
    expect(await desk.services.outbox.health()).toEqual({ failing: [{ channel: "email", since, messages: 2 }] });
    await desk.store.members.change(desk.second.id, { role: "agent" });
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
    await full.close();
  });

  it("is not failing any more once anything has got through to the same receiver", async () => {
    desk.hook.answer = (response) => response.writeHead(500).end();
    await desk.add();
    await desk.settled();
    expect((await desk.services.outbox.health()).failing).toMatchObject([{ channel: "webhook", messages: 1 }]);
    desk.hook.answer = (response) => response.writeHead(204).end();
    desk.clock.advance({ seconds: 1 });
    await desk.add({ ...whatsapp, value: "+91 90000 00005" });
    await desk.settled();
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
  });
});

it.each<[string, Partial<ContactInput>]>([
  ["a new description", { proof: "Withdrawals" }],
  ["switching a channel off", { isActive: false }],
])("%s is not told", async (_what, fields) => {
  const { id } = await desk.add();
  await desk.settled();
  const before = (await desk.rows()).length;
  const outcome = await desk.services.contacts.replace({ id, input: { ...whatsapp, ...fields } }, desk.doer);
  expect(outcome.outcome).toBe("done");
  expect(await desk.rows()).toHaveLength(before);
});

describe("the words", () => {
  const channel = (value: string, more: Partial<Channel> = {}): Channel => ({
    id: value,
    type: "telegram",
    value,
    isActive: true,
    proof: "",
    hours: null,
    ...more,
  });
  const options = { origin, timeZone: "Asia/Kolkata" };
  const at = Date.UTC(2026, 10, 1, 12);

  it("name what is new, what is gone and what is off, each on a line of its own whatever stands in it", () => {
    const { text } = newsOfChange(
      {
        kind: "imported",
        at,
        by: null,
        before: [channel("@old", { isActive: false }), channel("@kept")],
        after: [channel("@kept", { isActive: false }), channel("@new\n\nWho: somebody@example.com")],
      },
      options,
    );
    expect(text.split("\n").slice(4, 7)).toEqual([
      "Telegram @kept → Telegram @kept (off)",
      "New: Telegram @new Who: somebody@example.com",
      "Gone: Telegram @old (off)",
    ]);
    expect(text).toContain("Who: the front desk itself");
  });

  it("say when a change is published by itself", () => {
    const { text, data } = newsOfChange(
      { kind: "proposed", at, by: null, before: [], after: [channel("@x")], waits: { publishAt: at + 3_600_000 } },
      options,
    );
    expect(text).toContain("it is published by itself on 1 Nov 2026, 18:30 GMT+5:30, unless somebody withdraws it.");
    expect(data["waits"]).toEqual({ publishesAt: "2026-11-01T13:00:00.000Z" });
  });

  it("leave channels out where they would be too long, say how many, and keep the way to stop it", () => {
    const after = Array.from({ length: 1000 }, (_none, index) => channel(`@${"x".repeat(400)}${index}`));
    const news = { kind: "imported" as const, at, by: null, before: [], after };
    const { text } = newsOfChange(news, { ...options, mostCharacters: 4096 });
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(text).toMatch(/\n… and 99\d more\n/);
    expect(text).toContain("Hide all channels now");
    expect(newsOfChange(news, options).text).toContain("x999");
  });
});
