import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { siteFieldsSchema, type SiteFields } from "#contract/site/site.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { exampleSite } from "#contract/site/example-site.ts";
import { isSensitivePath } from "#domain/site-changes.ts";
import { siteValueKind } from "#domain/site-fields.ts";
import { english } from "../testing-message-codes.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { replaceSite } from "./live-site.ts";

const defaults = siteFieldsSchema.parse(exampleSite);
const named = (name: string): SiteFields => ({
  ...defaults,
  brands: { ...defaults.brands, home: { ...defaults.brands.home, name } },
});
const colored = (color: string): SiteFields => ({
  ...defaults,
  brands: { ...defaults.brands, home: { ...defaults.brands.home, color } },
});
const withAddress = (email: string): SiteFields => ({ ...defaults, support: { email } });

/** Every value of a schema, each with the path of an example. */
function leavesOf(schema: z.ZodType, path = ""): Array<{ path: string; schema: z.ZodType }> {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(field as z.ZodType, at(name)));
  if (schema instanceof z.ZodRecord) {
    const names = (schema.keyType as z.ZodEnum).options;
    return names.flatMap((name) => leavesOf(schema.valueType as z.ZodType, at(String(name))));
  }
  if (schema instanceof z.ZodArray) return leavesOf(schema.element as z.ZodType, at("0"));
  if ("unwrap" in schema) return leavesOf((schema as z.ZodOptional).unwrap() as z.ZodType, path);
  return [{ path, schema }];
}

let test: TestApp;
let owner: string;
afterEach(() => test.close());

async function start(options: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  test = await createTestApp(options);
  owner = await test.signIn();
  await test.services.siteSettings.poll();
}

/** The session of a second owner who has been one for long. */
async function secondOwner(): Promise<string> {
  const cookie = await test.signIn("agent");
  await test.store.members.change(test.agent.id, { role: "owner" }, {});
  return cookie;
}

async function call(method: "GET" | "PUT" | "POST" | "DELETE", path: string, values?: unknown, cookie = owner) {
  const version = method === "PUT" ? (await view()).version : 0;
  return test.app.inject({
    method,
    url: `/api/site${path}`,
    ...(values === undefined ? {} : { payload: { values } }),
    headers: { cookie, "if-match": `"${version}"` },
  });
}

async function view(cookie = owner): Promise<SiteView> {
  const response = await test.app.inject({ method: "GET", url: "/api/site", headers: { cookie } });
  return response.json();
}

/** Approves what waits, as the owner of this session sees it now. */
async function approve(cookie: string) {
  return call("POST", `/proposals/${(await view(cookie)).proposal?.id}/approve`, undefined, cookie);
}

async function withWebhook(): Promise<void> {
  const settings = await test.services.settings.view();
  await test.services.settings.save(
    { ...settings, webhook: { url: "https://hooks.example.com/site" } },
    settings.version,
  );
}

/** Returns what the owners were notified of. */
async function notified(): Promise<unknown[]> {
  const rows = await test.db.selectFrom("outbox").select(["kind", "payload"]).orderBy("created_at").execute();
  return rows.filter(({ kind }) => kind === "site-change").map(({ payload }) => JSON.parse(payload) as unknown);
}

const page = async (path: string) => test.app.inject({ method: "GET", url: path });

describe("publishing", () => {
  it("shows on every page at once, with styles that the policy of the same response allows", async () => {
    await start();
    await page("/");
    const values = named("Wicket Desk");
    values.brands.home.color = "#123456";
    expect((await call("PUT", "", values)).statusCode).toBe(200);

    const { body, headers } = await page("/");
    expect(body).toContain("Wicket Desk");
    expect(body).toContain("--brand:#123456");
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(style))).toString("base64");
    expect(headers["content-security-policy"]).toContain(`'sha256-${hash}'`);
    expect((await page("/nowhere")).body).toContain("Wicket Desk");
    expect((await page("/site.webmanifest")).json()).toMatchObject({ name: "Wicket Desk", theme_color: "#123456" });
  });

  it("says who changed what, and undoes it", async () => {
    await start();
    await call("PUT", "", named("Wicket Desk"));
    const { history } = await view();
    expect(history).toMatchObject([
      {
        number: 1,
        by: "owner@example.com",
        isSensitive: true,
        changes: [{ path: "brands.home.name", before: "Saffron Exchange", after: "Wicket Desk" }],
        canUndo: true,
      },
    ]);
    expect((await call("POST", "/history/1/undo")).statusCode).toBe(200);
    expect((await page("/")).body).not.toContain("Wicket Desk");
    expect(await view()).toMatchObject({ history: [{ number: 2, undoes: 1 }, { canUndo: false }] });
    const log = await test.app.inject({ url: "/api/audit-log?limit=1", headers: { cookie: owner } });
    expect(log.json().entries).toMatchObject([{ kind: "site-changed", about: { names: ["brands.home.name"] } }]);
  });

  it("takes no text that names a number, an address or a link of somebody else", async () => {
    await start();
    const wrong = { ...defaults, words: { ...defaults.words, homeLead: "Write to t.me/thief or +91 98765 43210." } };
    const response = await call("PUT", "", wrong);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ "words.homeLead": expect.stringContaining("t.me/thief") });
    const spoken = { ...defaults, words: { ...defaults.words, homeLead: "message saffronhelpdesk on Telegram now." } };
    expect((await call("PUT", "", spoken)).json().errors).toEqual({
      "words.homeLead": expect.stringContaining("saffronhelpdesk"),
    });
    expect((await view()).history).toEqual([]);
  });

  it("takes no number that is split over neighbouring texts", async () => {
    await start();
    const split = { ...defaults, figures: { ...defaults.figures, winners: "90000", secure: "12345" } };
    expect((await call("PUT", "", split)).json().errors).toEqual({
      "figures.winners": expect.stringContaining("beside it name 90000 12345"),
    });
    const halves = { hi: { contactTitle: "नौ शून्य शून्य शून्य", contactLead: "शून्य एक दो तीन चार पाँच" } };
    const inHindi = await call("PUT", "", { ...defaults, translations: halves });
    expect(Object.keys(inHindi.json().errors)).toEqual(["translations.hi.contactTitle"]);
    const counts = { ...defaults, figures: { ...defaults.figures, users: "12,543", winners: "8,721" } };
    expect((await call("PUT", "", counts)).statusCode).toBe(200);
  });

  it("takes no number of which a channel's description has the other half, and no such description", async () => {
    await start();
    const lead = { ...defaults, words: { ...defaults.words, homeLead: "Ask 98765" } };
    const headers = { cookie: owner };
    const payload = { type: "telegram", value: "@saffron_example", proof: "43210 daily", isActive: true };
    const add = () => test.app.inject({ method: "POST", url: "/api/contacts", headers, payload });
    const added = (await add()).json();
    expect(Object.keys((await call("PUT", "", lead)).json().errors)).toEqual(["words.homeLead"]);
    await test.app.inject({ method: "DELETE", url: `/api/contacts/${added._id}`, headers });
    expect((await call("PUT", "", lead)).statusCode).toBe(200);
    expect((await add()).json().errors).toEqual({ proof: expect.stringContaining("98765 43210") });
  });

  it("takes no name of ours and no helpline's note that sends visitors elsewhere", async () => {
    await start();
    const legal = { ...defaults.legal, operator: "Saffron, saffron-help•com" };
    expect((await call("PUT", "", { ...defaults, legal })).json().errors).toHaveProperty(["legal.operator"]);
    const helplines = [{ name: "Tele-MANAS", phone: "14416", note: "or Telegram @thief_desk" }];
    expect((await call("PUT", "", { ...defaults, helplines })).json().errors).toHaveProperty(["helplines.0.note"]);
  });

  it("takes a number and an address for mail as the contact of a person of ours, and no link, name or payment id", async () => {
    await start();
    const fields = ["address", "grievanceOfficer", "dataContact"] as const;
    const own = "Asha Rao, 12 MG Road, Bengaluru 560001, asha@desk.example.com or +91 80 5550 0199";
    const legal = (text: string) => ({
      ...defaults.legal,
      ...Object.fromEntries(fields.map((field) => [field, text])),
    });
    for (const place of [
      "t.me/thief",
      "on Telegram thief_desk",
      "thief@okaxis",
      "evil.example/pay",
      "https://evil.example",
    ])
      expect(
        Object.keys((await call("PUT", "", { ...defaults, legal: legal(`${own}, ${place}`) })).json().errors),
        place,
      ).toEqual(fields.map((field) => `legal.${field}`));
    expect((await call("PUT", "", { ...defaults, legal: legal(own) })).statusCode).toBe(200);
  });

  it("undoes no change back to a text that names somebody else by now", async () => {
    await start();
    const number = "+91 98765 43210";
    const channel = { type: "whatsapp", value: number, proof: "", isActive: true };
    const headers = { cookie: owner };
    const added = await test.app.inject({ method: "POST", url: "/api/contacts", headers, payload: channel });
    const naming = { ...defaults, words: { ...defaults.words, homeLead: `Write to ${number}.` } };
    expect((await call("PUT", "", naming)).statusCode).toBe(200);
    await call("PUT", "", defaults);
    await test.app.inject({ method: "DELETE", url: `/api/contacts/${added.json()._id}`, headers });
    expect((await call("POST", "/history/2/undo")).statusCode).toBe(422);
    expect((await page("/")).body).not.toContain(number);
  });

  it("has a kind for each of its values, and publishes at once none that is a text, a number or a link", () => {
    const leaves = leavesOf(siteFieldsSchema);
    const pathsOf = (kind: string) => leaves.filter(({ path }) => siteValueKind(path) === kind);
    expect(leaves.filter(({ path }) => siteValueKind(path) === undefined)).toEqual([]);
    expect(pathsOf("plain").map(({ path }) => path)).toEqual([
      "brands.home.color",
      "brands.contact.color",
      "legal.minimumAge",
      "legal.termsUpdated",
      "legal.privacyUpdated",
      "notices.0.tone",
      "notices.0.pages.0",
      "notices.0.from",
      "notices.0.until",
      "timeZone",
    ]);
    const sentence = "Write to t.me/thief";
    const takesAny = ({ schema }: { schema: z.ZodType }) =>
      [sentence, "t.me/a"].some((one) => schema.safeParse(one).success);
    expect([...pathsOf("plain"), ...pathsOf("particulars")].filter(takesAny)).toEqual([]);
    expect(isSensitivePath("something.new")).toBe(true);
  });

  it.each([
    ["brands.home.color", { brands: { home: { color: "red" } } }, "This must be a colour such as #ff9933."],
    ["words.homeLead", { words: { homeLead: "" } }, "This must not be empty."],
    ["support.email", { support: { email: "help" } }, "This must be an address such as desk@example.com."],
    ["legal.minimumAge", { legal: { minimumAge: 17 } }, "This must be a whole number from 18 to 99."],
    ["legal.retentionDays", { legal: { retentionDays: 1 } }, undefined],
  ])("rejects a wrong %s by its name", async (field, values, message) => {
    await start();
    const response = await call("PUT", "", values);
    expect(response.statusCode).toBe(422);
    if (message !== undefined) expect(response.json().errors).toEqual({ [field]: message });
  });

  it("keeps what another owner has published meanwhile", async () => {
    await start();
    const { version } = await view();
    await call("PUT", "", named("Wicket Desk"));
    const late = await test.app.inject({
      method: "PUT",
      url: "/api/site",
      payload: { values: named("Late Desk") },
      headers: { cookie: owner, "if-match": `"${version}"` },
    });
    expect(late.statusCode).toBe(412);
    expect(late.json().current.values.brands.home.name).toBe("Wicket Desk");
  });

  it("leaves the other settings as they are", async () => {
    await start();
    const before = await test.services.settings.view();
    await call("PUT", "", named("Wicket Desk"));
    expect(await test.services.settings.view()).toEqual(before);
  });
});

describe("a sensitive change", () => {
  it("needs a recent step-up, like every publishing", async () => {
    await start({ env: { LIMIT_PROOF_MINUTES: "1" } });
    test.clock.advance({ minutes: 2 });
    expect((await call("PUT", "", withAddress("thief@example.com"))).json()).toMatchObject({ needs: "proof" });
    expect((await page("/terms")).body).not.toContain("thief@example.com");
  });

  it("waits for a second owner, who is not its author", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    expect((await call("PUT", "", withAddress("care@example.com"))).statusCode).toBe(202);
    expect((await page("/terms")).body).not.toContain("care@example.com");
    expect((await approve(owner)).statusCode).toBe(403);
    expect(await view(second)).toMatchObject({ proposal: { by: "owner@example.com", canApprove: true } });
    expect((await approve(second)).statusCode).toBe(200);
    expect((await page("/terms")).body).toContain("care@example.com");
    expect((await view()).history).toMatchObject([{ by: "owner@example.com", approvedBy: "agent@example.com" }]);
  });

  it("is published when its delay is over, and not before", async () => {
    await start();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    await call("PUT", "", withAddress("care@example.com"));
    test.clock.advance({ minutes: 59 });
    await test.services.siteSettings.poll();
    expect((await page("/terms")).body).not.toContain("care@example.com");
    test.clock.advance({ minutes: 1 });
    await test.services.siteSettings.poll();
    expect((await page("/terms")).body).toContain("care@example.com");
  });

  it("that cannot be published during an alarm leaves a restarted instance with the owners' site", async () => {
    await start();
    await call("PUT", "", named("Our Desk"));
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    await call("PUT", "", { ...named("Our Desk"), support: { email: "care@example.com" } });
    test.clock.advance({ minutes: 61 });
    vi.spyOn(test.services.settings, "replacePart").mockResolvedValue(false);
    replaceSite(test.config.site, test.config.siteFile);
    await test.services.siteSettings.poll();
    expect(test.config.site.brands.home.name).toBe("Our Desk");
  });

  it("is approved as it was read: not another one that took its place", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    await call("PUT", "", withAddress("care@example.com"));
    const read = (await view(second)).proposal?.id;
    await call("DELETE", `/proposals/${read}`);
    await call("PUT", "", withAddress("thief@example.com"));
    const response = await call("POST", `/proposals/${read}/approve`, undefined, second);
    expect([response.statusCode, response.json().current.proposal.by]).toEqual([412, "owner@example.com"]);
    expect((await page("/terms")).body).not.toContain("thief@example.com");
    const log = await test.app.inject({ url: "/api/audit-log?limit=3", headers: { cookie: owner } });
    expect(log.json().entries.map(({ about }: { about: object }) => about)).toMatchObject([
      { waits: true },
      { withdrawn: true, names: ["support.email"] },
      { waits: true },
    ]);
  });

  it("waits as well where it is the way back to what an owner has replaced", async () => {
    await start();
    const second = await secondOwner();
    await call("PUT", "", withAddress("thief@example.com"));
    await call("PUT", "", withAddress("care@example.com"), second);
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    expect((await call("POST", "/history/2/undo")).statusCode).toBe(202);
    expect((await page("/terms")).body).not.toContain("thief@example.com");
  });

  it.each<[string, SiteFields]>([
    ["a text", { ...defaults, words: { ...defaults.words, homeLead: "Somebody else helps you now." } }],
    ["a name", named("Wicket Desk")],
    ["a figure", { ...defaults, figures: { ...defaults.figures, users: "Ask Ravi" } }],
    ["a translation", { ...defaults, translations: { ta: { homeLead: "வணக்கம்" } } }],
    ["the law", { ...defaults, legal: { ...defaults.legal, governingLaw: "Goa" } }],
    ["a helpline's note", { ...defaults, helplines: [{ name: "Desk", note: "Ask Ravi" }] }],
  ])("waits by the rule and is told to the owners where it is %s", async (_what, values) => {
    await start();
    await withWebhook();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    expect((await call("PUT", "", values)).statusCode).toBe(202);
    expect(await notified()).toMatchObject([{ waits: true, by: "owner@example.com" }]);
    expect((await view()).values).toEqual(defaults);
  });

  it("that waits for its time waits for a second owner once the rule asks for one", async () => {
    await start();
    await secondOwner();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    await call("PUT", "", withAddress("thief@example.com"));
    await test.services.channels.setRule({ kind: "approval" }, null);
    test.clock.advance({ minutes: 61 });
    await test.services.siteSettings.poll();
    expect((await page("/terms")).body).not.toContain("thief@example.com");
    expect((await view()).proposal?.publishesAt).toBeNull();
  });

  it("outlasts another owner's change of a colour", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    await call("PUT", "", withAddress("care@example.com"));
    expect((await call("PUT", "", colored("#123456"), second)).statusCode).toBe(200);
    expect((await approve(second)).statusCode).toBe(200);
    expect((await page("/terms")).body).toContain("care@example.com");
    expect((await page("/")).body).toContain("--brand:#123456");
  });

  it("is not approved by whose draft it was", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    await call("PUT", "/draft", withAddress("thief@example.com"));
    const published = { ...withAddress("thief@example.com"), brands: named("Wicket Desk").brands };
    expect((await call("PUT", "", published, second)).statusCode).toBe(202);
    expect((await view()).proposal?.canApprove).toBe(false);
    expect((await approve(owner)).statusCode).toBe(403);
  });

  it("is not approved by who has reset the account whose draft it was, or the one that proposed it", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    const { siteSettings, trust } = test.services;
    const third = { id: "third", email: "third@example.com", role: "owner" as const };
    const input = { ...third, passwordHash: "" };
    await test.store.members.insert(input, 1);
    await siteSettings.saveDraft(withAddress("thief@example.com"), (await view()).version, third);
    const published = { ...withAddress("thief@example.com"), brands: named("Wicket Desk").brands };
    expect((await call("PUT", "", published, second)).statusCode).toBe(202);
    const mayApprove = async () => (await view()).proposal?.canApprove;
    expect(await mayApprove()).toBe(true);
    await trust.recordReset("third", { by: test.member.id, at: 1, factors: ["a"] });
    expect(await mayApprove()).toBe(false);
    expect((await approve(owner)).statusCode).toBe(403);
    await trust.signedInWith("third", "a");
    expect(await mayApprove()).toBe(true);
    await trust.recordReset(test.agent.id, { by: test.member.id, at: 1, factors: [] });
    expect(await mayApprove()).toBe(false);
  });

  it("stays in the history for a day, however much follows", async () => {
    await start();
    await call("PUT", "", withAddress("thief@example.com"));
    for (let at = 1; at <= 60; at += 1)
      await call("PUT", "", { ...colored(`#1234${at + 10}`), support: { email: "thief@example.com" } });
    const { history } = await view();
    expect(history).toHaveLength(50);
    expect(history.at(-1)).toMatchObject({ number: 1, isSensitive: true });
  });

  it("notifies the owners with the values before and after; other changes do not", async () => {
    await start();
    await withWebhook();
    await call("PUT", "", colored("#123456"));
    await call("PUT", "", { ...colored("#123456"), support: { email: "care@example.com" } });
    expect(await notified()).toMatchObject([
      {
        by: "owner@example.com",
        waits: false,
        changes: [{ path: "support.email", before: "support@example.com", after: "care@example.com" }],
      },
    ]);
  });
});

describe("the owner's words for Why Choose", () => {
  const saying = (words: Partial<SiteFields["words"]>, hi: SiteFields["translations"]["hi"] = {}): SiteFields => ({
    ...defaults,
    words: { ...defaults.words, ...words },
    translations: { hi },
  });

  it("stand in each language, with ours for what they leave out", async () => {
    await start();
    expect((await page("/")).body).not.toContain('"reasons":');
    const ours = "Every channel here is our own.";
    const own = { whyTitle: "Reasons to stay", fastTitle: "Quick as a catch", secureText: ours };
    expect((await call("PUT", "", saying(own, { fastTitle: "कैच जैसी फुर्ती" }))).statusCode).toBe(200);
    const home = (await page("/")).body;
    for (const text of ["<h2>Reasons to stay</h2>", "<h3>Quick as a catch</h3>", "with one tap.", "100% Secure", ours])
      expect(home).toContain(text);
    expect(home).toContain('"reasons":{"why":"Reasons to stay","fast":{"title":"Quick as a catch"}}');
    const hindi = (await page("/hi")).body;
    for (const text of ['<h2 lang="en">Reasons to stay</h2>', "<h3>कैच जैसी फुर्ती</h3>", "यहाँ का हर चैनल हमारा अपना है।"])
      expect(hindi).toContain(text);
    expect((await page("/ta")).body).toContain('<h3 lang="en">Quick as a catch</h3>');
    expect((await call("PUT", "", defaults)).statusCode).toBe(200);
    expect((await page("/hi")).body).toContain("<h3>तुरंत जवाब</h3>");
  });

  it("name nobody else", async () => {
    await start();
    for (const [path, values] of [
      ["words.alwaysText", saying({ alwaysText: "Write to +91 98765 43210 at night." })],
      ["translations.hi.fastTitle", saying({}, { fastTitle: "t.me/thief" })],
    ] as const) {
      expect((await call("PUT", "", values)).json().errors).toEqual({ [path]: expect.any(String) });
    }
  });
});

describe("a logo", () => {
  const withLogo = (logo: string): SiteFields => ({
    ...defaults,
    brands: { ...defaults.brands, home: { ...defaults.brands.home, logo } },
  });

  it("is stored as pixels alone, has an address of its own, and stands in the header without its content", async () => {
    await start();
    const png = await sharp({ create: { width: 400, height: 200, channels: 4, background: "#f93" } })
      .withExif({ IFD0: { Copyright: "somebody" } })
      .png()
      .toBuffer();
    expect((await call("PUT", "", withLogo(png.toString("base64")))).statusCode).toBe(200);
    const { body } = await page("/");
    const [, src = ""] = /<img src="(\/logo\/home-[\w-]+\.webp)"/.exec(body) ?? [];
    const { rawPayload, headers } = await page(src);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": expect.stringContaining("immutable"),
    });
    const { exif, ...picture } = await sharp(rawPayload).metadata();
    expect(picture).toMatchObject({ format: "webp", width: 128, height: 64 });
    expect(exif).toBeUndefined();
    expect(body).not.toContain(rawPayload.toString("base64").slice(0, 40));
    expect((await page(src.replace("home", "contact"))).statusCode).toBe(404);
    expect((await page("/contact")).body).not.toContain('<img src="/logo/');
  });

  it("is the icon, the link picture and on the poster of each document, and in the files that browsers look for", async () => {
    await start();
    const drawn = (await page("/og.png")).rawPayload;
    const blue = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#0057b8" } })
      .png()
      .toBuffer();
    expect((await call("PUT", "", withLogo(blue.toString("base64")))).statusCode).toBe(200);
    const { body } = await page("/");
    const manifest: { icons: Array<{ src: string }> } = (await page("/site.webmanifest")).json();
    const poster = (await page("/poster/home/hi")).body;
    const addressed = [body, poster, (await page("/keep")).body]
      .flatMap((html) => [...html.matchAll(/(?:rel="icon" href|og:image" content|<img src)="([^"]+)"/g)])
      .map(([, src = ""]) => new URL(src, "http://localhost").pathname);
    const sources = [...new Set([...addressed, ...manifest.icons.map(({ src }) => src)])];
    expect(sources.map((src) => src.replace(/^\/logo\/home-[\w-]{8}-?/, "")).sort()).toEqual([
      ".webp",
      "/favicon.svg",
      "192.png",
      "32.png",
      "512.png",
      "link.png",
      "mask.png",
    ]);
    /** Whether the logo is in the middle of a picture, or in its upper half. */
    const isLogo = async (src: string) => {
      const { rawPayload } = await page(src);
      const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const height = Math.round(info.height * (info.width > info.height ? 0.31 : 0.5));
      const at = 3 * (info.width * height + Math.round(info.width / 2));
      return [0, 0x57, 0xb8].every((channel, index) => Math.abs(channel - data[at + index]!) <= 3);
    };
    for (const src of [...sources, "/og.png", "/icon-192.png", "/icon-512.png", "/apple-touch-icon.png"]) {
      if (!src.endsWith(".svg")) expect(await isLogo(src), src).toBe(true);
    }
    expect((await page("/favicon-2.svg")).body).toMatch(/^<svg .*data:image\/png;base64,.*>2<\/text>/s);
    expect((await page("/favicon.ico")).rawPayload.subarray(22, 26).toString("latin1")).toContain("PNG");
    // Nothing is left of it afterwards.
    expect((await call("PUT", "", defaults)).statusCode).toBe(200);
    expect((await page("/og.png")).rawPayload.equals(drawn)).toBe(true);
    for (const src of sources.filter((one) => one.startsWith("/logo/"))) expect((await page(src)).statusCode).toBe(404);
  });

  it.each([
    [{ width: 63, height: 20 }, "This picture is too small: its longer side needs at least 64 pixels."],
    [{ width: 1100, height: 1000 }, "This picture has more than 1,000,000 pixels: send a smaller one."],
  ])("is refused with %o pixels, and says why", async (size, error) => {
    await start();
    const png = await sharp({ create: { ...size, channels: 3, background: "#f93" } })
      .png()
      .toBuffer();
    const response = await call("PUT", "", withLogo(png.toString("base64")));
    expect(response.json().errors).toEqual({ "brands.home.logo": error });
  });

  it("is refused if it is no picture, such as an SVG", async () => {
    await start();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
      "base64",
    );
    expect((await call("PUT", "", withLogo(svg))).json().errors).toEqual({
      "brands.home.logo": "This must be a PNG, WebP or JPEG picture.",
    });
  });
});

describe("a notice", () => {
  const later = (minutes: number) => new Date(test.clock.now() + minutes * 60_000).toISOString();
  const slow = {
    text: "WhatsApp is slow today",
    translations: { hi: "WhatsApp आज धीमा है" },
    pages: ["home"],
    tone: "warning",
  };

  it("shows on its pages while its time lasts, in the signed list and in the feed, and goes by itself", async () => {
    await start();
    const notice = { ...slow, from: later(60), until: later(120) };
    expect((await call("PUT", "", { ...defaults, notices: [notice] })).statusCode).toBe(200);
    const listed = async () => {
      const { payload } = (await page("/.well-known/official-channels.json")).json();
      return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { notices: unknown[] }).notices;
    };
    const shown = async () => ({
      home: (await page("/")).body.includes(slow.text),
      contact: (await page("/contact")).body.includes(`>${slow.text}<`),
      feed: (await page("/notices.xml")).body.includes(slow.text),
      hindi: (await page("/hi/notices.xml")).body.includes(slow.translations.hi),
      list: (await listed()).length,
    });
    const hidden = { home: false, contact: false, feed: false, hindi: false, list: 0 };
    expect(await shown()).toEqual(hidden);
    test.clock.advance({ minutes: 60 });
    expect(await shown()).toEqual({ home: true, contact: false, feed: true, hindi: true, list: 1 });
    test.clock.advance({ minutes: 60 });
    expect(await shown()).toEqual(hidden);
  });

  it("is live at once and told where it is brief, also while another change waits", async () => {
    await start();
    await withWebhook();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    await call("PUT", "", withAddress("care@example.com"));
    // The outbox is read in the order of time.
    test.clock.advance({ seconds: 1 });
    const brief = { ...slow, text: "WhatsApp is slow until 18:30 on 24 December", until: later(1440) };
    expect((await call("PUT", "", { ...defaults, notices: [brief] })).statusCode).toBe(200);
    expect((await page("/")).body).toContain(brief.text);
    expect(await notified()).toMatchObject([{ waits: true }, { waits: false, changes: [{ path: "notices" }] }]);
    expect((await view()).proposal).not.toBeNull();
    // An undo takes the notice down at once.
    expect((await call("POST", "/history/1/undo")).statusCode).toBe(200);
    expect((await page("/")).body).not.toContain(brief.text);
  });

  it("is taken down by any owner with one press: at once, without a step-up, whatever waits, and told", async () => {
    await start({ env: { LIMIT_PROOF_MINUTES: "1" } });
    await withWebhook();
    const second = await secondOwner();
    const other = { ...slow, text: "Read the terms", until: null };
    await call("PUT", "", { ...defaults, notices: [{ ...slow, until: null }, other] });
    await test.services.channels.setRule({ kind: "approval" }, null);
    await call("PUT", "", { ...withAddress("care@example.com"), notices: (await view()).values.notices });
    test.clock.advance({ minutes: 2 });
    const take = (text: string, cookie: string) =>
      test.app.inject({ method: "POST", url: "/api/site/notices/removal", payload: { text }, headers: { cookie } });
    expect((await take(slow.text, second)).statusCode).toBe(200);
    const { body } = await page("/");
    expect([body.includes(slow.text), body.includes(other.text)]).toEqual([false, true]);
    expect((await notified()).at(-1)).toMatchObject({ waits: false, by: "agent@example.com" });
    expect((await view()).proposal).not.toBeNull();
    expect((await take(slow.text, second)).statusCode).toBe(404);
    // Another notice that is not allowed any more does not keep it up either.
    expect((await take(other.text, owner)).statusCode).toBe(200);
  });

  it("is told to the other owners, each with one press, until it is over or taken down", async () => {
    await start();
    const second = await secondOwner();
    const told = async (cookie: string) =>
      (await test.app.inject({ url: "/api/trust-changes", headers: { cookie } })).json().notices;
    const brief = { ...slow, until: later(60) };
    const long = { ...slow, text: "Read the terms", until: null };
    expect((await call("PUT", "", { ...defaults, notices: [long, brief] })).statusCode).toBe(200);
    // If there is no rule, nothing waits, so that nothing is an exception.
    expect(await told(second)).toEqual([]);
    await test.services.channels.setRule({ kind: "approval" }, null);
    const one = { text: slow.text, from: null, until: brief.until, by: "owner@example.com" };
    expect(await told(second)).toMatchObject([one]);
    // The owner who has published it knows.
    expect(await told(owner)).toEqual([]);
    const planned = { ...slow, text: "Slow tonight", from: later(120), until: later(180) };
    await call("PUT", "", { ...defaults, notices: [long, brief, planned] });
    expect(await told(second)).toMatchObject([one, { text: planned.text, from: planned.from }]);
    const payload = { text: planned.text };
    await test.app.inject({ method: "POST", url: "/api/site/notices/removal", payload, headers: { cookie: second } });
    expect(await told(second)).toMatchObject([one]);
    test.clock.advance({ minutes: 60 });
    expect(await told(second)).toEqual([]);
  });

  it("is no news to others once another owner has approved it", async () => {
    await start();
    const second = await secondOwner();
    await test.services.channels.setRule({ kind: "approval" }, null);
    // Together with what waits, it waits.
    const notices = [{ ...slow, until: later(60) }];
    expect((await call("PUT", "", { ...withAddress("care@example.com"), notices })).statusCode).toBe(202);
    const { proposal } = await view();
    const url = `/api/site/proposals/${proposal?.id}/approve`;
    expect((await test.app.inject({ method: "POST", url, headers: { cookie: second } })).statusCode).toBe(200);
    const response = await test.app.inject({ url: "/api/trust-changes", headers: { cookie: second } });
    expect(response.json().notices).toEqual([]);
  });

  it.each<[string, object]>([
    ["runs for longer", { until: 1441 }],
    ["holds other digits", { text: "Ask for desk 77" }],
  ])("waits where it %s", async (_what, more) => {
    await start();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    const until = later("until" in more ? Number(more.until) : 60);
    expect((await call("PUT", "", { ...defaults, notices: [{ ...slow, ...more, until }] })).statusCode).toBe(202);
  });

  it("waits by the publishing rule, and may name nobody else", async () => {
    await start();
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    expect((await call("PUT", "", { ...defaults, notices: [slow] })).statusCode).toBe(202);
    const foreign = { ...slow, text: "Now write to t.me/thief", translations: {} };
    const inHindi = { ...slow, translations: { hi: "लिखें t.me/thief" } };
    for (const notice of [foreign, inHindi])
      expect((await call("PUT", "", { ...defaults, notices: [notice] })).json().errors).toEqual({
        [notice === foreign ? "notices.0.text" : "notices.0.translations.hi"]: expect.stringContaining("t.me/thief"),
      });
  });
});

describe("the preview", () => {
  const ask = async (cookie: string | undefined, values: unknown) =>
    test.app.inject({
      method: "POST",
      url: "/ContactAdmin/settings/preview",
      payload: new URLSearchParams({ values: JSON.stringify(values), page: "terms", scheme: "dark" }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(cookie === undefined ? {} : { cookie }),
      },
    });

  it("shows what is typed, without scripts, in a frame of this site alone; visitors see nothing of it", async () => {
    await start();
    const { statusCode, body, headers } = await ask(owner, withAddress("care@example.com"));
    expect(statusCode).toBe(200);
    expect(body).toContain("care@example.com");
    expect(body).not.toContain("<script");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("script-src");
    expect((await page("/terms")).body).not.toContain("care@example.com");
  });

  it.each([
    ["an agent", () => test.signIn("agent")],
    ["nobody", async () => undefined],
  ])("refuses %s", async (_who, cookieOf) => {
    await start();
    const { statusCode, body, headers } = await ask(await cookieOf(), withAddress("care@example.com"));
    expect([statusCode, body]).toEqual([403, ""]);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  });
});

it("keeps a draft for the owners alone", async () => {
  await start();
  await call("PUT", "/draft", named("Wicket Desk"));
  expect((await view()).draft).toMatchObject({ by: "owner@example.com", values: named("Wicket Desk") });
  expect((await page("/")).body).not.toContain("Wicket Desk");
  await call("PUT", "/draft", null);
  expect((await view()).draft).toBeNull();
});

it("leaves a draft to its author when another change is undone, and takes it with the form that publishes", async () => {
  await start();
  await call("PUT", "", named("Marigold Desk"));
  await call("PUT", "/draft", named("Wicket Desk"));
  await call("POST", "/history/1/undo");
  expect((await view()).draft).toMatchObject({ values: named("Wicket Desk") });
  await call("PUT", "", named("Wicket Desk"));
  expect((await view()).draft).toBeNull();
});

it("leaves another owner's draft alone when one publishes something else", async () => {
  await start();
  const other = { id: "other", email: "other@example.com", role: "owner" as const };
  const { siteSettings } = test.services;
  const { values } = await siteSettings.view(test.member);
  const withName = (name: string) => ({ ...values, words: { ...values.words, contactTitle: name } });
  const version = async () => (await siteSettings.view(test.member)).version;
  await siteSettings.saveDraft(withName("Theirs"), await version(), other);
  expect(await siteSettings.save(withName("Mine"), await version(), test.member)).toMatchObject({ ok: true });
  expect((await siteSettings.view(test.member)).draft?.values.words.contactTitle).toBe("Theirs");
  // Whoever publishes what the draft says has taken it.
  expect(await siteSettings.save(withName("Theirs"), await version(), test.member)).toMatchObject({ ok: true });
  expect((await siteSettings.view(test.member)).draft).toBeNull();
});

it("refuses a country without a calling code, and reads a store that has one as the default", async () => {
  await start();
  const { siteSettings, settings } = test.services;
  for (const country of ["UK", "XX"]) {
    const { values, version } = await siteSettings.view(test.member);
    const outcome = await siteSettings.save({ ...values, country }, version, test.member);
    expect(english(outcome)).toMatchObject({
      ok: false,
      errors: { country: expect.stringContaining("calling code") as string },
    });
  }
  await call("PUT", "", named("Wicket Desk"));
  await settings.replacePart("site", async (part) => {
    const { values, ...others } = part as { values: object };
    return { part: { ...others, values: { ...values, country: "XX" } }, entry: null, messages: [] };
  });
  await siteSettings.poll();
  expect(test.config.site).toMatchObject({ country: "IN", brands: { home: { name: "Wicket Desk" } } });
});

it("reads what a newer version has stored without what is new in it, and the draft too", async () => {
  await start();
  const { siteSettings, settings } = test.services;
  const hindi = { contactTitle: "पूछें", governingLaw: "गोवा" };
  const helpline = { name: "Asha", phone: "1800", translations: { hi: { name: "आशा" } } };
  const known = { ...named("Wicket Desk"), helplines: [helpline], translations: { hi: hindi } };
  await call("PUT", "", known);
  await settings.replacePart("site", (part) => {
    const { values, ...others } = part as { values: Record<string, object> };
    const newer = {
      ...values,
      sports: ["cricket"],
      words: { ...values["words"], footer: "Bye" },
      helplines: [{ ...helpline, hours: "9-17", translations: { hi: { name: "आशा", hours: "९" }, xx: { name: "A" } } }],
      translations: { hi: { ...hindi, footer: "फिर मिलेंगे" }, xx: { contactTitle: "Xx" } },
    };
    const draft = { values: newer, by: null, at: test.clock.now() };
    return Promise.resolve({ part: { ...others, values: newer, draft }, entry: null, messages: [] });
  });
  await siteSettings.poll();
  expect(test.config.site).toMatchObject({ brands: { home: { name: "Wicket Desk" } } });
  const { values, draft } = await siteSettings.view(test.member);
  for (const read of [values, draft?.values]) {
    expect(read?.helplines).toEqual([helpline]);
    expect(read?.translations).toEqual({ hi: hindi });
    expect(read?.words).not.toHaveProperty("footer");
    expect(read).not.toHaveProperty("sports");
  }
  expect((await call("GET", "")).statusCode).toBe(200);
});

it("ignores a site that another program wrote into the store, and shows the last good one", async () => {
  await start();
  await call("PUT", "", named("Wicket Desk"));
  const row = await test.db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", "settings")
    .executeTakeFirstOrThrow();
  await test.db
    .updateTable("setting")
    .set({ value: row.value.replaceAll("Wicket Desk", "Thief Desk") })
    .execute();
  await test.services.siteSettings.poll();
  expect((await page("/")).body).toContain("Wicket Desk");
});

it("is fixed by the configuration file if the operator says so, and exported as one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const path = join(folder, "site.json");
  await start();
  await call("PUT", "", named("Wicket Desk"));
  writeFileSync(path, (await call("GET", "/export.json")).body);
  await test.close();

  await start({ env: { SITE_CONFIG: path, SITE_CONFIG_FIXED: "true" } });
  expect(await view()).toMatchObject({ isFixed: true, values: named("Wicket Desk") });
  expect((await call("PUT", "", named("Other Desk"))).statusCode).toBe(409);
  expect((await page("/")).body).toContain("Wicket Desk");
});
