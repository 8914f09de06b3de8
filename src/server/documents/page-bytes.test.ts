import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pathIn } from "#contract/paths.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { rulesOf } from "#domain/brands/brand-rules.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { languageCodes } from "#domain/languages.ts";
import { readAssets } from "../http/build-manifest.ts";
import { startServer } from "../testing-program.ts";

const owner = { email: "owner@example.com", password: "a long made-up password" };
const channels = [
  { type: "whatsapp", value: "+91 90000 00001" },
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "phone", value: "1800 000 0000" },
];

const cwd = mkdtempSync(join(tmpdir(), "front-desk-bytes-"));
let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  const env = { DATA_DIR: cwd, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, LOG_LEVEL: "silent" };
  server = await startServer({ env, cwd });
  const session = await post("session", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const channel of channels) {
    const added = await post("contacts", { ...channel, isActive: true, proof: "" }, { cookie });
    expect(added.status).toBe(201);
  }
});
afterAll(async () => {
  server.signal("SIGTERM");
  await server.ended;
  rmSync(cwd, { recursive: true, force: true });
});

function post(call: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.origin}/api/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

// TCP's initial window is ten segments, about 14 kB (RFC 6928).
const limits = {
  "/": 10_240,
  "/contact": 11_264,
  "/contact?tab=community": 11_264,
  "/contact/message": 14_000,
  "/verify": 14_000,
  "/report": 14_000,
  "/terms": 14_000,
  "/privacy": 14_000,
  "/nowhere": 14_000,
};
it.each(
  languageCodes.flatMap((code) => Object.entries(limits).map(([path, max]) => [pathIn(code, path), max] as const)),
)("%s with three channels comes within %i bytes of brotli, its integrity included", async (url, max) => {
  const response = await fetch(server.origin + url, { headers: { "accept-encoding": "br" } });
  expect(response.headers.get("content-encoding")).toBe("br");
  const bytes = Number(response.headers.get("content-length"));
  console.log(`${url}: ${bytes} bytes`);
  expect(bytes).toBeLessThan(max);
  // No second request before the first paint: all styles are in the page, and a link only says which these are.
  const page = await response.text();
  const links = [...page.matchAll(/<link[^>]*stylesheet[^>]*>/g)].map(([link]) => link);
  for (const link of links) expect(link).toContain('disabled=""');
  expect(new Set(links).size).toBe(links.length);
  // Full browsers fetch a manifest and an icon immediately; headless ones do not.
  expect(page).not.toMatch(/<link[^>]*(?:manifest|preload)/);
  expect(page).toContain('<link rel="icon" href="data:image/svg+xml,');
});

it("the styles of every page are within 4,800 bytes of brotli", async () => {
  const page = await (await fetch(server.origin)).text();
  const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  expect(styles).toContain("@layer");
  const bytes = brotliCompressSync(styles).length;
  expect(bytes).toBeLessThan(4800);
});

/** A page's import map as text. */
async function importMapOf(url: string): Promise<string> {
  const page = await (await fetch(server.origin + url)).text();
  return /<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
}

it("a visitor's page has the integrity hashes of the files that its scripts may fetch only", async () => {
  const home = await importMapOf("/");
  expect(home.match(/sha256-/g)?.length).toBeLessThan(7);
  for (const url of ["/contact", "/contact/message", "/verify", "/report", "/terms", "/privacy", "/nowhere"]) {
    expect(await importMapOf(url), url).toBe(home);
  }
});

it("visitors download neither the team form's texts of a channel type nor the server's rules", async () => {
  const files = (await importMapOf("/")).match(/\/assets\/[\w-]+\.js/g) ?? [];
  const scripts = (await Promise.all(files.map(async (file) => (await fetch(server.origin + file)).text()))).join("");
  expect(scripts).toContain("https://t.me/");
  expect(scripts).not.toContain(rulesOf("whatsapp").words);
  for (const type of channelTypes) expect(scripts).not.toContain(inputOf(type).expected);
});

it("visitors' scripts call nothing that the oldest browsers of the build lack", async () => {
  const text = async (url: string) => (await fetch(server.origin + url)).text();
  const home = await text("/");
  const files = home.match(/\/assets\/[\w-]+\.js/g) ?? [];
  expect(files.length).toBeGreaterThan(5);
  const scripts = await Promise.all([...new Set(files), "/keep", "/keep-worker.js"].map(text));
  // Features of ECMAScript 2022 and later, as far as anyone would use them.
  const later =
    /.{30}(?:\.(?:at|hasOwn|findLast|findLastIndex|to(?:Sorted|Reversed|Spliced)|groupBy|withResolvers)|structuredClone)\(/;
  for (const script of scripts) expect(later.exec(script)?.[0]).toBeUndefined();
});

it.each(["manifest.json", "hi-manifest.json"])("the entry in %s is one file: no import map has more", (name) => {
  const manifest = readFileSync(join(import.meta.dirname, "../../../dist/client/.vite", name), "utf8");
  const files = Object.values(JSON.parse(manifest) as Record<string, { isEntry?: boolean; imports?: string[] }>);
  expect(files.filter(({ isEntry }) => isEntry).map(({ imports = [] }) => imports)).toEqual([[]]);
});

it("a team page has the hashes of every file", async () => {
  const map = await importMapOf("/ContactAdmin");
  const { pages } = readAssets(join(import.meta.dirname, "../../../dist/client"));
  for (const { scripts, later } of Object.values(pages)) {
    for (const { path, integrity } of [...scripts, ...later]) expect(map).toContain(`"${path}":"${integrity}"`);
  }
  const { headers } = await fetch(server.origin);
  // The loader, and the two import maps of the language.
  const scriptSrc = /script-src [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0];
  expect(scriptSrc?.match(/sha256-/g)).toHaveLength(3);
});
