import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";

const dir = mkdtempSync(join(tmpdir(), "front-desk-security-txt-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** The file's fields, each with its values. */
async function fields(env: Record<string, string> = {}) {
  const test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com", ...env } });
  const response = await test.app.inject("/.well-known/security.txt");
  const now = Date.now();
  await test.close();
  expect(response.statusCode).toBe(200);
  // RFC 9116, sections 2.2 and 3.
  expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(response.body).toMatch(/^([A-Z][\w-]*: [^\n]+\n)+$/);
  const lines = response.body.trimEnd().split("\n");
  return { now, fields: Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))) };
}

it("security.txt has a contact and an expiry", async () => {
  const { now, fields: said } = await fields();
  expect(said).toEqual({
    Contact: "mailto:support@example.com",
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/),
    Canonical: "https://desk.example.com/.well-known/security.txt",
    "Preferred-Languages": "en, hi",
  });
  const days = (Date.parse(String(said["Expires"])) - now) / 86_400_000;
  // Should be less than a year (section 2.5.5).
  expect(days).toBeGreaterThan(178);
  expect(days).toBeLessThan(365);
});

it("names the owner's separate address for it", async () => {
  const file = join(dir, "site.json");
  writeFileSync(file, JSON.stringify({ support: { securityEmail: "security@example.com" } }));
  expect((await fields({ SITE_CONFIG: file })).fields).toMatchObject({ Contact: "mailto:security@example.com" });
});
