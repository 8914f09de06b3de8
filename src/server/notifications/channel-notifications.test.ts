import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import type { ChannelInput } from "#contract/channels/channel.ts";
import type { Channel } from "#domain/channels/channel-list.ts";
import type { CommandOutcome } from "../channels/channel-commands.ts";
import { changeNotification } from "./channel-copy.ts";
import { startMailServer } from "./testing.ts";
import { createDeliveries } from "./testing-deliveries.ts";

const origin = "https://desk.example.com";
const whatsapp: ChannelInput = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "Deposits" };

let desk: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  desk = await setUp();
});
afterEach(() => desk.close());

/** The app with two owners, an agent, and all delivery channels configured. */
async function setUp() {
  const test = await createDeliveries(origin);
  const { services, store, clock, member } = test;
  const saved = await services.settings.save(test.input, 0);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  await test.signIn("owner");
  await test.signIn("agent");
  const second = { id: "second", email: "second@example.com", role: "owner" as const };
  await store.members.insert({ ...second, passwordHash: "none" }, clock.now());
  await store.members.insert({ id: "third", email: "invited@example.com", role: "owner", passwordHash: "" }, 1);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  services.notifications.start({ origin, log });
  const actor = { member, hasSteppedUp: true };
  return {
    ...test,
    second,
    actor,
    secret: saved.webhookSecret ?? "",
    async add(channel: ChannelInput = whatsapp): Promise<Channel> {
      const outcome = await services.channels.add(channel, actor);
      return channelIn(outcome);
    },
  };
}

function channelIn(outcome: CommandOutcome): Channel {
  const channel = outcome.outcome === "done" ? outcome.change?.after[0] : undefined;
  if (channel === undefined) throw new Error(JSON.stringify(outcome));
  return channel;
}

describe("a change of where a channel opens", () => {
  it("is sent to each owner in a separate email, to the webhook and to the chat, and to nobody else", async () => {
    const { id } = await desk.add();
    await desk.settled();
    desk.mailServer.mails.length = 0;
    desk.hook.calls.length = 0;
    desk.telegram.calls.length = 0;
    await desk.services.channels.change({ id, fields: { ...whatsapp, value: "+91 90000 00002" } }, desk.actor);
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
          "When: 1 November 2026, 5:30 pm, Indian time (IST)",
          "",
          "WhatsApp +91 90000 00001 → WhatsApp +91 90000 00002",
          "",
          "Visitors see it now.",
          "",
          `Look at it: ${origin}/ContactAdmin`,
          "If you did not expect this, sign in at once, undo it there or press `Hide all channels now`, and set a " +
            "new password.",
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
        before: [{ id, type: "whatsapp", value: "+91 90000 00001", isActive: true, description: "Deposits" }],
        after: [{ id, type: "whatsapp", value: "+91 90000 00002", isActive: true, description: "Deposits" }],
        link: `${origin}/ContactAdmin`,
      },
    });
    const time = new Date(Number(call?.headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(desk.secret).sign(String(call?.headers["webhook-id"]), time, call?.body ?? "");
    expect(call?.headers["webhook-signature"]).toBe(signature);
  });

  it("includes changes of its description, with the text", async () => {
    const { id } = await desk.add();
    const { id: other } = await desk.add({ ...whatsapp, value: "+91 90000 00003", proof: "" });
    await desk.settled();
    desk.mailServer.mails.length = 0;
    const { channels } = desk.services;
    await channels.change({ id, fields: { proof: "Switched\noff" } }, desk.actor);
    await channels.change({ id: other, fields: { proof: "Daily" } }, desk.actor);
    const times = { from: desk.clock.now() + 60_000, until: null };
    await channels.schedule(other, { fields: { proof: "Soon" }, ...times }, desk.actor);
    // Removing a description sends no notification.
    await channels.change({ id, fields: { proof: "" } }, desk.actor);
    await desk.settled();
    const lines = desk.mailServer.mails.map(({ text }) => text.split("\n").find((line) => line.startsWith("WhatsApp")));
    expect(lines.map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [
        'WhatsApp +91 90000 00001, described as "Deposits" → WhatsApp +91 90000 00001, described as "Switched off"',
        'WhatsApp +91 90000 00003, described as "Daily" → WhatsApp +91 90000 00003, described as "Soon"',
        'WhatsApp +91 90000 00003, without description → WhatsApp +91 90000 00003, described as "Daily"',
      ].flatMap((line) => [line, line]),
    );
  });

  it("notifies the owners when it is proposed, and when it is published after approval or delay", async () => {
    await desk.add();
    await desk.services.channels.setRule({ kind: "approval" }, desk.actor);
    await desk.settled();
    desk.mailServer.mails.length = 0;
    const added = await desk.services.channels.add({ ...whatsapp, value: "+91 90000 00003" }, desk.actor);
    if (added.outcome !== "waits") throw new Error(JSON.stringify(added));
    await desk.settled();
    expect(desk.mailServer.mails.map(({ headers }) => /Subject: (.*)/.exec(headers)?.[1])).toEqual([
      "A change to the support channels is waiting",
      "A change to the support channels is waiting",
    ]);
    expect(desk.mailServer.mails[0]?.text).toContain("it waits until a second owner approves it.");
    expect(desk.mailServer.mails[0]?.text).toContain('New: WhatsApp +91 90000 00003, described as "Deposits"\n');
    desk.mailServer.mails.length = 0;
    await desk.services.channels.approve(added.proposal.id, { member: desk.second, hasSteppedUp: true });
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

  it("is not sent to a former owner", async () => {
    const { mails } = desk.mailServer;
    await desk.services.notifications.stop();
    await desk.add();
    await desk.store.members.change(desk.second.id, { isActive: false });
    desk.services.notifications.start({
      origin,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await desk.settled();
    expect(mails.map(({ to }) => to)).toEqual([["owner@example.com"]]);
    expect((await desk.rows()).map(({ payload }) => payload)).not.toContainEqual(expect.stringContaining("second"));
  });

  it("stays queued while the history cannot be trusted", async () => {
    await desk.services.notifications.stop();
    await desk.add();
    await desk.db.updateTable("channel_change").set({ entry: "{}" }).execute();
    desk.services.notifications.start({
      origin,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await desk.settled();
    expect((await desk.rows()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting", "waiting"]);
    expect(desk.mailServer.mails).toEqual([]);
  });

  it("is sent without details after a new history has started", async () => {
    await desk.services.notifications.stop();
    await desk.add();
    await desk.db.updateTable("channel_change").set({ entry: "{}" }).execute();
    expect((await desk.services.channels.poll(true)).alarm).not.toBeNull();
    expect(await desk.services.channels.restore(desk.member)).toBe(true);
    desk.services.notifications.start({
      origin,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await desk.settled();
    expect(desk.mailServer.mails.map(({ to }) => to).toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
      ["owner@example.com"],
      ["second@example.com"],
    ]);
    const text = [
      "The support channels were changed. The history has been restarted since, so no details can be shown here.",
      "",
      `Look at the channels and at the history: ${origin}/ContactAdmin`,
    ].join("\n");
    expect(desk.mailServer.mails[0]?.text.trimEnd()).toBe(text);
    expect(JSON.parse(desk.telegram.calls[0]?.body ?? "").text).toBe(text);
    expect(JSON.parse(desk.hook.calls[0]?.body ?? "")).toEqual({
      type: "channels.changed",
      timestamp: new Date(desk.clock.now()).toISOString(),
      data: { number: 1, kind: null, link: `${origin}/ContactAdmin` },
    });
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
    // A second change concerns the same recipient, although its number differs.
    desk.clock.advance({ seconds: 1 });
    await desk.add({ ...whatsapp, value: "+91 90000 00004" });
    await desk.settled();
    expect(await desk.services.outbox.health()).toEqual({ failing: [{ channel: "email", since, messages: 2 }] });
    await desk.store.members.change(desk.second.id, { role: "agent" });
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
    await full.close();
  });

  it("is not failing any more once anything has got through to the same receiver", async () => {
    desk.hook.response = (response) => response.writeHead(500).end();
    await desk.add();
    await desk.settled();
    expect((await desk.services.outbox.health()).failing).toMatchObject([{ channel: "webhook", messages: 1 }]);
    desk.hook.response = (response) => response.writeHead(204).end();
    desk.clock.advance({ seconds: 1 });
    await desk.add({ ...whatsapp, value: "+91 90000 00005" });
    await desk.settled();
    expect(await desk.services.outbox.health()).toEqual({ failing: [] });
  });
});

/** The last notification, as chat text and as data. */
async function notification(): Promise<{ text: string; data: Record<string, unknown>; subject: string }> {
  await desk.settled();
  const text = JSON.parse(desk.telegram.calls.at(-1)?.body ?? "").text;
  const { data } = JSON.parse(desk.hook.calls.at(-1)?.body ?? "");
  return { text, data, subject: /Subject: (.*)/.exec(desk.mailServer.mails.at(-1)?.headers ?? "")?.[1] ?? "" };
}

describe("another rule for publishing", () => {
  it("is sent with the previous value, as one that visitors do not see", async () => {
    await desk.services.channels.setRule({ kind: "approval" }, desk.actor);
    const { text, data, subject } = await notification();
    expect(subject).toBe("The rule for publishing channels has changed");
    expect(text.split("\n").slice(0, 8)).toEqual([
      "What: The rule for publishing channels was changed",
      "Who: owner@example.com",
      "When: 1 November 2026, 5:30 pm, Indian time (IST)",
      "",
      "Rule: changes are public at once → changes wait for a second owner's approval",
      "",
      "It is in effect from now on.",
      "",
    ]);
    expect(text).not.toContain("Visitors");
    expect(data).toMatchObject({ kind: "rule", rule: { before: { kind: "none" }, after: { kind: "approval" } } });
  });

  it("is sent when proposed, and again once it is published", async () => {
    await desk.services.channels.setRule({ kind: "approval" }, desk.actor);
    const rule = { kind: "delay" as const, minutes: 1 };
    const proposed = await desk.services.channels.setRule(rule, desk.actor);
    if (proposed.outcome !== "waits") throw new Error(JSON.stringify(proposed));
    const lines = "Rule: changes wait for a second owner's approval → changes wait 1 minute";
    const first = await notification();
    expect(first.subject).toBe("A change to the rule for publishing channels is waiting");
    expect(first.text).toContain(`${lines}\n\nIt is not in effect yet: it waits until a second owner approves it.\n`);
    expect(first.data).toMatchObject({ kind: "proposed", rule: { before: { kind: "approval" }, after: rule } });
    await desk.services.channels.approve(proposed.proposal.id, { member: desk.second, hasSteppedUp: true });
    const { text } = await notification();
    expect(text).toContain("Approved by: second@example.com");
    expect(text).toContain(`${lines}\n\nIt is in effect from now on.\n`);
    // A late notification of the proposal still shows what it would have replaced.
    expect(await desk.services.channelHistory.changeToNotify(2)).toMatchObject({
      rule: { before: { kind: "approval" } },
    });
  });

  it("is also sent for a proposed undo", async () => {
    await desk.services.channels.setRule({ kind: "approval" }, desk.actor);
    expect(await desk.services.channelHistory.undo(1, desk.actor)).toMatchObject({ outcome: "waits" });
    expect((await notification()).text).toContain(
      "Rule: changes wait for a second owner's approval → changes are public at once\n\nIt is not in effect yet:",
    );
  });

  it("that comes by itself after a delay says when", async () => {
    await desk.services.channels.setRule({ kind: "delay", minutes: 60 }, desk.actor);
    await desk.services.channels.setRule({ kind: "none" }, desk.actor);
    expect((await notification()).text).toContain(
      "It is not in effect yet: it takes effect automatically on 1 November 2026, 6:30 pm, Indian time (IST), unless someone withdraws it.",
    );
  });
});

describe("a scheduled change of where a channel opens", () => {
  const hour = 3_600_000;
  const value = "+91 90000 00006";

  it("is sent when it is scheduled, with its times, and again when it begins and ends", async () => {
    const { id } = await desk.add();
    const from = desk.clock.now() + hour;
    await desk.services.channels.schedule(id, { fields: { value }, from, until: from + hour }, desk.actor);
    const { text, data, subject } = await notification();
    expect(subject).toBe("A change to the support channels is scheduled");
    expect(text).toContain(
      "WhatsApp +91 90000 00001 → WhatsApp +91 90000 00006\n\nVisitors see it from 1 November 2026, 6:30 pm, Indian time (IST) " +
        "until 1 November 2026, 7:30 pm, Indian time (IST), unless someone cancels it.\n",
    );
    expect(data).toMatchObject({
      kind: "scheduled",
      schedule: { from: "2026-11-01T13:00:00.000Z", until: "2026-11-01T14:00:00.000Z" },
      before: [{ id, value: "+91 90000 00001" }],
      after: [{ id, value }],
    });
    desk.clock.advance({ minutes: 60 });
    await desk.services.channels.poll();
    expect((await notification()).text).toMatch(/^What: A scheduled change has begun\n[^]*Visitors see it now\./);
    // A late notification still shows the proposed change.
    expect(await desk.services.channelHistory.changeToNotify(2)).toMatchObject({
      before: [{ value: "+91 90000 00001" }],
      after: [{ value }],
    });
    desk.clock.advance({ minutes: 60 });
    await desk.services.channels.poll();
    expect((await notification()).text).toContain("What: A scheduled change is over");
  });

  it("that waits for a second owner is sent with both members", async () => {
    const { id } = await desk.add();
    await desk.services.channels.setRule({ kind: "approval" }, desk.actor);
    const from = desk.clock.now() + hour;
    await desk.services.channels.schedule(id, { fields: { value }, from, until: null }, desk.actor);
    const { text, subject } = await notification();
    expect(subject).toBe("A change to the support channels is waiting");
    expect(text).toContain(
      "it waits until a second owner approves it. Then visitors see it from 1 November 2026, 6:30 pm, Indian time (IST) on.\n",
    );
  });

  it("that is published after a delay is sent again, with its times", async () => {
    const { id } = await desk.add();
    await desk.services.channels.setRule({ kind: "delay", minutes: 30 }, desk.actor);
    const from = desk.clock.now() + hour;
    await desk.services.channels.schedule(id, { fields: { value }, from, until: null }, desk.actor);
    expect((await notification()).text).toContain(
      "Visitors do not see it yet: it is accepted automatically on 1 November 2026, 6:00 pm, Indian time (IST), unless someone " +
        "withdraws it. Then visitors see it from 1 November 2026, 6:30 pm, Indian time (IST) on.\n",
    );
    desk.clock.advance({ minutes: 30 });
    await desk.services.channels.poll();
    const { text, subject } = await notification();
    expect(subject).toBe("A change to the support channels is scheduled");
    expect(text).toContain(
      "Visitors see it from 1 November 2026, 6:30 pm, Indian time (IST) on, unless someone cancels it.",
    );
  });

  it("is sent when the end of a schedule is undone", async () => {
    const { id } = await desk.add();
    const from = desk.clock.now() + hour;
    await desk.services.channels.schedule(id, { fields: { value }, from, until: null }, desk.actor);
    const { list } = await desk.services.channels.channelList();
    await desk.services.channels.unschedule(list.schedules[0]?.id ?? "", desk.actor);
    await desk.services.channelHistory.undo(3, desk.actor);
    const { text, subject } = await notification();
    expect(subject).toBe("A change to the support channels is scheduled");
    expect(text).toContain("What: An earlier change was undone");
    expect(text).toContain("WhatsApp +91 90000 00001 → WhatsApp +91 90000 00006\n");
  });

  it("is not sent if the destination stays the same", async () => {
    const { id } = await desk.add();
    await desk.settled();
    const before = (await desk.rows()).length;
    const from = desk.clock.now() + hour;
    await desk.services.channels.schedule(
      id,
      { fields: { proof: "", isActive: false }, from, until: null },
      desk.actor,
    );
    expect(await desk.rows()).toHaveLength(before);
  });
});

it.each<[string, Partial<ChannelInput>]>([
  ["no description any more", { proof: "" }],
  ["switching a channel off", { isActive: false }],
])("%s is not notified", async (_what, fields) => {
  const { id } = await desk.add();
  await desk.settled();
  const before = (await desk.rows()).length;
  const outcome = await desk.services.channels.change({ id, fields: { ...whatsapp, ...fields } }, desk.actor);
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

  it("list what is new, gone and off, each on one line whatever it contains", () => {
    const { text } = changeNotification(
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
    expect(text).toContain("Who: the front desk, as it was scheduled or approved earlier");
  });

  it("say when a change is published automatically", () => {
    const { text, data } = changeNotification(
      { kind: "proposed", at, by: null, before: [], after: [channel("@x")], waits: { publishAt: at + 3_600_000 } },
      options,
    );
    expect(text).toContain(
      "it is published automatically on 1 November 2026, 6:30 pm, Indian time (IST), unless someone withdraws it.",
    );
    expect(data["waits"]).toEqual({ publishesAt: "2026-11-01T13:00:00.000Z" });
  });

  it("leave channels out where they would be too long, say how many, and keep the way to stop it", () => {
    const after = Array.from({ length: 1000 }, (_none, index) => channel(`@${"x".repeat(400)}${index}`));
    const change = { kind: "imported" as const, at, by: null, before: [], after };
    const { text } = changeNotification(change, { ...options, maxCharacters: 4096 });
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(text).toMatch(/\n… and 99\d more\n/);
    expect(text).toContain("Hide all channels now");
    expect(changeNotification(change, options).text).toContain("x999");
  });
});
