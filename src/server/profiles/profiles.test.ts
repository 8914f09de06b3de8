import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { profileInputSchema } from "#contract/auth/profile.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { languageCodes } from "#domain/languages.ts";
import { goodInquiry } from "../testing-api.ts";
import { english } from "../testing-message-codes.ts";
import { createTestApp, type TestApp } from "../testing.ts";

/** Tests what visitors see of members, and what a stolen session or a database account makes of it. */

const lure = "WhatsApp 98123 45670";
let desk: TestApp;
let key: string;
let inquiryId: string;

beforeEach(async () => {
  desk = await createTestApp();
  await desk.signIn();
  await desk.signIn("agent");
  ({ receiptKey: key } = await desk.services.inquiries.submit(goodInquiry, { isSuspected: false, language: "hi" }));
  ({ id: inquiryId } = await desk.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
});
afterEach(() => desk.close());

const profiles = () => desk.services.profiles;
const setNames = (names: Record<string, string>, signatures = {}) => profiles().set(desk.agent, { names, signatures });

async function reply(text = "It is paid out."): Promise<string> {
  const { version } = await desk.db.selectFrom("inquiry").select("version").executeTakeFirstOrThrow();
  const input = { id: randomUUID(), way: "page" as const, text, status: undefined };
  expect(await desk.services.replies.send(inquiryId, Number(version), input, desk.agent)).toMatchObject({ ok: true });
  desk.clock.advance({ seconds: leavesAfterMs / 1000 + 1 });
  return input.id;
}

const shown = async () =>
  ((await desk.services.conversations.find(key))?.entries ?? []).map(({ by, face }) => ({ by, face }));
const page = async () => (await desk.app.inject(`/hi/receipt?key=${key}`)).body;
const alarm = async () => english((await desk.services.signedMembers.verify()).alarm?.message ?? null);
const audited = async () =>
  (await desk.db.selectFrom("audit_entry").select("kind").orderBy("number").execute()).map(({ kind }) => kind);

const picture = async (background = "red") =>
  (
    await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .withExif({ IFD0: { Copyright: "secret place" } })
      .toBuffer()
  ).toString("base64");

it("shows the name that a member set, in the visitor's language, on the private page", async () => {
  await reply();
  expect(await shown()).toEqual([{ by: "", face: "" }]);
  await setNames({ en: "Asha Rao" });
  await reply();
  await setNames({ en: "Asha Rao", hi: "आशा राव" });
  await reply();
  expect((await shown()).slice(1)).toEqual([
    { by: "Asha Rao", face: "AR" },
    { by: "आशा राव", face: "आरा" },
  ]);
  expect(await page()).toContain("आशा राव");
  expect(await page()).not.toContain(desk.agent.email);
  expect(await audited()).toContain("profile-changed");
});

it("refuses a text that leads elsewhere in each field that takes one, whatever is added to the schema", async () => {
  const fields = Object.entries(profileInputSchema.shape).filter(([, schema]) => schema instanceof z.ZodRecord);
  expect(fields.map(([name]) => name)).toEqual(["names", "signatures"]);
  const others = Object.keys(profileInputSchema.shape).filter((name) => !fields.some(([one]) => one === name));
  expect(others).toEqual(["picture"]);
  for (const [name] of fields)
    for (const language of languageCodes) {
      const input = { names: {}, signatures: {}, [name]: { [language]: lure } };
      const result = await profiles().set(desk.agent, profileInputSchema.parse(input));
      expect(result).toEqual({ ok: false, errors: { [`${name}.${language}`]: expect.any(String) } });
    }
  expect(await desk.db.selectFrom("member_profile").selectAll().execute()).toEqual([]);
});

it("needs a fresh step-up: a stolen session sets nothing", async () => {
  const cookie = await createTestApp().then(async (other) => {
    const own = await other.signIn("agent");
    other.clock.advance({ minutes: 30 });
    const put = await other.app.inject({
      method: "PUT",
      url: "/api/profile",
      headers: { cookie: own },
      payload: { names: { en: "Asha" }, signatures: {} },
    });
    await other.close();
    return put;
  });
  expect(cookie.statusCode).toBe(403);
});

describe("a database account", () => {
  const rewrite = (values: Partial<Record<"names" | "signatures" | "picture" | "member_id", string>>) =>
    desk.db.updateTable("member_profile").set(values).execute();

  it.each(["names", "signatures"] as const)("shows nothing by writing %s, and is an alarm", async (column) => {
    await setNames({ en: "Asha" }, { en: "Front desk" });
    await rewrite({ [column]: JSON.stringify({ en: "Help desk" }) });
    await reply();
    expect(await shown()).toEqual([{ by: "", face: "" }]);
    expect(await profiles().own(desk.agent.id)).toMatchObject({ names: {}, signatures: {} });
    expect(await alarm()).toContain("what visitors see of one member");
    await setNames({ en: "Asha" });
    expect(await alarm()).toBeNull();
  });

  it("gives no member the row of another one", async () => {
    await profiles().set(desk.member, { names: { en: "Owner" }, signatures: {} });
    await rewrite({ member_id: desk.agent.id });
    await reply();
    expect(await shown()).toEqual([{ by: "", face: "" }]);
  });

  it.each([
    ["another name", JSON.stringify({ name: lure, picture: null })],
    ["no name", null],
    ["no JSON", lure],
  ])("changes no reply to %s: it is gone, and an alarm", async (_what, author) => {
    await setNames({ en: "Asha" });
    const id = await reply();
    expect(await alarm()).toBeNull();
    await desk.db.updateTable("inquiry_entry").set({ author }).execute();
    expect(await shown()).toEqual([]);
    expect(await page()).not.toContain("98123");
    expect(await alarm()).toContain("one reply to visitors");
    // Whoever sends it again vouches for the text that they see, not for a name.
    await desk.services.replies.retry(id);
    expect(await shown()).toEqual([{ by: "", face: "" }]);
  });

  it("puts no name on a reply that had none", async () => {
    await reply();
    await desk.db
      .updateTable("inquiry_entry")
      .set({ author: JSON.stringify({ name: "Bank", picture: null }) })
      .execute();
    expect(await shown()).toEqual([]);
  });

  it("changes no picture", async () => {
    await profiles().set(desk.member, { names: { en: "Owner" }, signatures: {}, picture: await picture() });
    const { pictureId } = await profiles().own(desk.member.id);
    expect(await profiles().picture(pictureId)).not.toBeNull();
    await rewrite({ picture: await picture("blue") });
    expect(await profiles().picture(pictureId)).toBeNull();
    expect(await alarm()).toContain("what visitors see of one member");
  });
});

describe("a picture", () => {
  it("is stored as a small square of pixels, and waits for an owner", async () => {
    await setNames({ en: "Asha" });
    const set = await profiles().set(desk.agent, {
      names: { en: "Asha" },
      signatures: {},
      picture: await picture(),
    });
    if (!set.ok) throw new Error("refused");
    const stored = Buffer.from(set.profile.picture ?? "", "base64");
    expect(await sharp(stored).metadata()).toMatchObject({ format: "webp", width: 96, height: 96 });
    expect(stored.toString("latin1")).not.toContain("secret place");
    expect(set.profile.pictureState).toBe("waits");
    const url = `/portrait/${set.profile.pictureId}.webp`;
    expect((await desk.app.inject(url)).statusCode).toBe(404);
    await reply();
    expect(await shown()).toEqual([{ by: "Asha", face: "A" }]);

    // An owner approves what they saw, not what came after it.
    await profiles().set(desk.agent, { names: { en: "Asha" }, signatures: {}, picture: await picture("blue") });
    expect(await profiles().showPicture(desk.agent.id, set.profile.pictureId, desk.member)).toEqual({
      ok: false,
      reason: "changed",
    });
    const { pictureId } = await profiles().own(desk.agent.id);
    expect(await profiles().showPicture(desk.agent.id, pictureId, desk.member)).toEqual({ ok: true });
    await reply();
    expect((await shown())[1]).toEqual({ by: "Asha", face: `/portrait/${pictureId}.webp` });
    const sent = await desk.app.inject(`/portrait/${pictureId}.webp`);
    expect(sent.headers["content-type"]).toBe("image/webp");
    expect(await audited()).toContain("profile-picture-shown");

    // A deactivated member's replies keep the name alone.
    await desk.db.updateTable("member").set({ is_active: 0 }).where("id", "=", desk.agent.id).execute();
    expect((await desk.app.inject(`/portrait/${pictureId}.webp`)).statusCode).toBe(404);
    expect((await shown())[1]?.by).toBe("Asha");
  });

  it.each(["<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "\x89PNG\r\n\x1a\n broken", "GIF89a"])(
    "is no %j",
    async (content) => {
      const input = { names: {}, signatures: {}, picture: Buffer.from(content, "latin1").toString("base64") };
      expect(await profiles().set(desk.agent, input)).toMatchObject({
        ok: false,
        errors: { picture: expect.any(String) },
      });
    },
  );

  it("stays where only texts change, and goes when it is removed", async () => {
    await profiles().set(desk.member, { names: {}, signatures: {}, picture: await picture() });
    await profiles().set(desk.member, { names: { en: "Owner" }, signatures: {} });
    expect(await profiles().own(desk.member.id)).toMatchObject({ pictureState: "shown", names: { en: "Owner" } });
    await profiles().set(desk.member, { names: { en: "Owner" }, signatures: {}, picture: null });
    expect(await profiles().own(desk.member.id)).toMatchObject({ pictureState: "none", picture: null });
  });
});

it("an owner takes a name back, also from earlier replies, which stay proved", async () => {
  await setNames({ en: "Boss of the bank" }, { en: "Trust me" });
  await reply("first");
  await reply("second");
  expect((await profiles().list()).map(({ memberId, names }) => [memberId, names])).toEqual([
    [desk.agent.id, { en: "Boss of the bank" }],
  ]);
  expect(await profiles().reset(desk.agent.id, desk.member)).toBe(true);
  expect(await shown()).toEqual([
    { by: "", face: "" },
    { by: "", face: "" },
  ]);
  expect(await page()).not.toContain("Boss");
  expect(await alarm()).toBeNull();
  expect(await audited()).toContain("profile-reset");
  expect(await profiles().reset(desk.agent.id, desk.member)).toBe(false);
});
