import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { languagesOf } from "#contract/further-paths.ts";
import { pathIn, paths } from "#contract/paths.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
afterEach(() => test.close());

/** A server with its own site file: the default one of tests sets an address. */
async function start(env: Record<string, string> = {}, site: unknown = {}): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "site-")), "site.json");
  writeFileSync(file, JSON.stringify(site));
  test = await createTestApp({ env: { SITE_CONFIG: file, ...env } });
}

const addEmail = (value: string, isActive = true) =>
  test.services.channels.add({ type: "email", value, isActive, proof: "" });

async function verdict(text: string): Promise<string> {
  return (await test.services.verify.verify(text)).verdict;
}

describe("the support address", () => {
  it("is the owner's, else an active email channel, else of the public address", async () => {
    await start({ PUBLIC_URL: "https://desk.example.com:8443" });
    const read = test.services.supportAddress;
    expect(await read()).toEqual({ email: "support@desk.example.com", source: "host" });
    await addEmail("off@example.com", false);
    expect((await read()).source).toBe("host");
    await addEmail("help@example.com");
    await addEmail("second@example.com");
    expect(await read()).toEqual({ email: "help@example.com", source: "channel" });
    await test.close();
    await start({ PUBLIC_URL: "https://desk.example.com" }, { support: { email: "own@example.com" } });
    await addEmail("help@example.com");
    expect(await test.services.supportAddress()).toEqual({ email: "own@example.com", source: "owner" });
  });

  it("names no channel while all are hidden", async () => {
    await start({ PUBLIC_URL: "https://desk.example.com" });
    await addEmail("help@example.com");
    const cookie = await test.signIn();
    const hidden = { hidden: true };
    await test.app.inject({ method: "PUT", url: "/api/contacts/hidden", payload: hidden, headers: { cookie } });
    expect((await test.services.supportAddress()).email).toBe("support@desk.example.com");
    for (const path of [paths.terms, paths.privacy])
      expect((await test.app.inject(path)).body).not.toContain("help@example.com");
  });

  it.each([
    undefined,
    "http://localhost:3000",
    "http://192.0.2.7",
    "https://192.0.2.7.",
    "http://0x7f000001",
    "http://3221225991:8080",
    "http://[2001:db8::7]",
    "http://[::ffff:192.0.2.7]:3000",
  ])("is support@localhost at %s, whatever a request says", async (url) => {
    await start(url === undefined ? {} : { PUBLIC_URL: url });
    expect(await test.services.supportAddress()).toEqual({ email: "support@localhost", source: "nobody" });
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const { body } = await test.app.inject({ url: paths.terms, headers });
    expect(body).toContain('href="mailto:support@localhost"');
    expect(body).not.toContain("evil.example");
    expect(await verdict("support@localhost")).not.toBe("official");
    expect((await test.app.inject("/.well-known/security.txt")).body).toMatch(/^Contact: http\S+\/contact$/m);
  });

  it("is linked by both legal pages in every language, without scripts and by the API", async () => {
    await start({ PUBLIC_URL: "https://desk.example.com" });
    const link = 'href="mailto:support@desk.example.com"';
    for (const page of [paths.terms, paths.privacy])
      for (const language of languagesOf(page)) {
        const { body } = await test.app.inject(pathIn(language, page));
        expect(body.slice(0, body.indexOf("<script type")), `${language} ${page}`).toContain(link);
      }
    const facts = async () => (await test.app.inject("/api/privacy")).json().support;
    expect(await facts()).toEqual({ email: "support@desk.example.com" });
    // The change shows at once, though both are cached.
    await addEmail("help?subject=x@example.com");
    expect(await facts()).toEqual({ email: "help?subject=x@example.com" });
    const { body } = await test.app.inject(paths.terms);
    expect(body).toContain('href="mailto:help%3Fsubject%3Dx@example.com"');
  });

  it("counts as ours for the check only if the operator or an owner chose it", async () => {
    await start({ PUBLIC_URL: "https://desk.example.com" });
    expect(await verdict("support@desk.example.com")).toBe("official");
    await test.close();
    await start({}, { support: { email: "own@example.com" } });
    expect(await verdict("own@example.com")).toBe("official");
    expect(await verdict("support@localhost")).not.toBe("official");
  });
});
