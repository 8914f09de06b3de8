import { sql } from "kysely";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settingsInputSchema } from "#contract/settings.ts";
import { inEnglish } from "#copy/server/render.ts";
import { signSettings } from "../cli/admin-repairs.ts";
import { english } from "../testing-message-codes.ts";
import { goodSettings } from "../testing-api.ts";
import { settingNames } from "#domain/settings.ts";
import { readConfig } from "../config.ts";
import { createTestSigning, type TestSigning } from "../signing/testing.ts";
import { openStore } from "../open-store.ts";
import { sqliteFile } from "../store/open-database.ts";
import { isOnSqlite } from "../store/testing.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { createServices, type Services } from "../compose.ts";

const input = settingsInputSchema.parse(goodSettings);
const asha = { id: "asha", email: "asha@example.com", hasSecondFactor: true };
const thief = "https://thief.example/hook";
const secrets = [goodSettings.mail.password, goodSettings.telegram.token];

let test: TestApp;
let webhookSecret: string;
beforeEach(async () => {
  test = await createTestApp();
  await saved(test.services, 0);
  const second = await saved(test.services, 1);
  webhookSecret = second.webhook?.secret ?? "";
});
afterEach(() => test.close());

async function saved({ settings }: Services, version: number) {
  const requiresSecondFactor = true;
  expect(await settings.save({ ...input, requiresSecondFactor }, version, asha)).toMatchObject({ ok: true });
  return settings.current();
}

/** The program after a restart, or another instance with separate files beside the store. */
const another = (signing: TestSigning) => createServices(test.store, test.config, signing, test.clock.now);

/** Returns the same key in an instance without files yet. */
function withoutFiles(): TestSigning {
  const file = () => {
    let text: string | null = null;
    return {
      read: () => Promise.resolve(text),
      write: (latest: string) => {
        text = latest;
        return Promise.resolve();
      },
    };
  };
  return { ...test.signing, lastList: file(), auditHead: file(), settings: file() };
}

async function row(): Promise<string> {
  return (await test.store.settings.read()) ?? "";
}
async function put(text: string): Promise<void> {
  await test.db.updateTable("setting").set({ value: text }).where("name", "=", "settings").execute();
}
/** The row with this change and its old signature. */
async function edited(change: object): Promise<string> {
  const { value, ...rest } = JSON.parse(await row());
  return JSON.stringify({ ...rest, value: { ...value, ...change } });
}
const webhookOfThief = { webhook: { url: thief, secret: "whsec_AAAA" } };

const edits: Array<[what: string, edit: () => Promise<unknown>]> = [
  ["a deleted row", () => test.db.deleteFrom("setting").where("name", "=", "settings").execute()],
  ["another destination", async () => put(await edited(webhookOfThief))],
  ["no requirement of a second factor", async () => put(await edited({ requiresSecondFactor: false }))],
  ["no notifications", async () => put(await edited({ mail: null, webhook: null, telegram: null }))],
  [
    "settings without a signature",
    async () => {
      const { version, value } = JSON.parse(await edited(webhookOfThief));
      await put(JSON.stringify({ version: version + 1, value }));
    },
  ],
  [
    "a deleted row and one put in again",
    async () => {
      await test.db.deleteFrom("setting").where("name", "=", "settings").execute();
      await test.db
        .insertInto("setting")
        .values({ name: "settings", value: JSON.stringify({ version: 9, value: webhookOfThief }) })
        .execute();
    },
  ],
  ["a later version", async () => put((await row()).replace('"version":2', '"version":3'))],
  ["no JSON", () => put("{")],
  ["an empty text", () => put("")],
  ["another shape", () => put("[1]")],
  ["no table", () => sql`alter table setting rename to setting_away`.execute(test.db)],
];

describe("settings written directly into the store", () => {
  it.each(edits)("only raise an alarm, also after a restart: %s", async (_what, edit) => {
    const { settings, outbox } = test.services;
    const before = await settings.current();
    await edit();
    const restarted = await another(test.signing);
    for (const each of [settings, restarted.settings]) {
      expect(await each.poll()).toMatchObject({ isStrict: false });
      const { alarm: _alarm, ...now } = await each.current();
      const { alarm: _none, ...then } = before;
      expect(now).toEqual(then);
      expect(await each.save({ ...input, mail: null }, before.version, asha)).toEqual({ ok: false, reason: "alarm" });
    }
    const receivers = (await outbox.messagesFor({ status: "new" })).map(({ channel }) => channel);
    expect(receivers.sort()).toEqual(["email", "telegram", "webhook"]);
  });

  it.each(edits)("make an instance without a copy use the strictest ones: %s", async (_what, edit) => {
    await edit();
    const { settings } = await another(withoutFiles());
    expect(await settings.current()).toMatchObject({
      requiresSecondFactor: true,
      mail: null,
      webhook: null,
      telegram: null,
      alarm: { isStrict: true },
    });
    // Data that an owner wanted to retain longer must not be erased meanwhile.
    expect(await settings.retention()).toEqual({ retentionDays: 3650, binDays: 365 });
  });

  it("are detected if they are older ones of ours, with and without a file beside the store", async () => {
    const older = await row();
    await saved(test.services, 2);
    await put(older);
    for (const signing of [test.signing, withoutFiles()]) {
      const { settings } = await another(signing);
      expect(inEnglish((await settings.poll())?.message ?? "")).toContain("older settings");
    }
  });

  it("are fixed by an owner, who restores the last good ones", async () => {
    const before = await test.services.settings.current();
    await put(await edited(webhookOfThief));
    const { settings } = test.services;
    expect(await settings.poll()).not.toBeNull();
    expect(await settings.restore()).toBe(true);
    expect(await settings.restore()).toBe(false);
    expect(await settings.poll()).toBeNull();
    expect(await settings.current()).toEqual({ ...before, version: before.version + 1 });
    expect(await (await another(test.signing)).settings.poll()).toBeNull();
  });

  it("are signed by an operator who has reviewed them, and only as shown", async () => {
    const { settings } = test.services;
    const [shown, asked]: string[][] = [[], []];
    const terminal = (response: string) => ({
      show: (text: string) => void shown?.push(text),
      ask: async (question: string) => {
        asked?.push(question);
        return response;
      },
    });
    expect((await signSettings(settings, terminal("yes"))).hasFailed).toBe(false);
    expect(asked).toEqual([]);
    await put(await edited({ retentionDays: 45 }));
    expect((await signSettings(settings, terminal("no"))).hasFailed).toBe(true);
    expect(await settings.poll()).not.toBeNull();
    const { text = "" } = (await settings.unverified()) ?? {};
    await put(await edited(webhookOfThief));
    expect(await settings.trust(text)).toBe(false);
    await put(text);
    expect(await signSettings(settings, terminal("yes"))).toMatchObject({ hasFailed: false });
    const lines = shown?.map((line) => line.trim()) ?? [];
    for (const line of ["retentionDays: 45", "agentsMayBulk: false", "incoming: not set up", "mail.security: tls"])
      expect(lines).toContain(line);
    // Nothing is signed unseen.
    for (const name of [...settingNames, "mail", "webhook", "telegram", "incoming", "publicAddress", "backups"])
      expect(
        lines.some((line) => line.startsWith(name)),
        name,
      ).toBe(true);
    for (const secret of [...secrets, webhookSecret]) expect(shown?.join("\n")).not.toContain(secret);
    expect(await settings.poll()).toBeNull();
    expect(await settings.current()).toMatchObject({ retentionDays: 45, telegram: goodSettings.telegram });
  });
});

it("several instances follow each other's changes without an alarm", async () => {
  const [one, two] = [test.services, await another(withoutFiles())];
  expect(await two.settings.poll()).toBeNull();
  await saved(two, 2);
  expect(await one.settings.poll()).toBeNull();
  await saved(one, 3);
  expect(await two.settings.poll()).toBeNull();
  expect((await two.settings.current()).version).toBe(4);
});

it("settings signed with another key are rejected", async () => {
  const other = await another({ ...(await createTestSigning()), settings: test.signing.settings });
  expect(await other.settings.poll()).toMatchObject({ isStrict: true });
});

it("secrets encrypted with another key are named, and have to be entered again", async () => {
  // Simulates a key that was replaced without the command that re-encrypts.
  await test.signing.rotate();
  const { settings, notifications } = await another(test.signing);
  expect(await settings.poll()).toBeNull();
  const view = await settings.view();
  expect(view.unreadable).toEqual(["mail.password", "webhook.secret", "telegram.token"]);
  for (const [channel, word] of [
    ["email", "Enter it again"],
    ["webhook", "Make a new one"],
    ["telegram", "Enter it again"],
  ] as const) {
    expect(english(await notifications.test(channel))).toEqual({
      delivered: false,
      message: expect.stringContaining(word),
    });
  }
  const { password: _password, ...mail } = goodSettings.mail;
  const { token: _token, ...telegram } = goodSettings.telegram;
  // Another setting can be changed meanwhile.
  const kept = settingsInputSchema.parse({ ...goodSettings, retentionDays: 91, mail, telegram });
  expect(await settings.save(kept, view.version, asha)).toMatchObject({ ok: true });
  expect((await settings.view()).unreadable).toHaveLength(3);
  const again = settingsInputSchema.parse({ ...goodSettings, webhook: { ...goodSettings.webhook, newSecret: true } });
  const outcome = await settings.save(again, view.version + 1, asha);
  expect(outcome).toMatchObject({ ok: true, webhookSecret: expect.stringContaining("whsec_") });
  expect((await settings.view()).unreadable).toBeUndefined();
  expect(await settings.current()).toMatchObject({ mail: { password: goodSettings.mail.password } });
});

describe("settings older than signatures", () => {
  const plain = { ...goodSettings, webhook: { ...goodSettings.webhook, secret: "whsec_made-up" } };
  const unsigned = JSON.stringify({ version: 7, value: plain });

  it("are signed once, and never again", async () => {
    const fresh = await createTestApp();
    try {
      await fresh.db.insertInto("setting").values({ name: "settings", value: unsigned }).execute();
      const { settings } = fresh.services;
      expect(await settings.poll()).toBeNull();
      expect(await settings.current()).toMatchObject({ ...plain, version: 8, unreadable: [] });
      await fresh.db.updateTable("setting").set({ value: unsigned }).where("name", "=", "settings").execute();
      const files = { ...fresh.signing, settings: { read: async () => null, write: async () => undefined } };
      for (const signing of [fresh.signing, files]) {
        const { settings: restarted } = await createServices(fresh.store, fresh.config, signing, fresh.clock.now);
        expect(await restarted.poll()).not.toBeNull();
      }
    } finally {
      await fresh.close();
    }
  });

  if (isOnSqlite())
    it("leave no secret in any file of the store", async () => {
      const dataDir = mkdtempSync(join(tmpdir(), "front-desk-secrets-"));
      try {
        const all = [...secrets, plain.webhook.secret];
        const files = () => readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
        const found = () => all.filter((secret) => files().some((bytes) => bytes.includes(secret)));
        await (await openStore({ dataDir })).close();
        const database = new DatabaseSync(sqliteFile(dataDir));
        database.prepare("insert into setting (name, value) values ('settings', ?)").run(unsigned);
        database.close();
        expect(found()).toEqual(all);
        const store = await openStore({ dataDir });
        const services = await createServices(store, readConfig({}), await createTestSigning());
        expect(await services.settings.poll()).toBeNull();
        expect(found()).toEqual([]);
        const changed = settingsInputSchema.parse({
          ...goodSettings,
          mail: { ...goodSettings.mail, password: "later" },
        });
        expect(await services.settings.save(changed, 8, asha)).toMatchObject({ ok: true });
        expect(found()).toEqual([]);
        expect(await services.settings.current()).toMatchObject({ mail: { password: "later" } });
        await store.close();
        expect(found()).toEqual([]);
      } finally {
        rmSync(dataDir, { recursive: true });
      }
    });
});
