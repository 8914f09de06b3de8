import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLocalJWKSet, flattenedVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { channelTypes } from "#domain/brands/brands.ts";
import type { PublishedList } from "../channels/official-list.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { freePort } from "../testing-program.ts";

const origin = "https://desk.example.com";
const listUrl = "/.well-known/official-channels.json";
const keysUrl = "/.well-known/jwks.json";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { PUBLIC_URL: origin } });
  await fill(test);
});
afterEach(() => test.close());

async function fill({ services }: TestApp): Promise<void> {
  await services.channels.add({ type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "जमा" });
  await services.channels.add({ type: "phone", value: "1800 000 0000", isActive: false, proof: "" });
  await services.channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
}

/** The list, verified by an independent library with the published keys. */
async function readList(): Promise<PublishedList> {
  const keys = createLocalJWKSet((await test.app.inject(keysUrl)).json());
  const { payload, protectedHeader } = await flattenedVerify((await test.app.inject(listUrl)).json(), keys);
  expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "official-channels+jws" });
  return JSON.parse(new TextDecoder().decode(payload));
}

describe("official-channels.json", () => {
  it("has the active channels and their links, with a signature that the published keys verify", async () => {
    const at = test.clock.now();
    expect(await readList()).toEqual({
      issuer: origin,
      version: (await test.services.channels.active()).listVersion,
      publishedAt: new Date(at).toISOString(),
      issuedAt: new Date(at).toISOString(),
      expiresAt: new Date(at + 7_200_000).toISOString(),
      hidden: false,
      channels: [
        { type: "whatsapp", value: "+91 90000 00001", opens: "https://wa.me/919000000001", description: "जमा" },
        { type: "telegram", value: "@saffron_example", opens: "https://t.me/saffron_example", description: "" },
      ],
      notices: [],
    });
  });

  it("allows every origin, is revalidated, and has its media type", async () => {
    const response = await test.app.inject(listUrl);
    expect(response.headers).toMatchObject({
      "content-type": "application/jose+json",
      "cache-control": "public, max-age=0, s-maxage=2, must-revalidate",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(Object.keys(response.json())).toEqual(["payload", "protected", "signature"]);
    const again = await test.app.inject({ url: listUrl, headers: { "if-none-match": String(response.headers.etag) } });
    expect(again.statusCode).toBe(304);
    // Only these files have the header.
    expect((await test.app.inject("/")).headers).not.toHaveProperty("access-control-allow-origin");
  });

  it("changes immediately with a channel, and says that it lists none while all are hidden", async () => {
    const before = await readList();
    test.clock.advance({ minutes: 1 });
    await test.services.channels.remove((await test.services.channels.list())[0]?._id ?? "");
    const after = await readList();
    expect(after.channels.map(({ type }) => type)).toEqual(["telegram"]);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.publishedAt).toBe(new Date(test.clock.now()).toISOString());
    await test.services.channels.setHidden(true, { member: test.member, hasSteppedUp: true });
    expect(await readList()).toMatchObject({ hidden: true, channels: [] });
    await test.services.channels.setHidden(false, { member: test.member, hasSteppedUp: true });
    expect(await readList()).toMatchObject({ hidden: false, channels: [{ type: "telegram" }] });
  });

  it(
    "is the same bytes for 30 minutes and signed again after them, so that it is always valid for 90 minutes and " +
      "never for more than 120",
    async () => {
      const first = await test.app.inject(listUrl);
      test.clock.advance({ minutes: 29 });
      expect((await test.app.inject(listUrl)).body).toBe(first.body);
      for (let times = 0; times < 30; times += 1) {
        test.clock.advance({ minutes: 17 });
        const { publishedAt, issuedAt, expiresAt } = await readList();
        const minutesLeft = (Date.parse(expiresAt) - test.clock.now()) / 60_000;
        expect(minutesLeft).toBeGreaterThan(90);
        expect(minutesLeft).toBeLessThanOrEqual(120);
        expect(Date.parse(publishedAt)).toBeLessThan(Date.parse(issuedAt));
      }
    },
  );

  it("is not accepted by the store as a channel list", async () => {
    const published = (await test.app.inject(listUrl)).json();
    expect(await test.signing.verify(published)).toBeNull();
  });
});

describe("jwks.json", () => {
  it("has public keys only, the current one first", async () => {
    const response = await test.app.inject(keysUrl);
    expect(response.headers).toMatchObject({
      "content-type": "application/jwk-set+json",
      "cache-control": "public, max-age=0, s-maxage=2, must-revalidate",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    const key = { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" };
    const halves = { x: expect.stringMatching(/^[\w-]{43}$/), kid: expect.stringMatching(/^[\w-]{43}$/) };
    expect(response.json()).toEqual({ keys: [{ ...key, ...halves }] });
  });

  it(
    "keeps the old key after a rotation, with which an old copy still verifies; the list is " +
      "signed with the new one",
    async () => {
      const copy = (await test.app.inject(listUrl)).json();
      const [old] = (await test.app.inject(keysUrl)).json().keys;
      await test.signing.rotate();
      const { keys } = (await test.app.inject(keysUrl)).json();
      expect(keys).toHaveLength(2);
      expect(keys[1]).toEqual(old);
      await flattenedVerify(copy, createLocalJWKSet({ keys }));
      const { protectedHeader } = await flattenedVerify(
        (await test.app.inject(listUrl)).json(),
        createLocalJWKSet({ keys }),
      );
      expect(protectedHeader?.kid).toBe(keys[0].kid);
    },
  );
});

const guide = readFileSync("docs/official-channels.md", "utf8");

it("docs/official-channels.md names every type", () => {
  for (const type of channelTypes) expect(guide).toContain(`\`${type}\``);
});

describe("the lines of docs/official-channels.md", () => {
  const [, lines = ""] = /```js\n(.*?)```/s.exec(guide) ?? [];
  let folder: string;
  let desk: TestApp;
  let address: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-check-"));
    writeFileSync(join(folder, "check-channels.mjs"), lines);
    const port = await freePort();
    address = `http://localhost:${port}`;
    desk = await createTestApp({ env: { PUBLIC_URL: address } });
    // The reader's clock is the machine's.
    desk.clock.advance({ seconds: (Date.now() - desk.clock.now()) / 1000 });
    await fill(desk);
    await desk.app.listen({ port, host: "localhost" });
  });
  afterEach(async () => {
    await desk.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the document's check: its output, or its error in one line. */
  async function check(site: string, copy?: unknown): Promise<string> {
    const args = [join(folder, "check-channels.mjs"), site];
    if (copy !== undefined) {
      writeFileSync(join(folder, "copy.json"), JSON.stringify(copy));
      args.push(join(folder, "copy.json"));
    }
    try {
      return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
    } catch (error) {
      return /^Error: (.*)$/m.exec((error as { stderr: string }).stderr)?.[1] ?? String(error);
    }
  }
  const copyOf = async () => (await desk.app.inject(listUrl)).json();

  it("print the list of a site, and of a valid copy, also after a rotation", async () => {
    const copy = await copyOf();
    expect(await check(address)).toContain("opens: 'https://wa.me/919000000001'");
    await desk.signing.rotate();
    expect(await check(address, copy)).toContain("https://t.me/saffron_example");
    expect(await check(address)).toContain("https://t.me/saffron_example");
  });

  it("reject a copy that is changed, too old, or of another site or kind", async () => {
    const copy = await copyOf();
    const payload = Buffer.from(copy.payload, "base64url").toString();
    const other = Buffer.from(payload.replace("90000 00001", "90000 00009")).toString("base64url");
    expect(await check(address, { ...copy, payload: other })).toBe("changed by somebody else");
    expect(await check(address, await desk.signing.sign(payload))).toBe("not a list of this site");
    expect(await check(address, (await test.app.inject(listUrl)).json())).toBe("not a list of this site");
    const elsewhere = payload.replace(address, "http://localhost:1");
    expect(await check(address, await desk.signing.sign(elsewhere, "official-channels+jws"))).toBe(
      "the list of another site",
    );
    desk.clock.advance({ minutes: -121 });
    expect(await check(address, await copyOf())).toBe("too old");
  });

  it("keep the highest version seen, and reject a lower one even if valid", async () => {
    const old = await copyOf();
    const [first] = await desk.services.channels.list();
    await desk.services.channels.remove(first?._id ?? "");
    expect(await check(address, old)).toContain("https://wa.me/919000000001");
    expect(await check(address)).not.toContain("https://wa.me/919000000001");
    expect(await check(address, old)).toBe("older than a list seen before");
    expect(await check(address)).toContain("https://t.me/saffron_example");
    // Versions are per site, and an unreadable file does not count as missing.
    const { version }: PublishedList = JSON.parse(Buffer.from((await copyOf()).payload, "base64url").toString());
    const seenFile = join(folder, "channels-seen.json");
    expect(JSON.parse(readFileSync(seenFile, "utf8"))).toEqual({ [address]: version });
    writeFileSync(seenFile, JSON.stringify({ "https://other.example": version + 1 }));
    expect(await check(address)).toContain("https://t.me/saffron_example");
    writeFileSync(seenFile, "{");
    expect(await check(address)).toContain("SyntaxError");
  });
});
