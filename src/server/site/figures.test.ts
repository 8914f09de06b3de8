import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import { communityTab, pathIn, paths } from "#contract/paths.ts";
import { defaultFigures, figureNames, siteFieldsSchema } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
afterEach(() => test.close());

/** Starts a server whose site file says this; undefined is a server without a file. */
async function start(site?: unknown, env: Record<string, string> = {}): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "site-")), "site.json");
  writeFileSync(file, JSON.stringify(site ?? {}));
  test = await createTestApp({ env: { SITE_CONFIG: file, ...env } });
  await addChannels();
  // The start of a server polls, too.
  await test.services.siteSettings.poll();
}

async function addChannels(): Promise<void> {
  for (const [type, value] of [
    ["whatsapp", "+91 90000 00001"],
    ["phone", "+91 90000 00002"],
    ["telegram", "https://t.me/saffron_example"],
    ["instagram", "saffron_example"],
    ["facebook", "saffron.example"],
  ] as const)
    await test.services.channels.add({ type, value, isActive: true, proof: "" });
}

/** Makes the store one of an earlier version, whose settings lack the mark. */
async function becomeOld(): Promise<void> {
  await test.services.settings.replacePart("hasDefaultFigures", () =>
    Promise.resolve({ part: undefined, entry: null, messages: [] }),
  );
  await test.services.siteSettings.poll();
}

/** Returns the text that a visitor reads without scripts; `whole` is the document with the data in it. */
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
/** Response times are words, in each language its own. */
const inLanguage = (language: Language) => (figure: string) => {
  const { siteDefaults } = dictionaries[language];
  return (
    new Map([
      [whatsappResponse, siteDefaults.whatsappResponse],
      [messageResponse, siteDefaults.messageResponse],
    ]).get(figure) ?? figure
  );
};
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
        for (const figure of figures.map(inLanguage(language))) expect(text, `${language} ${path}`).toContain(figure);
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
    expect((await read(paths.home)).text).toContain(users);
    await becomeOld();
    expect((await read(paths.home)).text).not.toContain(users);
    expect((await read(paths.contact + communityTab)).text).toContain("4.2");
  });
});

describe("owners", () => {
  const owner = () => ({ ...test.member, role: "owner" as const });
  const view = () => test.services.siteSettings.view(owner());
  const isDecided = async (name: string) => (await view()).figures.find((one) => one.name === name)?.isDecided;

  async function decide(name: string, value: string): Promise<number> {
    const { version } = await view();
    const headers = { cookie, "if-match": `"${version}"` };
    const request = { method: "PUT", url: `/api/site/figures/${name}`, payload: { value }, headers } as const;
    return (await test.app.inject(request)).statusCode;
  }

  async function step(): Promise<{ isDone: boolean; gaps: string[]; fields: string[] }> {
    const { steps } = (await test.app.inject({ url: "/api/setup", headers: { cookie } })).json() as SetupState;
    const found = steps.find(({ name }) => name === "figures");
    if (found === undefined) throw new Error("there is no such step");
    return found;
  }
  let cookie: string;

  it("confirm, edit or take off each default, and may again later", async () => {
    await start();
    cookie = await test.signIn();
    expect((await step()).fields).toEqual(figureNames.map((name) => `figures.${name}`));
    await test.services.siteSettings.saveDraft((await view()).values, (await view()).version, owner());
    expect(await decide("users", users)).toBe(200);
    expect(await decide("winners", "7,777")).toBe(200);
    expect(await decide("payouts", "")).toBe(200);
    expect((await step()).fields).toHaveLength(figureNames.length - 3);
    const { text } = await read(paths.contact);
    expect(text).toContain("7,777");
    expect(text).not.toContain(payouts);
    expect((await view()).draft).not.toBeNull();
    expect(await decide("payouts", payouts)).toBe(200);
    expect(await isDecided("payouts")).toBe(true);
    expect((await read(paths.contact)).text).toContain(payouts);
    const log = await test.app.inject({ url: "/api/audit-log", headers: { cookie } });
    const changes = log.json().entries.filter(({ kind }: { kind: string }) => kind === "site-changed");
    expect(changes.at(-1)).toMatchObject({
      by: { email: test.member.email },
      about: { names: ["figures.users"], confirmed: users },
    });
    for (const name of figureNames) expect(await decide(name, (await view()).values.figures[name])).toBe(200);
    expect((await step()).isDone).toBe(true);
    expect(await decide("nobody", "1")).toBe(422);
    expect(await decide("users", "far too long to be a figure of anything")).toBe(422);
  });

  it("see on the public pages which figures nobody has confirmed; visitors and agents do not", async () => {
    await start();
    cookie = await test.signIn();
    const mark = "Nobody has confirmed";
    const page = async (headers: Record<string, string>, url: string = paths.home) =>
      (await test.app.inject({ url, headers })).body;
    expect(await page({ cookie })).toContain(`${mark} these figures yet: Users ${users}.`);
    expect(await page({ cookie }, paths.contact)).toContain(`Winners ${winners}, Secure ${secure}`);
    expect(await page({ cookie }, paths.terms)).not.toContain(mark);
    for (const headers of [{}, { cookie: await test.signIn("agent") }, { cookie: "session=x" }])
      for (const [path] of places) expect(await page(headers, path)).not.toContain(mark);
    await decide("users", users);
    expect(await page({ cookie })).not.toContain(mark);
  });

  it("of an old store are offered what is empty", async () => {
    await start();
    await becomeOld();
    cookie = await test.signIn();
    expect(await step()).toMatchObject({ isDone: false, gaps: ["figures-offered"], fields: [] });
    expect(await decide("users", users)).toBe(200);
    expect((await read(paths.home)).text).toContain(users);
    for (const name of figureNames) if (name !== "users") await decide(name, "");
    expect((await step()).isDone).toBe(true);
  });

  it("confirm also where the file decides alone, and change nothing there", async () => {
    await start({}, { SITE_CONFIG_FIXED: "true" });
    cookie = await test.signIn();
    expect(await decide("users", users)).toBe(200);
    expect(await isDecided("users")).toBe(true);
    expect(await decide("winners", "7,777")).toBe(409);
    expect(await isDecided("winners")).toBe(false);
  });
});
