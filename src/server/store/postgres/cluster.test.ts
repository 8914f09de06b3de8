import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { followOthers, pollEvery, watchChannels } from "#server/watch-store.ts";
import type { FeedMessage } from "#server/inbox/feed/inbox-feed.ts";
import { createTestSigning } from "#server/signing/testing.ts";
import { readFirst } from "#server/start.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";

/** Three instances, wired as in `start`. */
let all: TestApp[];
let one: TestApp;
let two: TestApp;
let three: TestApp;
let stops: Array<() => Promise<void>>;
beforeEach(async () => {
  const options = { file: `cluster ${crypto.randomUUID()}`, signing: await createTestSigning() };
  [one, two, three] = [await createTestApp(options), await createTestApp(options), await createTestApp(options)];
  all = [one, two, three];
  // They only subscribe: none polls within the test.
  stops = all.map(({ services, store }) => followOthers(store, services, 3_600_000));
  await listening(3);
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all(all.map((app) => app.close()));
});

const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database() and query like 'listen %' and state = 'idle'`;
const listening = (count: number) =>
  expect.poll(async () => (await listeners.execute(one.db)).rows.length, { timeout: 10_000 }).toBe(count);

const settingsWith = (retentionDays: number): SettingsInput => ({
  retentionDays,
  acknowledge: false,
  says: "reference",
  mail: null,
  webhook: null,
  telegram: null,
});

async function changeSettings(instance: TestApp, retentionDays: number): Promise<void> {
  const { version } = await instance.services.settings.view();
  expect((await instance.services.settings.save(settingsWith(retentionDays), version)).ok).toBe(true);
}

/** The events of an open inbox on this instance. */
async function openInbox({ services, member }: TestApp): Promise<FeedMessage[]> {
  const progress: FeedMessage[] = [];
  await services.inboxFeed.open(member, undefined, {
    send: (message) => void progress.push(message),
    end: () => undefined,
    mayGoOn: async () => true,
  });
  return progress;
}

/** Changes every published topic on one instance, and expects the changes on another. */
async function expectSeen(instance: TestApp, at: TestApp): Promise<void> {
  // A long timeout, so that a stalled machine fails no test.
  const options = { timeout: 15_000, interval: 20 };
  const progress = await openInbox(at);
  await at.services.settings.current();
  const days = 100 + Math.round(Math.random() * 200);
  const value = `https://t.me/example_${days}_desk`;
  await Promise.all([
    instance.services.channels.add({ type: "telegram", value, isActive: true, proof: "" }),
    changeSettings(instance, days),
    instance.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry }),
  ]);
  const shown = async () => (await at.app.inject("/api/contacts/active")).body;
  const kept = async () => (await at.services.settings.forPrivacyPage()).privacySettings.retentionDays;
  await Promise.all([
    expect.poll(shown, options).toContain(value),
    expect.poll(kept, options).toBe(days),
    expect.poll(() => progress.map(({ event }) => event), options).toContain("change"),
  ]);
}

describe("a change by one instance", () => {
  it("is visible on every other instance that receives the event", async () => {
    await expectSeen(one, two);
    await expectSeen(three, one);
  });

  it("is visible with the next poll if the event is lost", async () => {
    vi.spyOn(one.store.pubSub, "publish").mockReturnValue();
    const { app, services, store } = two;
    stops.push(followOthers(store, services), watchChannels(services.channels, app.log));
    expect(pollEvery).toBeLessThan(5000);
    await expectSeen(one, two);
  });

  it("is visible again once lost listening connections are restored", async () => {
    const lost = await sql`select pg_terminate_backend(pid) from (${listeners}) as listener`.execute(one.db);
    expect(lost.rows).toHaveLength(3);
    await listening(3);
    await expectSeen(one, two);
  });
});

it("new colours of the site show everywhere, and no response has styles that its policy refuses", async () => {
  stops.push(followOthers(two.store, two.services));
  const owner = { ...one.member, role: "owner" as const };
  for (const color of ["#123456", "#654321"]) {
    const { version, values } = await one.services.siteSettings.view(owner);
    const home = { ...values.brands.home, color };
    await one.services.siteSettings.save({ ...values, brands: { ...values.brands, home } }, version, owner);
    const shown = async () => {
      const { body, headers } = await two.app.inject("/");
      const [, style = ""] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
      expect(headers["content-security-policy"]).toContain(createHash("sha256").update(style).digest("base64"));
      return body;
    };
    await expect.poll(shown, { timeout: 30_000, interval: 20 }).toContain(`--brand:${color}`);
  }
});

it("sessions, sign-in tries and idempotency keys are shared", async () => {
  const cookie = await one.signIn();
  for (const { app } of all) {
    expect((await app.inject({ url: "/api/contact-inquiries", headers: { cookie } })).statusCode).toBe(200);
  }
  const attempt = ({ services }: TestApp) =>
    services.signIn.signIn({ email: "nobody@example.com", password: "a wrong password", network: "10.0.0.1" });
  for (let tries = 0; tries < 6; tries += 1) await attempt(all[tries % 3]!);
  expect((await attempt(two)).outcome).toBe("wait");
  const headers = { "idempotency-key": "a-key-of-some-visitor" };
  const responses = await Promise.all(
    all.map(({ app }) => app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry, headers })),
  );
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  expect(await one.store.inquiries.count()).toBe(1);
});

it("only one instance at a time runs the clean-up, and only one erases, beside it", async () => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const first = one.store.onlyHere("cleanUp", () => {
    begun.resolve();
    return over.promise;
  });
  await begun.promise;
  const deleteOver = vi.spyOn(two.store.sessions, "deleteOver");
  await two.services.cleanUp.run();
  expect(deleteOver).not.toHaveBeenCalled();
  const erasing = await two.store.onlyHere("retention", async () => {
    expect(await one.store.onlyHere("retention", () => Promise.resolve())).toBe(false);
  });
  expect(erasing).toBe(true);
  over.resolve();
  expect(await first).toBe(true);
  await two.services.cleanUp.run();
  expect(deleteOver).toHaveBeenCalledTimes(1);
});

it("owners are told once of late answers, whichever instance checks", async () => {
  const { version } = await one.services.settings.view();
  const webhook = { url: "https://hook.example.com" };
  expect((await one.services.settings.save({ ...settingsWith(90), webhook }, version)).ok).toBe(true);
  const late = { promised: "5 minutes", median: 70 };
  // Each has read the settings and has a connection, so that they write at the same time.
  for (const { services } of all) await services.settings.poll();
  await Promise.all(all.map(({ services }) => services.outbox.notifyOfLateAnswers(late)));
  const rows = await one.db.selectFrom("outbox").select("kind").execute();
  expect(rows).toEqual([{ kind: "late-answers" }]);
});

it("a new instance of an empty store keeps the newest entry from the start", async () => {
  Object.assign(one.signing.kept, { auditHead: null });
  await readFirst(one.services, true);
  expect(one.signing.kept.auditHead).not.toBeNull();
  expect(await one.services.audit.check()).toMatchObject({ outcome: "whole" });
});

it("a new instance adopts the audit log, and detects later truncation", async () => {
  // The first poll of the settings adds an audit entry.
  await one.services.settings.poll();
  for (let times = 0; times < 3; times += 1) {
    await one.services.audit.record({ kind: "signed-in", by: null, about: {} });
  }
  await one.services.audit.settled();
  one.signing.kept.auditHead = null;
  expect(await two.services.audit.check()).toMatchObject({ outcome: "broken" });
  await two.services.audit.join();
  expect(await two.services.audit.check()).toMatchObject({ outcome: "whole", entries: 4 });
  await sql`alter table audit_entry disable trigger user`.execute(two.db);
  await two.db.deleteFrom("audit_entry").where("number", "=", 3).execute();
  expect(await two.services.audit.check()).toMatchObject({ outcome: "broken", number: 3 });
});
