import { afterEach, beforeEach, expect, it } from "vitest";
import type { ActiveChannelList, TeamChannel } from "#contract/channels/channel.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let desk: TestApp;
let owner: string;
beforeEach(async () => {
  desk = await createTestApp();
  owner = await desk.signIn();
});
afterEach(() => desk.close());

async function add(type: string, value: string): Promise<{ status: number; body: TeamChannel & { errors?: object } }> {
  const payload = { type, value, isActive: true, proof: "" };
  const response = await desk.app.inject({ method: "POST", url: "/api/contacts", headers: { cookie: owner }, payload });
  return { status: response.statusCode, body: response.json() };
}
const page = async (url: string) => (await desk.app.inject({ url })).body;
const active = async () => (await desk.app.inject({ url: "/api/contacts/active" })).json<ActiveChannelList>().contacts;

it("keeps a value as typed, and opens, shows and prints its usual form", async () => {
  expect((await add("phone", " 098765 43210 ")).body.value).toBe("098765 43210");
  expect((await add("facebook", "https://web.facebook.com/examplecric2")).status).toBe(201);
  expect((await add("phone", "1800 000 0000")).status).toBe(201);
  expect(await active()).toMatchObject([
    { value: "098765 43210", usual: "+91 98765 43210" },
    { value: "https://web.facebook.com/examplecric2", usual: "https://facebook.com/examplecric2" },
    { value: "1800 000 0000" },
  ]);
  const channel = await page("/contact?tab=community");
  expect(channel).toContain('href="https://facebook.com/examplecric2"');
  const quick = await page("/contact");
  expect(quick).toContain('href="tel:+919876543210"');
  expect(quick).toContain("+91 98765 43210");
  const card = await page("/contact.vcf");
  expect(card).toContain("TEL;VALUE=uri;");
  expect(card).toContain("tel:+919876543210");
  expect(card).toMatch(/TEL;VALUE=text;[^\r\n]*18000000000/);
  const verdict = await desk.app.inject({ method: "POST", url: "/api/verify", payload: { text: "+91 98765 43210" } });
  expect(verdict.json()).toMatchObject({ verdict: "official", channels: [{ value: "+91 98765 43210" }] });
});

it("refuses a 0 that is not dialled, with the number to write, and what is no channel, with the reason", async () => {
  expect(await add("whatsapp", "+91 0 98765 43210")).toMatchObject({
    status: 422,
    body: { errors: { value: "The 0 after the country code is not dialled: write +91 98765 43210." } },
  });
  expect(await add("instagram", "https://www.instagram.com/redirect?to=https://attacker.example")).toMatchObject({
    status: 422,
    body: { errors: { value: expect.stringContaining("only leads to another address") } },
  });
});

it("takes the http and the https address of a website for one", async () => {
  expect((await add("website", "http://cricket.example")).status).toBe(201);
  expect(await add("website", "https://cricket.example/")).toMatchObject({
    body: { errors: { value: "This website is listed already, as http://cricket.example." } },
  });
  expect((await add("website", "https://other.example")).status).toBe(201);
});

it("still opens, exports and imports what an earlier version has stored", async () => {
  const channel = {
    id: "old",
    type: "youtube",
    value: "https://youtu.be/8YUpvQ3DX7I",
    isActive: true,
    proof: "",
    hours: null,
  } as const;
  await desk.services.channels.run({ kind: "add", channel }, null);
  expect(await active()).toMatchObject([{ value: channel.value }]);
  const load = (channels: object[]) =>
    desk.app.inject({
      method: "POST",
      url: "/api/contacts/import",
      headers: { cookie: owner },
      payload: { file: { format: "front-desk-channels", version: 1, channels } },
    });
  expect((await load([channel])).statusCode).toBe(200);
  const other = await load([channel, { type: "youtube", value: "https://youtu.be/other1234567" }]);
  expect(other.json()).toMatchObject({
    errors: { "file.channels.1.value": expect.stringContaining("single post or video") },
  });
});
