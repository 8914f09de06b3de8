import { previewPath } from "#contract/further-paths.ts";
import { languageOfAddress, pathIn } from "#contract/paths.ts";
import type { InjectOptions, LightMyRequestResponse as Response } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Language, languageCodes } from "#domain/languages.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { type Route, routesOf } from "../testing-routes.ts";

/** The beginning of the address of a page in a language, as a pattern. */
const inAny = `(/(${languageCodes.slice(1).join("|")}))?`;

/** Responses that may be cached; all others are private and not stored. */
const keepable: Array<[url: RegExp, cacheControl: string]> = [
  [new RegExp(`^${inAny}(/|/contact|/verify|/terms|/privacy)?$`), "public, max-age=0, s-maxage=2, must-revalidate"],
  [/^\/api\/(contacts\/active|privacy)$/, "public, max-age=0, s-maxage=2, must-revalidate"],
  [/^\/\.well-known\/(official-channels|jwks)\.json$/, "public, max-age=0, s-maxage=2, must-revalidate"],
  [new RegExp(`^${inAny}/notices[.]xml$|^/contact[.]vcf$|^/qr/`), "public, max-age=0, s-maxage=2, must-revalidate"],
  [/^\/keep-worker\.js$/, "no-cache"],
  [
    new RegExp(`^${inAny}/keep(/\\w+)?$|^/poster/|^${inAny}/badge[.]svg$`),
    "public, max-age=0, s-maxage=2, must-revalidate",
  ],
  [/^\/(robots\.txt|sitemap\.xml|\.well-known\/security\.txt)$/, "public, max-age=3600"],
  [new RegExp(`^${inAny}/site[.]webmanifest$`), "public, max-age=3600"],
  [/^\/[\w-]+\.(ico|png|svg)$/, "public, max-age=3600"],
];

/** Callers, valid and invalid. */
const askers: Array<[who: string, request: Partial<InjectOptions>]> = [
  ["nobody", {}],
  ["somebody with a session that is none", { headers: { cookie: "session=x" } }],
  ["somebody from elsewhere", { headers: { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" } }],
  ["somebody with a body that is none", { headers: { "content-type": "application/json" }, payload: "{" }],
  ["somebody with a wrong form", { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "a=b" }],
  ["somebody with too much", { headers: { "content-type": "application/json" }, payload: " ".repeat(2000) }],
];

let test: TestApp;
let routes: Route[];
/** Headers of a page in each language, whose scripts differ. */
const headersIn = new Map<Language, Record<string, unknown>>();
beforeAll(async () => {
  test = await createTestApp({ env: { LIMIT_BODY_BYTES: "1024" } });
  await test.app.ready();
  await test.signIn();
  const nowhere: Route[] = ["/nowhere", "/api/nowhere", "/%zz", "/assets/nowhere.js", "/contact/"].map((url) => ({
    method: "GET",
    url,
  }));
  // An event stream ends with its session only; its own test checks its headers.
  routes = [...routesOf(test.app), ...nowhere].filter(
    ({ method, url }) => !(method === "GET" && url.endsWith("/events")),
  );
  for (const language of languageCodes) {
    headersIn.set(language, securityOf((await test.app.inject(pathIn(language, "/"))).headers));
  }
});
afterAll(() => test.close());

/** Starts a new session: earlier calls may have ended the last one. */
async function owner(): Promise<string> {
  const { token } = await test.services.sessions.start(test.member);
  return `session=${token}`;
}

const perRoute =
  /^(cache-control|content-|etag|vary|allow|retry-after|location|set-cookie|date|connection|last-modified|accept-ranges|x-robots-tag|x-request-id|x-expected-count|transfer-encoding)/;

function securityOf(all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name === "content-security-policy" || !perRoute.test(name)),
  );
}

describe("every response", () => {
  it("is asked for", () => {
    expect(routes.length).toBeGreaterThan(150);
    expect(Object.keys(headersIn.get("en") ?? {})).toHaveLength(13);
  });

  const everybody = [...askers, ["the owner", "owner"] as const];
  it.each(everybody)(
    "to %s carries the same headers, and may be kept by shared caches only where listed",
    async (_who, asker) => {
      const statuses = new Set<number>();
      for (const { method, url } of routes) {
        const request = asker === "owner" ? { headers: { cookie: await owner() } } : asker;
        const response = await test.app.inject({ ...request, method, url });
        statuses.add(response.statusCode);
        expect(securityOf(response.headers), `${method} ${url}`).toEqual(securityExpected({ method, url }, response));

        const isRead = method === "GET" || method === "HEAD";
        // An owner gets each public page with a line while the names are those of the example.
        const isMarked = asker === "owner" && test.renderer.pages.get(url)?.audience === "everyone";
        const mayKeep =
          isRead && response.statusCode === 200 && !isMarked
            ? keepable.find(([pattern]) => pattern.test(url))?.[1]
            : undefined;
        expect(response.headers["cache-control"], `${method} ${url} (${response.statusCode})`).toBe(
          mayKeep ?? "no-store",
        );
        if (mayKeep !== undefined) expect(response.headers["set-cookie"], url).toBeUndefined();
        expect("x-request-id" in response.headers, `${method} ${url}`).toBe(mayKeep === undefined);
      }
      expect(statuses.size).toBeGreaterThan(3);
    },
  );
});

/** The headers that any response of a route has, whatever its status, but for what is about caching. */
function securityExpected({ method, url }: Route, { statusCode, headers }: Response): Record<string, unknown> {
  const expected = { ...headersIn.get(languageOfAddress(url)) };
  // A private page's URL is never sent as a referrer, not even to ourselves.
  if (headers["referrer-policy"] === "no-referrer") expected["referrer-policy"] = "no-referrer";
  // The team's pages show the preview of the site in a frame, and pictures that were chosen.
  if (/^(GET|HEAD)$/.test(method) && test.renderer.pages.get(url)?.audience === "team")
    expected["content-security-policy"] = String(expected["content-security-policy"]).replace(
      "img-src 'self' data:",
      "img-src 'self' blob:;frame-src 'self'",
    );
  if (new RegExp(`^/[.]well-known/(official|jwks)|^${inAny}/badge[.]svg$`).test(url)) {
    expected["cross-origin-resource-policy"] = "cross-origin";
    expected["access-control-allow-origin"] = "*";
  }
  // Their own inline scripts and styles; `own-documents.test.ts` reads their policies.
  if (new RegExp(`^${inAny}/keep$`).test(url) || /\/offline$|^\/keep-worker\.js$|^\/poster\//.test(url))
    expected["content-security-policy"] = expect.stringContaining("default-src 'none';");
  // The preview may stand in that frame, with styles of its own; `site.test.ts` reads its policy. So may its refusal of
  // somebody signed out, which is empty.
  if (url === previewPath && (statusCode === 200 || headers["content-length"] === "0")) {
    expected["content-security-policy"] = expect.stringContaining("default-src 'none'");
    expected["x-frame-options"] = "SAMEORIGIN";
  }
  return expected;
}

describe("a change that another site asks for", () => {
  const foreign: Array<[how: string, headers: Record<string, string>]> = [
    ["by Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["from a neighbouring host", { "sec-fetch-site": "same-site" }],
    ["typed into the address", { "sec-fetch-site": "none" }],
    ["by Origin", { origin: "https://elsewhere.example" }],
    ["with an origin that is none", { origin: "x" }],
  ];

  it.each(foreign)("is refused on every route, %s", async (_how, from) => {
    const changes = routes.filter(({ method }) => /^(POST|PUT|PATCH|DELETE)$/.test(method));
    expect(changes.length).toBeGreaterThan(50);
    for (const { method, url } of changes) {
      const response = await test.app.inject({ method, url, headers: { cookie: await owner(), ...from } });
      expect(response.statusCode, `${method} ${url}`).toBe(403);
      expect(response.json()).toMatchObject({ message: "This request came from another site." });
    }
  });
});
