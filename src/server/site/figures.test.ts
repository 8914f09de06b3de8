import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { communityTab, pathIn, paths } from "#contract/paths.ts";
import { defaultFigures, siteFieldsSchema } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { languageCodes } from "#domain/languages.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
afterEach(() => test.close());

/** Starts a server whose site file says this; undefined is a server without a file. */
async function start(site?: unknown, env: Record<string, string> = {}): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "site-")), "site.json");
  writeFileSync(file, JSON.stringify(site ?? {}));
  test = await createTestApp({ env: { SITE_CONFIG: file, ...env } });
  await addChannels();
}

async function addChannels(): Promise<void> {
  for (const [type, value] of [
    ["whatsapp", "+91 90000 00001"],
    ["phone", "+91 90000 00002"],
    ["telegram", "https://t.me/saffron_example"],
    ["instagram", "saffron_example"],
    ["facebook", "saffron.example"],
  ] as const)
    await test.services.contacts.add({ type, value, isActive: true, proof: "" });
}

/** Makes the store one of an earlier version, whose settings lack the mark. */
async function becomeOld(): Promise<void> {
  await test.services.settings.replacePart("hasDefaultFigures", () =>
    Promise.resolve({ part: undefined, entry: null, messages: [] }),
  );
  await test.services.siteSettings.poll();
}

/** What a visitor reads without scripts; `whole` is the document with the data in it. */
async function read(path: string): Promise<{ text: string; whole: string }> {
  const { body } = await test.app.inject(path);
  const page = body.slice(body.indexOf("<body>"), body.indexOf("<script", body.indexOf("<body>")));
  return { text: page.replaceAll(/<[^>]*>/g, "|"), whole: body };
}

const { users, whatsappResponse, messageResponse, winners, secure, payouts, rating, ...community } = defaultFigures;
const places: Array<[path: string, figures: string[]]> = [
  [paths.home, [users]],
  [paths.contact, [winners, secure, payouts, whatsappResponse, messageResponse]],
  [paths.contact + communityTab, [rating, ...Object.values(community)]],
];
const hero = [users, winners, payouts, whatsappResponse, messageResponse, rating, ...Object.values(community)];

describe("on a fresh start", () => {
  it("the figures are the product's constants", async () => {
    await start();
    expect(siteFieldsSchema.parse((await test.services.siteSettings.file()) as unknown).figures).toEqual(
      defaultFigures,
    );
    expect(defaultFigures).toEqual({
      users: "10K+",
      winners: "5K+",
      secure: "100%",
      payouts: "₹2M+",
      telegramMembers: "1.3K",
      instagramFollowers: "4.6K",
      facebookFollowers: "3.8K",
      rating: "4.9/5",
      whatsappResponse: "30 seconds",
      messageResponse: "5 minutes",
    });
  });

  it("visitors see every figure in every language", async () => {
    await start();
    for (const language of languageCodes)
      for (const [path, figures] of places) {
        const { text } = await read(pathIn(language, path));
        for (const figure of figures) expect(text, `${language} ${path}`).toContain(figure);
      }
    const { text } = await read(paths.contact);
    for (const literal of ["Online Now", "24/7 Available", "Average response 30 seconds", "Response in 5 minutes"])
      expect(text).toContain(literal);
    expect((await read(paths.home)).text).toContain("24/7 Support");
  });

  it("a figure that the file leaves out is the default, and an empty one is not shown", async () => {
    await start({ figures: { winners: "7,777", payouts: "" } });
    const { text } = await read(paths.contact);
    expect(text).toContain("7,777");
    expect(text).toContain(secure);
    expect(text).not.toContain(payouts);
  });

  it("what an owner leaves out is the default, and stays so after a change of the settings", async () => {
    await start();
    const { figures: _figures, ...values } = siteFieldsSchema.parse({});
    const owner = { ...test.member, role: "owner" as const };
    expect(await test.services.siteSettings.save(values, 0, owner)).toMatchObject({ ok: true });
    const { version, ...settings } = await test.services.settings.view();
    const none = { mail: null, webhook: null, telegram: null, incoming: null };
    await test.services.settings.save({ ...settings, ...none, retentionDays: 90 }, version);
    await test.services.siteSettings.poll();
    expect((await read(paths.home)).text).toContain(users);
  });

  it("promises an answer in no language beside hours that nobody set", async () => {
    await start();
    for (const language of languageCodes) {
      const { answered, text: plain } = dictionaries[language].home.fast;
      const { text } = await read(pathIn(language, paths.home));
      expect(text, language).toContain(plain);
      expect(text, language).not.toContain(answered);
    }
    const [channel] = await test.services.contacts.list();
    const weekly = ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, from: "00:00", to: "24:00" }));
    const hours = { timeZone: "Asia/Kolkata", weekly, holidays: [] };
    await test.services.contacts.change({ id: channel?._id ?? "", fields: { hours } });
    expect((await read(paths.home)).text).toContain(dictionaries.en.home.fast.answered);
  });
});

describe("while all channels are hidden", () => {
  it("no document holds a figure or a response time", async () => {
    await start();
    const cookie = await test.signIn();
    const hide = {
      method: "PUT",
      url: "/api/contacts/hidden",
      payload: { hidden: true },
      headers: { cookie },
    } as const;
    expect((await test.app.inject(hide)).statusCode).toBe(200);
    for (const language of languageCodes)
      for (const [path] of places) {
        const { whole } = await read(pathIn(language, path));
        for (const figure of hero) expect(whole, `${language} ${path}`).not.toContain(figure);
      }
  });
});

describe("in a store from an earlier version", () => {
  it("figures that nobody named stay empty, also when an owner leaves them out", async () => {
    await start({ figures: { winners: "7,777" } });
    await becomeOld();
    const nothing = async () => {
      for (const [path] of places) {
        const { text } = await read(path);
        for (const figure of hero) expect(text, path).not.toContain(figure);
      }
    };
    await nothing();
    expect((await read(paths.contact)).text).toContain("7,777");
    const { figures: _figures, ...values } = siteFieldsSchema.parse({});
    const owner = { ...test.member, role: "owner" as const };
    expect(await test.services.siteSettings.save(values, 0, owner)).toMatchObject({ ok: true });
    await nothing();
  });

  it("a file that decides alone shows what it names", async () => {
    await start({ figures: { rating: "4.2" } }, { SITE_CONFIG_FIXED: "true" });
    await test.services.siteSettings.poll();
    expect((await read(paths.home)).text).toContain(users);
    await becomeOld();
    expect((await read(paths.home)).text).not.toContain(users);
    expect((await read(paths.contact + communityTab)).text).toContain("4.2");
  });
});
