import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelHistory, ExportedFile } from "#contract/channels/channel-list.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import type { Member } from "#contract/auth/session.ts";
import type { ChannelList } from "#domain/channels/channel-list.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { changeNotification } from "../notifications/channel-copy.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let desk: TestApp;
let owner: string;
beforeEach(async () => {
  desk = await createTestApp();
  owner = await desk.signIn();
  await desk.store.members.insert({ ...other, passwordHash: "none" }, desk.clock.now());
});
afterEach(() => desk.close());

const other: Member = { id: "second", email: "second@example.com", role: "owner" };
const secondOwner = async () => `session=${(await desk.services.sessions.start(other)).token}`;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Called<Body> {
  status: number;
  body: Body & { message: string; needs?: string; errors?: Record<string, string> };
}

async function call<Body>(cookie: string, method: Method, path: string, payload?: object): Promise<Called<Body>> {
  const response = await desk.app.inject({
    method,
    url: `/api/contacts${path}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json<Called<Body>["body"]>() };
}

const telegram = { type: "telegram", value: "https://t.me/saffron_example", isActive: true, proof: "Match notes" };
const tamil = "போட்டிக் குறிப்புகள்";
const hindi = "मैच के नोट्स";
const foreign = "அழைக்க +44 7700 900666";

const added = async (translations?: object) =>
  (await call<TeamChannel>(owner, "POST", "", { ...telegram, ...(translations && { translations }) })).body;
const patch = (id: string, translations: object) => call<TeamChannel>(owner, "PATCH", `/${id}`, { translations });
const list = async (): Promise<ChannelList> => (await desk.services.channels.channelList()).list;
const stored = async () => (await list()).channels[0]?.translations;
const page = async (path: string) => (await desk.app.inject(path)).body;

describe("a description in another language", () => {
  it("is stored beside the others: one left out stays, an empty one is removed, blanks are none", async () => {
    const { _id, translations } = await added({ ta: ` ${tamil} `, hi: "", bn: "  " });
    expect(translations).toEqual({ ta: tamil });
    expect((await patch(_id, { hi: hindi })).body.translations).toEqual({ hi: hindi, ta: tamil });
    expect((await call<TeamChannel>(owner, "PUT", `/${_id}`, telegram)).body.translations).toEqual({
      hi: hindi,
      ta: tamil,
    });
    expect((await patch(_id, { ta: "", hi: "" })).body.translations).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });

  it("is refused at its field, by the name of its language, in the language of the member", async () => {
    const { _id } = await added();
    expect(await patch(_id, { ta: "க".repeat(501) })).toMatchObject({
      status: 422,
      body: { errors: { "translations.ta": expect.stringMatching(/^Description \(Tamil\) .*500/) } },
    });
    expect(await patch(_id, { xx: "x" })).toMatchObject({
      status: 422,
      body: { errors: { translations: expect.stringContaining(furtherLanguages.join(", ")) } },
    });
    const headers = { cookie: owner, "accept-language": "hi-IN" };
    const url = `/api/contacts/${_id}`;
    const inHindi = await desk.app.inject({
      method: "PATCH",
      url,
      headers,
      payload: { translations: { ta: foreign } },
    });
    expect(inHindi.json().errors["translations.ta"]).toContain("तमिल");
  });

  it.each(furtherLanguages)("is held to the same check as the English one: %s", async (language) => {
    const { _id } = await added();
    const name = new Intl.DisplayNames("en", { type: "language" }).of(language);
    const problem = expect.stringContaining(`This description in ${name} names +44 7700 900666`);
    const wrong = { [language]: foreign };
    const field = `translations.${language}`;
    const file = { format: "front-desk-channels", version: 1, channels: [{ ...telegram, translations: wrong }] };
    const times = { from: "2027-01-01T00:00:00Z", until: null };
    for (const [answer, at] of [
      [await patch(_id, wrong), field],
      [await call(owner, "POST", "", { ...telegram, value: "@saffron_more", translations: wrong }), field],
      [
        await call(owner, "POST", `/${_id}/schedules`, { fields: { translations: wrong }, ...times }),
        `fields.${field}`,
      ],
      [await call(owner, "POST", "/import", { file }), `file.channels.0.${field}`],
    ] as const) {
      expect([answer.status, answer.body.errors]).toEqual([422, { [at]: problem }]);
    }
    expect(await stored()).toBeUndefined();
  });

  it("is read together with what stands beside it in that language, also where that is English", async () => {
    const first = await added({ ta: "எங்கள் எண்: 90000" });
    const email = { type: "email", value: "desk@example.com", isActive: true, proof: "00002, daily" };
    const { status, body } = await call(owner, "POST", "", email);
    expect([status, Object.values(body.errors ?? {})]).toEqual([
      422,
      [expect.stringContaining("description in Tamil and those beside it name 90000")],
    ]);
    await patch(first._id, { ta: "" });
    expect((await call(owner, "POST", "", email)).status).toBe(201);
  });

  it("is a sensitive change: it needs a step-up, waits for a second owner, and tells the owners what it says", async () => {
    const { _id } = await added({ hi: hindi });
    desk.clock.advance({ minutes: 10 });
    expect(await patch(_id, { ta: tamil })).toMatchObject({ status: 403, body: { needs: "proof" } });
    expect((await patch(_id, { hi: "" })).status).toBe(200);
    owner = await desk.signIn();
    await call(owner, "PUT", "/rule", { kind: "approval" });
    const proposed = await call<{ proposal: { id: string } }>(owner, "PATCH", `/${_id}`, {
      translations: { ta: tamil },
    });
    expect([proposed.status, await stored()]).toEqual([202, undefined]);
    const [waiting] = (await call<ChannelHistory>(owner, "GET", "/history")).body.changes;
    const told = await desk.services.channelHistory.changeToNotify(waiting?.number ?? 0);
    if (told === null) throw new Error("nothing is told");
    const options = { origin: "https://desk.example.com", timeZone: "Asia/Kolkata" };
    const { text, data } = changeNotification(told, options);
    expect(text).toContain(`without description in Tamil → Telegram`);
    expect(text).toContain(`described in Tamil as "${tamil}"`);
    expect(data["after"]).toMatchObject([{ translations: { ta: tamil } }]);
    expect((await call(await secondOwner(), "POST", `/proposals/${proposed.body.proposal.id}/approve`)).status).toBe(
      200,
    );
    expect(await stored()).toEqual({ ta: tamil });
    const [approved] = (await call<ChannelHistory>(owner, "GET", "/history")).body.changes;
    expect(approved).toMatchObject({ describes: true, after: [{ translations: { ta: tamil } }] });
    expect(approved?.before[0]?.translations).toBeUndefined();
  });

  it("comes back by undo, and begins and ends by schedule without what was changed meanwhile", async () => {
    const { _id } = await added({ hi: hindi });
    await patch(_id, { hi: "" });
    expect((await call(owner, "POST", "/history/2/undo")).status).toBe(200);
    expect(await stored()).toEqual({ hi: hindi });
    const fields = { translations: { hi: "आज रात", ta: "இன்று இரவு" } };
    const times = { from: new Date(desk.clock.now() + 60_000).toISOString() };
    const until = new Date(desk.clock.now() + 600_000).toISOString();
    expect((await call(owner, "POST", `/${_id}/schedules`, { fields, ...times, until })).status).toBe(201);
    desk.clock.advance({ minutes: 2 });
    await desk.services.channels.poll();
    expect(await stored()).toEqual(fields.translations);
    await patch(_id, { ta: tamil });
    desk.clock.advance({ minutes: 20 });
    await desk.services.channels.poll();
    expect(await stored()).toEqual({ hi: hindi, ta: tamil });
  });

  it("is in the exported file, which brings back exactly that; a file without them leaves them", async () => {
    const { _id } = await added({ hi: hindi });
    const file = (await call<ExportedFile>(owner, "GET", "/export.json")).body;
    await patch(_id, { hi: "और कुछ", ta: tamil });
    const restore = async (given: object) => {
      const { listVersion: version } = await list();
      return (await call(owner, "POST", "/import", { file: given, dryRun: false, version })).status;
    };
    const [{ translations: _none, ...channel }] = file.channels as [ExportedFile["channels"][number]];
    expect(await restore({ ...file, channels: [{ ...channel, proof: "Other" }] })).toBe(200);
    expect(await stored()).toEqual({ hi: "और कुछ", ta: tamil });
    expect(await restore(file)).toBe(200);
    expect(await stored()).toEqual({ hi: hindi });
  });

  it("raises the alarm if the store changes it alone", async () => {
    await added({ ta: tamil });
    const row = await desk.store.channelList.read();
    const envelope = JSON.parse(row?.envelope ?? "") as { payload: string };
    const payload = Buffer.from(envelope.payload, "base64url").toString().replace(tamil, foreign);
    const changed = JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString("base64url") });
    expect(changed).not.toBe(row?.envelope);
    await desk.store.channelList.replace(row, { version: row?.version ?? 0, envelope: changed }, [], [], 0);
    expect((await desk.services.channels.poll(true)).alarm).not.toBeNull();
    expect(await page("/ta/contact")).toContain(tamil);
    // An operator who trusts it gets the fault named, and may keep the texts.
    const unverified = await desk.services.signedChannels.unverified();
    expect(unverified?.channels).toMatchObject([{ translations: { ta: foreign } }]);
    const [fault] = desk.services.descriptions.faultsOf(unverified ?? { channels: [] }).values();
    expect(fault?.field).toBe("translations.ta");
  });
});

describe("a visitor", () => {
  beforeEach(async () => {
    await added({ ta: tamil, hi: hindi });
    await call(owner, "POST", "", { type: "phone", value: "1800 000 0000", isActive: true, proof: "Day and night" });
  });

  it("reads the text of the page's language, or else the English one with its language", async () => {
    const inTamil = await page("/ta/contact?tab=community");
    // The page's own language needs no mark.
    expect(inTamil).toMatch(new RegExp(`<[a-z]+(?: class="[^"]*")?>${tamil}<`));
    for (const path of ["/ta/contact", "/ta"]) {
      const body = await page(path);
      expect(body).toContain('lang="en">Day and night<');
      expect(body).not.toContain("Match notes");
      expect(body).not.toContain(hindi);
    }
    expect(await page("/bn")).toContain('lang="en">Match notes<');
    expect(await page("/")).not.toContain(tamil);
  });

  it("gets it from each call, and on /verify", async () => {
    const read = async (query: string) => JSON.parse(await page(`/api/contacts/active${query}`)).contacts;
    expect(await read("")).toMatchObject([{ proof: "Match notes" }, { proof: "Day and night" }]);
    expect(await read("")).not.toMatchObject([{ isTranslated: true }]);
    expect(await read("?language=ta")).toMatchObject([
      { proof: tamil, isTranslated: true },
      { proof: "Day and night" },
    ]);
    expect(JSON.stringify(await read("?language=ta"))).not.toContain("translations");
    const verify = async (language: string) => {
      const payload = { text: "@saffron_example", language };
      return (await desk.app.inject({ method: "POST", url: "/api/verify", payload })).json();
    };
    expect(await verify("hi")).toMatchObject({ channels: [{ proof: hindi, isTranslated: true }] });
    expect(await verify("mr")).toMatchObject({ channels: [{ proof: "Match notes" }] });
  });

  it("finds it in the signed list, as an addition to what earlier readers know", async () => {
    const signed = JSON.parse(await page("/.well-known/official-channels.json"));
    const { version, channels } = JSON.parse(Buffer.from(signed.payload, "base64url").toString());
    expect(channels).toEqual([
      {
        type: "telegram",
        value: telegram.value,
        opens: telegram.value,
        description: "Match notes",
        translations: { hi: hindi, ta: tamil },
      },
      { type: "phone", value: "1800 000 0000", opens: expect.any(String), description: "Day and night" },
    ]);
    await patch((await list()).channels[0]?.id ?? "", { ta: "" });
    const next = JSON.parse(await page("/.well-known/official-channels.json"));
    expect(JSON.parse(Buffer.from(next.payload, "base64url").toString()).version).toBe(version + 1);
  });
});
