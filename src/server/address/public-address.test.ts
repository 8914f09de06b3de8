import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { startReceiver } from "../notifications/testing.ts";
import { createTrustTest } from "../trust/testing.ts";
import { probePath } from "./address-probe.ts";

const env = { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1,other.example.com" };
/** Names that lead to this machine, as far as they are known. */
const outside = {
  resolve: async (name: string) => {
    if (name === "unknown.example.com") throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    return [{ address: "127.0.0.1", family: 4 }];
  },
  timeoutMs: 700,
};

type Desk = Awaited<ReturnType<typeof createTrustTest>>;
let desk: Desk;
let here: string;
let one: string;
async function start(more = {}) {
  desk = await createTrustTest({ env: { ...env, ...more }, outside });
  await desk.addOwners(2);
  one = await desk.session("one");
  here = await desk.app.listen({ port: 0, host: "127.0.0.1" });
}
beforeEach(() => start());
afterEach(() => desk.close());

const set = (url: string | null) => desk.save(one, { publicAddress: url === null ? null : { url } });
const problemAt = async (url: string) => {
  const { status, body } = await set(url);
  return [status, body.errors?.["publicAddress.url"]];
};
const sitemap = async () => (await desk.app.inject("/sitemap.xml")).body;
const home = async () => (await desk.app.inject("/")).body;

describe("an address in the browser", () => {
  it("applies to all that names it, without a restart and on each instance, and ends as it began", async () => {
    const config = readConfig({ LOG_LEVEL: "silent", ...env });
    const other = await createServices(desk.store, config, desk.signing, desk.clock.now, outside);
    const before = await home();
    expect([(await set(here)).status, desk.config.address.origin]).toEqual([200, here]);
    await other.settings.poll();
    expect(config.address.url?.origin).toBe(here);
    expect(await sitemap()).toContain(`<loc>${here}/</loc>`);
    expect((await home()).includes(`href="${here}/hi"`)).toBe(true);
    const list = JSON.parse((await desk.app.inject("/.well-known/official-channels.json")).body);
    expect(JSON.parse(Buffer.from(list.payload, "base64url").toString()).issuer).toBe(here);
    const elsewhere = { origin: "https://thief.example", host: "thief.example" };
    const sent = await desk.call(one, "POST", "tags", { name: "x", color: "red" }, elsewhere);
    expect(sent.status).toBe(403);
    expect((await set(null)).status).toBe(200);
    await other.settings.poll();
    expect([desk.config.address.url, config.address.url]).toEqual([undefined, undefined]);
    expect((await home()) === before).toBe(true);
  });

  it("is taken only where this site answers, and the owner is told in words why not", async () => {
    const [plain, secure] = [await startReceiver(), await startReceiver({ secure: true })];
    const port = new URL(secure.origin).port;
    expect(await problemAt(plain.origin)).toEqual([422, expect.stringContaining("Another site answers")]);
    plain.response = (response, { path }) => response.end(path.startsWith(probePath) ? path : "");
    expect(await problemAt(plain.origin)).toEqual([422, expect.stringContaining("Another site answers")]);
    plain.response = (response) => response.writeHead(301, { location: "https://www.example.com/" }).end();
    expect(await problemAt(plain.origin)).toEqual([
      422,
      expect.stringContaining("redirects to https://www.example.com"),
    ]);
    plain.response = () => undefined;
    expect(await problemAt(plain.origin)).toEqual([422, expect.stringContaining("in time")]);
    expect(await problemAt(`https://other.example.com:${port}`)).toEqual([422, expect.stringContaining("certificate")]);
    expect(await problemAt("https://inside.example.com")).toEqual([422, expect.stringContaining("private network")]);
    expect(await problemAt("http://desk.example.com")).toEqual([422, expect.stringContaining("https://")]);
    expect(await problemAt("https://unknown.example.com")).toEqual([422, expect.stringContaining("DNS")]);
    for (const url of [`${here}/desk`, `${here}/?a`, "https://me@example.com", "desk.example.com"])
      expect(await problemAt(url)).toEqual([422, expect.stringContaining("Address must be one such as")]);
    // A relay that passes on the proof alone does not serve the site.
    plain.response = async (response, { path }) =>
      path.startsWith(probePath) ? response.end((await desk.app.inject(path)).body) : response.writeHead(404).end();
    expect(await problemAt(plain.origin)).toEqual([422, expect.stringContaining("answered 404")]);
    expect(desk.config.address.url).toBe(undefined);
    await Promise.all([plain.close(), secure.close()]);
  });

  it("waits for another owner under the approval rule, who is told of it", async () => {
    expect((await set(here)).status).toBe(200);
    await desk.services.channels.setRule({ kind: "approval" }, null);
    const relay = await startReceiver();
    relay.response = async (response, { path }) => response.end((await desk.app.inject(path)).body);
    expect((await set(relay.origin)).status).toBe(202);
    const [change] = await desk.waiting(await desk.session("two"));
    expect(change).toMatchObject({ kind: "publicAddress", values: { "publicAddress.url": relay.origin } });
    await desk.advance(48);
    expect(desk.config.address.origin).toBe(here);
    const approved = await desk.call(await desk.session("two"), "POST", `trust-changes/${change.id}/approve`);
    expect(approved.status).toBe(200);
    await desk.services.settings.poll();
    expect(desk.config.address.origin).toBe(relay.origin);
    await relay.close();
  });
});

it("of the server wins, and is shown as such", async () => {
  await desk.close();
  await start({ PUBLIC_URL: "https://desk.example.com" });
  const { cookie } = { cookie: one.replace("session", "__Host-session") };
  const shown = await desk.call(cookie, "GET", "settings");
  expect(shown.body.serverAddress).toBe("https://desk.example.com");
  const saved = await desk.save(cookie, { publicAddress: { url: here } });
  expect([saved.status, saved.body.errors["publicAddress.url"]]).toEqual([422, expect.stringContaining("PUBLIC_URL")]);
  expect(desk.config.address.origin).toBe("https://desk.example.com");
});

it("has the headers and the cookies of https as long as it is https", async () => {
  const { address } = desk.config;
  const headers = async () => (await desk.app.inject("/contact")).headers;
  const names = ["strict-transport-security", "content-security-policy"] as const;
  const before = await headers();
  expect(before["strict-transport-security"]).toBe(undefined);
  address.use("https://desk.example.com");
  const during = await headers();
  expect(during["strict-transport-security"]).toBe("max-age=63072000");
  expect(during["content-security-policy"]).toContain("upgrade-insecure-requests");
  expect(desk.app.secureCookies).toBe(true);
  address.use(null);
  const after = await headers();
  expect(names.map((name) => after[name])).toEqual(names.map((name) => before[name]));
});
