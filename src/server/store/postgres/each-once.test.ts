import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { hour, second } from "#domain/time/durations.ts";
import type { FeedMessage } from "#server/inbox/feed/inbox-feed.ts";
import { mailSettings, startMailServer, startReceiver } from "#server/notifications/testing.ts";
import { createTestSigning } from "#server/signing/testing.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { goodInquiry } from "#server/testing-api.ts";

/** Two instances on one database that do the same at the same moment. */
let all: [TestApp, TestApp];
let [one, two] = [] as unknown as typeof all;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let hook: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  [mailServer, hook] = await Promise.all([startMailServer(), startReceiver()]);
  const options = {
    file: `each once ${randomUUID()}`,
    signing: await createTestSigning(),
    env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" },
    outside: { timings: { idleMs: 100 } },
  };
  all = [one, two] = [await createTestApp(options), await createTestApp(options)];
  await one.signIn();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(all.map((instance) => instance.close()));
  await Promise.all([mailServer.close(), hook.close()]);
});

const both = (run: (instance: TestApp) => Promise<unknown>) => Promise.all(all.map(run));
const advance = (duration: Parameters<TestApp["clock"]["advance"]>[0]) =>
  all.forEach(({ clock }) => clock.advance(duration));

/** Saves settings at one instance, and lets both read them. */
async function save(change: Partial<SettingsInput>): Promise<void> {
  const none = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, webhook: null, telegram: null };
  const { version } = await one.services.settings.view();
  const actor = { ...one.member, hasSecondFactor: false };
  expect(await one.services.settings.save({ ...none, ...change } as SettingsInput, version, actor)).toMatchObject({
    ok: true,
  });
  await both(({ services }) => services.settings.poll());
}

/** Deliveries by email and to the webhook, which both instances send. */
async function startDeliveries(): Promise<void> {
  const { password: _password, ...mail } = mailSettings(mailServer.port);
  await save({ mail, webhook: { url: `${hook.origin}/hook` } });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  for (const { services } of all) services.notifications.start({ origin: "http://localhost:3000", log });
}

async function untilDelivered(): Promise<void> {
  const waiting = one.db.selectFrom("outbox").select("id").where("state", "<>", "delivered");
  await expect.poll(() => waiting.execute()).toEqual([]);
}

/** Sends inquiries to both instances by turns; resolves with their ids in order. */
async function receive(count: number): Promise<string[]> {
  const submitted = Array.from({ length: count }, (_, index) =>
    all[index % 2]!.services.inquiries.submit({
      ...goodInquiry,
      email: `visitor-${index}@example.com`,
      query: `Question ${index} ${randomUUID()}`,
    }),
  );
  await Promise.all(submitted);
  const rows = await one.db.selectFrom("inquiry").select("id").orderBy("number").execute();
  return rows.map(({ id }) => id);
}

const countOf = async (table: "channel_change" | "audit_entry" | "outbox" | "inquiry_event" | "inbox_change") =>
  (await one.db.selectFrom(table).selectAll().execute()).length;

/** The audit entries of a kind. */
async function entriesOf(kind: string): Promise<Array<{ about: Record<string, unknown> }>> {
  const rows = await one.db.selectFrom("audit_entry").select("entry").orderBy("number").execute();
  return rows.map(({ entry }) => JSON.parse(entry)).filter((entry: { kind: string }) => entry.kind === kind);
}

/** Ids that are there more than once. */
const doubled = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

it("assigns each new inquiry once, strictly in turn", async () => {
  const agents = ["asha", "meera", "ravi"];
  for (const id of agents)
    await one.store.members.insert(
      { id, email: `${id}@example.com`, passwordHash: "none", role: "agent" },
      one.clock.now(),
    );
  await save({ assignsInTurn: true });
  await receive(60);
  const unassigned = one.db.selectFrom("inquiry").select("id").where("assignee_id", "is", null);
  await expect.poll(() => unassigned.execute()).toEqual([]);
  const events = await one.db.selectFrom("inquiry_event").select(["inquiry_id", "after"]).orderBy("number").execute();
  expect(events).toHaveLength(60);
  expect(doubled(events.map(({ inquiry_id }) => inquiry_id))).toEqual([]);
  const turns = events.map(({ after }) => after);
  expect(new Set(turns.slice(0, 3))).toEqual(new Set(agents));
  expect(turns).toEqual(turns.map((_, index) => turns[index % 3]));
  // The bell has one entry for each.
  expect(await one.db.selectFrom("bell_entry").select("inquiry_id").execute()).toHaveLength(60);
});

it("wakes each snoozed inquiry once: one event in each open inbox, and nothing new in the store", async () => {
  // Its timers alone: the database's are real.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const until = one.clock.now() + hour;
  const ids = await receive(5);
  const snoozes = ids.map((id) => ({ id, version: 1, snoozedUntil: until }));
  expect(await one.store.inquiries.change(snoozes, one.member.id, one.clock.now())).toEqual(ids.map(() => "changed"));
  const inboxes = all.map(() => [] as FeedMessage[]);
  for (const [index, { services }] of all.entries())
    await services.inboxFeed.open(one.member, undefined, {
      send: (message) => void inboxes[index]?.push(message),
      end: () => undefined,
      mayGoOn: async () => true,
    });
  const events = () => inboxes.map((inbox) => inbox.flatMap(({ data }) => ("id" in data ? [String(data.id)] : [])));
  const tables = ["inquiry_event", "outbox", "inbox_change", "audit_entry"] as const;
  const before = await Promise.all(tables.map(countOf));
  const tick = async () => {
    advance({ seconds: 5 });
    vi.advanceTimersByTime(5 * second);
    await new Promise((resolve) => void setTimeout(resolve, 200));
  };
  await tick();
  expect(events()).toEqual([[], []]);
  advance({ hours: 1 });
  for (let times = 0; times < 3; times += 1) await tick();
  expect(events().map((each) => each.toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
  expect(await Promise.all(tables.map(countOf))).toEqual(before);
});

it("applies a channel's scheduled change once, with one entry and one notification", async () => {
  const actor = { member: one.member, hasSteppedUp: true };
  await save({ webhook: { url: `${hook.origin}/hook` } });
  const added = await one.services.channels.add(
    { type: "telegram", value: "https://t.me/example_0_desk", isActive: true, proof: "" },
    actor,
  );
  const id = added.outcome === "done" ? (added.change?.after[0]?.id ?? "") : "";
  for (let round = 1; round <= 10; round += 1) {
    const value = `https://t.me/example_${round}_desk`;
    const from = one.clock.now() + hour;
    expect(await one.services.channels.schedule(id, { fields: { value }, from, until: null }, actor)).toMatchObject({
      outcome: "done",
    });
    await both(({ services }) => services.channels.poll());
    const counts = () => Promise.all((["channel_change", "audit_entry", "outbox"] as const).map(countOf));
    const before = await counts();
    advance({ hours: 1 });
    await both(({ services }) => services.channels.poll());
    for (const { app } of all) expect((await app.inject("/api/contacts/active")).body).toContain(value);
    expect(await counts()).toEqual(before.map((count) => count + 1));
    await both(({ services }) => services.channels.poll(true));
    expect(await counts()).toEqual(before.map((count) => count + 1));
  }
});

describe("a reply", () => {
  const replyTo = async (instance: TestApp, inquiryId: string) => {
    const id = randomUUID();
    const { version } = (await instance.services.inbox.find(inquiryId))!;
    const reply = { id, way: "email" as const, text: `Reply ${id}` };
    expect(await instance.services.replies.send(inquiryId, version, reply, one.member)).toMatchObject({ ok: true });
    return reply;
  };
  const mailsOf = (text: string) => mailServer.mails.filter((mail) => mail.text.includes(text)).length;

  it("leaves once after the time to take it back, and what tells of it arrives once", async () => {
    await startDeliveries();
    const ids = await receive(60);
    const replies = await Promise.all(ids.map((id, index) => replyTo(all[index % 2]!, id)));
    expect(replies.map(({ text }) => mailsOf(text))).toEqual(replies.map(() => 0));
    advance({ seconds: leavesAfterMs / second + 6 });
    await both(async ({ services }) => services.outbox.wake());
    await untilDelivered();
    expect(replies.map(({ text }) => mailsOf(text))).toEqual(replies.map(() => 1));
    const messageIds = mailServer.mails.map(({ headers }) => /^message-id: (.*)$/im.exec(headers)?.[1] ?? "");
    expect(doubled(messageIds)).toEqual([]);
    expect(doubled(hook.calls.map(({ headers }) => String(headers["webhook-id"])))).toEqual([]);
    // One for each inquiry and each reply.
    expect(hook.calls).toHaveLength(120);
  });

  it("is either taken back or sent, however far the instances' clocks are apart", async () => {
    await startDeliveries();
    two.clock.advance({ minutes: 1 });
    const ids = await receive(15);
    for (const id of ids) {
      const { id: replyId, text } = await replyTo(one, id);
      // The other instance sends it while this one can still take it back.
      const [taken] = await Promise.all([
        one.services.replies.takeBack(replyId, one.member),
        new Promise((resolve) => void setTimeout(resolve, Math.random() * 20)).then(() => two.services.outbox.wake()),
      ]);
      await new Promise((resolve) => void setTimeout(resolve, 300));
      expect(mailsOf(text), JSON.stringify(taken)).toBe(taken.ok ? 0 : 1);
    }
  });
});

it("erases each inquiry past its retention once, with one entry and one event, and keeps the others", async () => {
  await startDeliveries();
  const ids = await receive(40);
  await untilDelivered();
  const changes = ids.slice(0, 30).map((id) => ({ id, version: 1, status: "closed" as const }));
  await one.store.inquiries.change(changes, one.member.id, one.clock.now());
  advance({ days: 181 });
  // It holds even without the lock of the clean-up, by which an instance that finds the other one at it leaves it to
  // that one.
  await both(({ services }) => services.inquiries.eraseOld());
  await both(({ services }) => services.retention.run());
  const erased = changes.map(({ id }) => id).toSorted();
  const left = await one.db.selectFrom("inquiry").select("id").execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(ids.slice(30).toSorted());
  expect((await entriesOf("inquiry-erased")).map(({ about }) => String(about["inquiry"])).toSorted()).toEqual(erased);
  const rows = await one.db.selectFrom("erasure").select("inquiry_id").execute();
  expect(rows.map(({ inquiry_id }) => inquiry_id).toSorted()).toEqual(erased);
  await untilDelivered();
  const events = hook.calls.map(({ body }) => JSON.parse(body) as { type: string; data: { id?: string } });
  const told = events.filter(({ type }) => type === "inquiry.erased").map(({ data }) => String(data.id));
  expect(doubled(told)).toEqual([]);
  expect(told).toHaveLength(30);
});

it("counts what happened once in the reports, and tells owners once of late answers", async () => {
  await save({ webhook: { url: `${hook.origin}/hook` } });
  const ids = await receive(20);
  advance({ minutes: 90 });
  for (const id of ids) {
    const { version } = (await one.services.inbox.find(id))!;
    const reply = { id: randomUUID(), way: "page" as const, text: "Paid out.", status: "answered" as const };
    await one.services.replies.send(id, version, reply, one.member);
  }
  advance({ minutes: 5 });
  await both(({ services }) => services.reports.sumUp());
  for (let times = 0; times < 3; times += 1) await both(({ services }) => services.cleanUp.run());
  const sums = await one.db.selectFrom("report_sum").select(["what", "count"]).execute();
  const countIn = (what: string) =>
    sums.filter((row) => row.what === what).reduce((sum, { count }) => sum + Number(count), 0);
  expect(countIn("received")).toBe(20);
  expect(countIn("first answer")).toBe(20);
  const notices = await one.db.selectFrom("outbox").select("id").where("kind", "=", "late-answers").execute();
  expect(notices).toHaveLength(1);
});

it("puts a change that waits in effect once, with one entry", async () => {
  await one.store.members.insert(
    { id: "second", email: "second@example.com", passwordHash: "none", role: "owner" },
    one.clock.now(),
  );
  const actor = { member: one.member, hasSteppedUp: true };
  await one.services.channels.setRule({ kind: "delay", minutes: 60 }, actor);
  await both(({ services }) => services.channels.poll());
  await both(({ services }) => services.trust.poll());
  const isDone = async () => (await entriesOf("trust-change")).filter(({ about }) => about["state"] === "done").length;
  for (let round = 1; round <= 5; round += 1) {
    const url = `${hook.origin}/hook-${round}`;
    await save({ webhook: { url } });
    advance({ hours: 1 });
    expect(await isDone()).toBe(round - 1);
    for (let times = 0; times < 3; times += 1) await both(({ services }) => services.trust.poll());
    expect(await isDone()).toBe(round);
    await both(({ services }) => services.settings.poll());
    for (const { services } of all) expect((await services.settings.current()).webhook?.url).toBe(url);
  }
});
