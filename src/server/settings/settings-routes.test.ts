import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiTest, createApiTest, exampleCall as call, goodInquiry, goodSettings } from "../testing-api.ts";
import { settingsVersion } from "./settings-values.ts";

let api: ApiTest;
beforeEach(async () => {
  api = await createApiTest();
});
afterEach(() => api.close());

const { password: _password, ...mail } = goodSettings.mail;
const { token: _token, ...telegram } = goodSettings.telegram;
const view = {
  requiresSecondFactor: false,
  binDays: 30,
  replyMail: "link",
  assignsInTurn: false,
  showsMeasuredAnswer: false,
  agentsMayBulk: false,
  teamLanguage: "en",
  ...goodSettings,
  mail: { ...mail, hasPassword: true },
  webhook: { ...goodSettings.webhook, hasSecret: true },
  telegram: { ...telegram, hasToken: true },
  incoming: null,
  publicAddress: null,
  backups: null,
  backupPlaces: [resolve("data/backups")],
  backupDays: 30,
};

function put(payload: object, version: number) {
  return api.send(call("PUT /api/settings"), { payload, headers: { "if-match": `"${version}"` } });
}

const stored = () => api.services.settings.current();

describe("the settings", () => {
  it("are the site configuration's until an owner sets others", async () => {
    const response = await api.send(call("GET /api/settings"));
    expect(response.headers.etag).toBe('"0"');
    expect(response.json()).toEqual({
      version: 0,
      retentionDays: 180,
      acknowledge: false,
      says: "reference",
      requiresSecondFactor: false,
      binDays: 30,
      replyMail: "link",
      assignsInTurn: false,
      showsMeasuredAnswer: false,
      agentsMayBulk: false,
      teamLanguage: "en",
      mail: null,
      webhook: null,
      telegram: null,
      incoming: null,
      publicAddress: null,
      backups: null,
      backupPlaces: [resolve("data/backups")],
      backupDays: 30,
    });
  });

  it("apply once set, and their secrets are never returned", async () => {
    const saved = await put(goodSettings, 0);
    expect(saved.statusCode).toBe(200);
    expect(saved.headers.etag).toBe('"1"');
    const { settings, webhookSecret } = saved.json();
    expect(settings).toEqual({ version: 1, ...view });
    expect(webhookSecret).toMatch(/^whsec_/);
    const seen = await api.send(call("GET /api/settings"));
    expect(seen.json()).toEqual({ version: 1, ...view });
    const again = await put({ ...goodSettings, says: "reference" }, 1);
    expect(again.json().webhookSecret).toBeNull();
    for (const secret of [goodSettings.mail.password, goodSettings.telegram.token]) {
      for (const response of [saved, seen, again]) expect(response.body).not.toContain(secret);
    }
    for (const response of [seen, again]) expect(response.body).not.toContain(webhookSecret);
    expect(await stored()).toMatchObject({
      mail: { password: goodSettings.mail.password },
      webhook: { secret: webhookSecret },
      telegram: { token: goodSettings.telegram.token },
    });
  });

  it("keep an omitted secret, and replace a given one", async () => {
    const first = (await put(goodSettings, 0)).json().webhookSecret;
    await put({ ...goodSettings, mail: { ...mail, to: [] }, telegram: { chatId: "@example_desk" } }, 1);
    expect(await stored()).toMatchObject({
      mail: { password: goodSettings.mail.password, to: [] },
      webhook: { secret: first },
      telegram: { token: goodSettings.telegram.token, chatId: "@example_desk" },
    });
    const second = await put(
      {
        ...goodSettings,
        mail: { ...mail, password: "another password" },
        webhook: { ...goodSettings.webhook, newSecret: true },
        telegram: { chatId: "1", token: "9:another" },
      },
      2,
    );
    const { webhookSecret } = second.json();
    expect(webhookSecret).not.toBe(first);
    expect(await stored()).toMatchObject({
      mail: { password: "another password" },
      webhook: { secret: webhookSecret },
      telegram: { token: "9:another" },
    });
  });

  it.each([
    ["server", { host: "smtp.thief.example" }],
    ["port", { port: 2525 }],
    ["encryption", { security: "starttls" }],
    ["user", { user: "somebody" }],
  ])("give the kept password to no other %s", async (_what, change) => {
    await put(goodSettings, 0);
    const response = await put({ ...goodSettings, mail: { ...mail, ...change } }, 1);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ "mail.password": expect.stringContaining("Type the password again") });
    expect((await put({ ...goodSettings, mail: { ...goodSettings.mail, ...change } }, 1)).statusCode).toBe(200);
  });

  it.each([
    ["smtp.gmail.com", 422],
    ["localhost.example.com", 422],
    ["10.0.0.7", 422],
    ["0.0.0.0", 422],
    ["localhost", 200],
    ["127.0.0.1", 200],
    ["::1", 200],
    ["mail.internal", 200],
  ])("let nothing cross the network in clear: without encryption, %s is answered %i", async (host, status) => {
    await api.close();
    api = await createApiTest({ env: { MAIL_PLAIN_HOSTS: "Mail.Internal" } });
    const plain = { host, security: "none" };
    const box = {
      replyTo: "help@example.com",
      unmatched: "inquiry",
      way: "imap",
      port: 143,
      user: "help",
      password: "x",
    };
    const incoming = { ...box, ...plain };
    const response = await put({ ...goodSettings, mail: { ...goodSettings.mail, ...plain }, incoming }, 0);
    expect(response.statusCode).toBe(status);
    if (status === 422)
      expect(response.json().errors).toEqual({
        "mail.security": expect.stringContaining("MAIL_PLAIN_HOSTS"),
        "incoming.security": expect.stringContaining("MAIL_PLAIN_HOSTS"),
      });
  });

  it("delete a secret together with its delivery", async () => {
    const first = (await put(goodSettings, 0)).json().webhookSecret;
    await put({ ...goodSettings, mail: null, webhook: null, telegram: null }, 1);
    expect(await stored()).toMatchObject({ mail: null, webhook: null, telegram: null });
    const written = JSON.stringify((await api.dump()).setting);
    for (const secret of [goodSettings.mail.password, goodSettings.telegram.token, first]) {
      expect(written).not.toContain(secret);
    }
    expect((await put({ ...goodSettings, telegram: null }, 2)).json().webhookSecret).not.toBe(first);
  });

  it("reject stale updates: 412 with the current ones", async () => {
    await put(goodSettings, 0);
    const before = await api.dump();
    for (const version of ['"0"', '"2"', "1", "*", 'W/"1"']) {
      const response = await api.send(call("PUT /api/settings"), { headers: { "if-match": version } });
      expect(response.statusCode).toBe(412);
      expect(response.headers.etag).toBe('"1"');
      expect(response.json()).toMatchObject({ status: 412, current: { version: 1, ...view } });
      expect(response.body).not.toContain(goodSettings.mail.password);
    }
    expect(await api.dump()).toEqual(before);
  });

  it("are saved by one of two simultaneous requests", async () => {
    const responses = await Promise.all([put(goodSettings, 0), put({ ...goodSettings, retentionDays: 30 }, 0)]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 412]));
  });

  it("are saved whatever is stored beside them meanwhile, which stays", async () => {
    const { settings } = api.services;
    const write = (part: string) => settings.replacePart("beside", async () => ({ part, entry: null, messages: [] }));
    await write("first");
    const saved = await put(goodSettings, 0);
    expect([saved.statusCode, saved.json().settings.version]).toEqual([200, 2]);
    await write("second");
    expect((await settings.view()).version).toBe(2);
    expect((await put(goodSettings, 3)).statusCode).toBe(412);
    const all = await Promise.all([put({ ...goodSettings, retentionDays: 30 }, 2), write("third"), write("fourth")]);
    expect(all[0].statusCode).toBe(200);
    expect(await settings.part("beside")).toBe("fourth");
    expect((await settings.view()).retentionDays).toBe(30);
    expect((await put(goodSettings, 2)).statusCode).toBe(412);
  });

  it("have the version of an older server's write, which copies the one that was kept", () => {
    expect(settingsVersion({ version: 4, value: { settingsVersion: { settings: 2, stored: 4 } } })).toBe(2);
    expect(settingsVersion({ version: 5, value: { settingsVersion: { settings: 2, stored: 4 } } })).toBe(5);
  });

  it("require a version: 428", async () => {
    const response = await api.app.inject({
      method: "PUT",
      url: "/api/settings",
      payload: goodSettings,
      headers: { cookie: api.cookie },
    });
    expect(response.statusCode).toBe(428);
    expect(response.json().message).toContain("If-Match");
  });

  it("are for owners only, like the log and the tests; the team sees the health", async () => {
    const cookie = await api.signIn("agent");
    for (const name of [
      "GET /api/settings",
      "PUT /api/settings",
      "POST /api/settings/restore",
      "POST /api/settings/test",
      "GET /api/deliveries",
      "POST /api/deliveries/retry",
      "POST /api/deliveries/{id}/retry",
    ]) {
      const response = await api.send(call(name), { cookie });
      expect(response.statusCode, name).toBe(403);
    }
    expect((await api.send(call("GET /api/deliveries/health"), { cookie })).statusCode).toBe(200);
  });
});

it("written by another program raise an alarm, and are locked until the last good ones are restored", async () => {
  await put(goodSettings, 0);
  const webhook = { url: "https://thief.example/hook", secret: "whsec_AAAA" };
  await api.db
    .updateTable("setting")
    .set({ value: JSON.stringify({ version: 2, value: { webhook } }) })
    .execute();
  const seen = await api.send(call("GET /api/settings"));
  const alarm = { message: expect.stringContaining("changed by something other"), isStrict: false };
  expect(seen.json()).toMatchObject({ version: 1, ...view, alarm });
  expect(seen.body).not.toContain("thief");
  const refused = await put({ ...goodSettings, telegram: null }, 1);
  expect(refused.statusCode).toBe(409);
  const restored = await api.send(call("POST /api/settings/restore"));
  expect(restored.statusCode).toBe(200);
  expect(restored.json()).toEqual({ version: 2, ...view });
  expect((await api.send(call("POST /api/settings/restore"))).statusCode).toBe(409);
  expect((await put({ ...goodSettings, telegram: null }, 2)).statusCode).toBe(200);
});

it("returns a test's outcome as text", async () => {
  const response = await api.send(call("POST /api/settings/test"));
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ delivered: false, message: "Telegram is not set up." });
});

describe("the delivery log", () => {
  it("lists each message with its kind, state and problem, the newest first", async () => {
    await put(goodSettings, 0);
    api.clock.advance({ seconds: 1 });
    const { reference } = await api.services.inquiries.submit(goodInquiry);
    const response = await api.send(call("GET /api/deliveries"));
    const { deliveries, next } = response.json();
    expect(next).toBeNull();
    const now = new Date(api.clock.now()).toISOString();
    const waiting = { kind: "inquiry", reference, state: "waiting", attempts: 0, problem: null, settledAt: null };
    for (const delivery of deliveries.slice(0, 3)) {
      expect(delivery).toMatchObject({ ...waiting, createdAt: now, nextTryAt: now });
    }
    expect(deliveries.map(({ channel }: { channel: string }) => channel).sort()).toEqual(
      ["email", "email", "telegram", "webhook"].sort(),
    );
    expect(deliveries.flatMap(({ to }: { to: string | null }) => to ?? [])).toEqual(goodSettings.mail.to);
    expect(deliveries[3]).toMatchObject({
      id: api.known.deliveryId,
      kind: "invitation",
      reference: null,
      state: "dead",
      attempts: 8,
      nextTryAt: null,
      problem: "The mail server refused the connection.",
    });
    for (const words of Object.values(goodInquiry)) expect(response.body).not.toContain(words);
  });

  it("is paged, unaffected by additions, and filtered by state", async () => {
    const add = (number: number) =>
      api.store.outbox.add(
        { id: `m${String(number).padStart(2, "0")}`, kind: "invitation", channel: "email", payload: "{}" },
        api.clock.now() + Math.floor(number / 3),
      );
    for (let number = 0; number < 12; number += 1) await add(number);
    const seen: string[] = [];
    let after = "";
    for (;;) {
      const response = await api.send(call("GET /api/deliveries"), { url: `/api/deliveries?limit=5${after}` });
      const { deliveries, next } = response.json();
      seen.push(...deliveries.map(({ id }: { id: string }) => id));
      if (next === null) break;
      after = `&after=${encodeURIComponent(next)}`;
      await add(90 + seen.length);
    }
    const added = Array.from({ length: 12 }, (_, number) => `m${String(number).padStart(2, "0")}`).toReversed();
    expect(seen).toEqual(expect.arrayContaining(added));
    expect(new Set(seen).size).toBe(seen.length);
    const dead = await api.send(call("GET /api/deliveries"), { url: "/api/deliveries?state=dead" });
    expect(dead.json().deliveries.map(({ id }: { id: string }) => id)).toEqual([api.known.deliveryId]);
    for (const query of ["state=lost", "limit=0", "limit=101", `after=${"x".repeat(101)}`]) {
      const refused = await api.send(call("GET /api/deliveries"), { url: `/api/deliveries?${query}` });
      expect(refused.statusCode, query).toBe(422);
    }
    const madeUp = await api.send(call("GET /api/deliveries"), { url: "/api/deliveries?after=made-up" });
    expect(madeUp.json()).toEqual({ deliveries: [], next: null });
  });

  it("retries dead messages, one or all", async () => {
    const retry = call("POST /api/deliveries/{id}/retry");
    expect((await api.send(retry)).json()).toMatchObject({ message: "The message is sent again." });
    const [row] = (await api.send(call("GET /api/deliveries"))).json().deliveries;
    expect(row).toMatchObject({ state: "waiting", attempts: 0, nextTryAt: new Date(api.clock.now()).toISOString() });
    const settled = { state: "delivered", attempts: 1, problem: null } as const;
    await api.store.outbox.settle(api.known.deliveryId, settled, api.clock.now());
    for (const id of [api.known.deliveryId, "another", "x".repeat(2000)]) {
      const gone = await api.send(retry, { url: `/api/deliveries/${id}/retry` });
      expect(gone.statusCode).toBe(404);
      expect(gone.json().message).toBe("This message is no longer waiting. Please reload the log.");
    }
    const reply = { id: "untried", kind: "reply", channel: "email", payload: "{}" };
    await api.store.outbox.add(reply, api.clock.now());
    const early = await api.send(retry, { url: "/api/deliveries/untried/retry" });
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      expect.stringContaining("automatically in a moment"),
    ]);
    const all = call("POST /api/deliveries/retry");
    expect((await api.send(all)).json()).toMatchObject({ message: "0 messages are sent again." });
    await api.db.updateTable("outbox").set({ state: "dead" }).where("id", "=", api.known.deliveryId).execute();
    expect((await api.send(all)).json()).toMatchObject({ message: "1 message is sent again." });
  });
});
