import noticesCss from "#web/app/site-notices.css?inline";
import { createHash } from "node:crypto";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsPolicy } from "./security-headers.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const inquiry = { name: "Asha", phone: "1", email: "asha@example.com", city: "Jaipur", query: "?" };

/** Responses of every kind, with the expected status. */
const kinds: Array<[what: string, status: number, request: InjectOptions]> = [
  ["a page", 200, { url: "/" }],
  ["a page made for one visitor", 200, { url: "/contact/message" }],
  ["the admin page", 200, { url: "/ContactAdmin" }],
  ["a page's HEAD", 200, { method: "HEAD", url: "/terms" }],
  ["a page that has not changed", 304, { url: "/", headers: { "if-none-match": "*" } }],
  ["a redirect", 308, { url: "/contact/" }],
  ["a page that is not there", 404, { url: "/nowhere" }],
  ["an address that cannot be decoded", 404, { url: "/%zz" }],
  ["a page with a wrong method", 405, { method: "POST", url: "/" }],
  ["a form that was sent", 303, post("/contact/message", new URLSearchParams(inquiry).toString(), form)],
  ["a form that is refused", 422, post("/contact/message", "name=", form)],
  ["a form of a wrong type", 415, post("/contact/message", "{}", json)],
  ["a form that is too large", 413, post("/contact/message", "x".repeat(2000), form)],
  ["a form from elsewhere", 403, post("/contact/message", "", { ...form, origin: "null" })],
  ["a private page that is not there", 404, { url: "/receipt?key=x" }],
  ["an erasure from elsewhere", 403, post("/receipt/erase", "key=x", { ...form, "sec-fetch-site": "cross-site" })],
  ["a call", 200, { url: "/api/contacts/active" }],
  ["a call that keeps something", 201, post("/api/contact-inquiries", JSON.stringify(inquiry), json)],
  ["a call without a session", 401, { url: "/api/contacts" }],
  ["a call from elsewhere", 403, post("/api/session", "{}", { ...json, "sec-fetch-site": "cross-site" })],
  ["a call that is not there", 404, { url: "/api/nowhere" }],
  ["a call with a wrong method", 405, { method: "DELETE", url: "/api/contacts" }],
  ["a call with broken JSON", 400, post("/api/session", "{", json)],
  ["a call of a wrong type", 415, post("/api/session", "x", { "content-type": "text/plain" })],
  ["a call that is too large", 413, post("/api/session", "x".repeat(2000), json)],
  ["a call that is refused", 422, post("/api/session", "{}", json)],
  ["the OpenAPI document", 200, { url: "/api/openapi.json" }],
  ["robots.txt", 200, { url: "/robots.txt" }],
  ["the site map", 200, { url: "/sitemap.xml" }],
  ["the manifest", 200, { url: "/site.webmanifest" }],
  ["a file", 200, { url: "/favicon.svg" }],
  ["livez", 200, { url: "/livez" }],
  ["readyz", 200, { url: "/readyz" }],
];

function post(url: string, payload: string, headers: Record<string, string>): InjectOptions {
  return { method: "POST", url, payload, headers };
}

function sha256(text: string | undefined): string {
  return `'sha256-${createHash("sha256")
    .update(text ?? "")
    .digest("base64")}'`;
}

/** The policy, with the hashes of the document's inline texts. */
function policyFor(document: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(document)?.[1];
  const loader = /<script data-src="[^"]*">(.*?)<\/script>/s.exec(document)?.[1];
  // Without built files, all pages have the same import map.
  const importMap = /<script type="importmap">(.*?)<\/script>/s.exec(document)?.[1];
  return [
    "default-src 'none'",
    `script-src 'strict-dynamic' 'self' ${sha256(loader)} ${sha256(importMap)}`,
    `style-src 'self' ${sha256(style)} ${sha256(noticesCss)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types loader",
  ].join(";");
}

let test: TestApp;
let policy: string;
beforeAll(async () => {
  test = await createTestApp({ env: { LIMIT_BODY_BYTES: "1024" } });
  policy = policyFor((await test.app.inject("/")).body);
});
afterAll(() => test.close());

describe.each(kinds)("%s", (_what, status, request) => {
  it("carries the headers", async () => {
    const response = await test.app.inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      "content-security-policy":
        request.url === "/ContactAdmin"
          ? policy.replace("img-src 'self' data:", "img-src 'self' blob:;frame-src 'self'")
          : policy,
      "x-content-type-options": "nosniff",
      // A private page's URL is never sent as a referrer, not even to ourselves.
      "referrer-policy": request.url === "/receipt?key=x" ? "no-referrer" : "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "permissions-policy": permissionsPolicy,
    });
    // WebKit 2.50 (Safari 26) refuses imports that have their integrity from an import map.
    const absent = ["integrity-policy", "server", "x-powered-by", "access-control-allow-origin"];
    for (const name of [...absent, "strict-transport-security"]) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });
});

describe("the policy", () => {
  it("allows nothing unsafe, no other host, and no frame around a page", () => {
    // The icon of visitors' pages stands in them; nothing else may come from a `data:` URL.
    expect(policy.replace("img-src 'self' data:;", "")).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  const pages = ["/", "/contact", "/contact?tab=community", "/contact/message", "/terms", "/privacy", "/ContactAdmin"];
  it.each([...pages, "/ContactAdmin/password", "/nowhere"])("is met by what stands in %s", async (url) => {
    const { body } = await test.app.inject(url);
    expect(policyFor(body)).toBe(policy);
    expectNothingForbidden(body);
    expect(body.match(/<style/g)).toHaveLength(1);
    const scripts = body.match(/<script[^>]*>/g);
    // The data (not executable), the import map, the entry's URL and the loader.
    expect(scripts).toEqual([
      '<script id="data" type="application/json">',
      '<script type="importmap">',
      '<script noModule="" src="/assets/entry.js" integrity="sha256-entry">',
      expect.stringMatching(/^<script data-src="[^"]*">$/),
    ]);
  });

  it("is met by a refused form and by a fault", async () => {
    const refused = await test.app.inject(post("/contact/message", "name=", form));
    expect(policyFor(refused.body)).toBe(policy);
    expectNothingForbidden(refused.body);
    const fault = test.renderer.renderFault(500, "/");
    expect(policy).toContain(sha256(/<style>(.*?)<\/style>/s.exec(fault)?.[1]));
    expectNothingForbidden(fault);
  });

  it("changes with the colours of the site, whose styles stand in the page", async () => {
    const other = await createTestApp({
      renderer: (real) => ({ ...real, inline: () => ({ styles: ["a{}"], scripts: [] }) }),
    });
    const { headers } = await other.app.inject("/healthz");
    expect(headers["content-security-policy"]).toContain(`style-src 'self' ${sha256("a{}")};`);
    expect(headers["content-security-policy"]).toContain("script-src 'strict-dynamic' 'self';");
    await other.close();
  });
});

/** No style attributes, no event handlers, and nothing from other hosts. */
function expectNothingForbidden(document: string): void {
  const tags = document.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "").match(/<[a-z][^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(20);
  expect(tags.filter((tag) => /\s(style|on[a-z]+|srcdoc)=/i.test(tag))).toEqual([]);
  const loaded = tags.filter((tag) =>
    /^<(img|script|link|iframe|source|video|audio|object|embed|use|image)\b/.test(tag),
  );
  expect(
    loaded.filter((tag) => /(src|href|srcset|data)="(https?:)?\/\//.test(tag) && !tag.includes("canonical")),
  ).toEqual([]);
}

describe("on https", () => {
  it("browsers get Strict-Transport-Security", async () => {
    const secure = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
    for (const url of ["/", "/api/contacts/active", "/nowhere"]) {
      const { headers } = await secure.app.inject(url);
      expect(headers["strict-transport-security"]).toBe("max-age=63072000");
      expect(headers["content-security-policy"]).toBe(`${policy};upgrade-insecure-requests`);
    }
    await secure.close();
  });

  it.each([
    ["subdomains", "max-age=63072000; includeSubDomains"],
    ["preload", "max-age=63072000; includeSubDomains; preload"],
  ])("so are those of the %s, where the operator says so", async (hsts, header) => {
    const secure = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com", HSTS: hsts } });
    const { headers } = await secure.app.inject("/");
    expect(headers["strict-transport-security"]).toBe(header);
    await secure.close();
  });
});
