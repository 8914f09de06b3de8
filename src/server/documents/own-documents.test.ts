import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pathIn } from "#contract/paths.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { languageCodes, languages } from "#domain/languages.ts";
import { replaceSite } from "../site/live-site.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { readCode } from "./testing-code.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
  await test.services.channels.add({ type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" });
});
afterEach(() => test.close());

const kept = ["/keep", "/hi/keep", "/keep/offline", "/hi/keep/offline"];
const posters = ["/poster/home/en", "/poster/home/hi", "/poster/contact/en", "/poster/contact/hi"];
const renamed = () => {
  const { home, contact } = test.config.site.brands;
  replaceSite(test.config.site, {
    ...test.config.site,
    brands: { home, contact: { ...contact, name: 'Wicket & "Bail"', color: "#1a5fb4" } },
  });
};

describe("what a browser keeps", () => {
  it.each([...kept, "/keep/message"])("%s has no channel and no key of a form", async (url) => {
    const { body, statusCode } = await test.app.inject(url);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/90000|wa\.me\/\d/);
    expect(body).not.toMatch(/"form":|name="key"|"chat":/);
  });

  it.each([...kept, ...posters])("%s runs and shows only what its policy names, also with new colours", async (url) => {
    for (const change of [() => undefined, renamed]) {
      change();
      const { body, headers } = await test.app.inject(url);
      const policy = String(headers["content-security-policy"]);
      const inline = [...body.matchAll(/<(style|script)>(.*?)<\/\1>/gs)];
      expect(inline.length).toBeGreaterThan(0);
      for (const [, , text = ""] of inline)
        expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(policy).not.toMatch(/'self' 'sha256|strict-dynamic|unsafe/);
      expect(policy.match(/'sha256-/g)).toHaveLength(inline.length);
    }
  });

  it("the worker is asked for each time, reads only this site, and changes with what it stores", async () => {
    const first = await test.app.inject("/keep-worker.js");
    expect(first.headers["content-type"]).toBe("application/javascript; charset=utf-8");
    expect(first.headers["cache-control"]).toBe("no-cache");
    expect(first.headers["content-security-policy"]).toMatch(/^default-src 'none';connect-src 'self';/);
    await test.services.channels.setHidden(true, null);
    expect((await test.app.inject("/keep-worker.js")).body).toBe(first.body);
    renamed();
    expect((await test.app.inject("/keep-worker.js")).body).not.toBe(first.body);

    await test.close();
    // A release in which nothing but one of its documents is another.
    test = await createTestApp({
      env: { PUBLIC_URL: "https://desk.example.com" },
      renderer: (real) => ({
        renderKept: (name, language) => ({
          ...real.renderKept(name, language),
          ...(name === "offline" && { document: "another" }),
        }),
      }),
    });
    expect((await test.app.inject("/keep-worker.js")).body).not.toBe(first.body);
  });
});

describe("a poster", () => {
  it.each(
    languageCodes.flatMap((code) => [
      [`/poster/home/${code}`, pathIn(code, "/"), code] as const,
      [`/poster/contact/${code}`, pathIn(code, "/contact"), code] as const,
    ]),
  )("%s has the code of %s in its own language, and the rules", async (url, path, code) => {
    const { body } = await test.app.inject(url);
    expect(readCode(body)).toBe(`https://desk.example.com${path}`);
    expect(body).toContain(`<html lang="${languages[code].tag}">`);
    expect(body).toContain(dictionaries[code].poster.rules[0]);
    const printed = [...body.matchAll(/desk\.example\.com(\/[\w/-]*)?/g)].map(([, at = "/"]) => at);
    expect(printed).toEqual([path, pathIn(code, "/verify")]);
    expect((await test.app.inject(path)).body).toContain(`<html lang="${languages[code].tag}">`);
  });

  it("has no ending of a language behind the name of a brand, before which the title would break", () => {
    for (const code of languageCodes.slice(1)) expect(dictionaries[code].poster.title("NAME")).toMatch(/^NAME: /);
  });

  it("exists for known brands and languages only", async () => {
    for (const url of ["/poster", "/poster/other/en", "/poster/home/xx"])
      expect((await test.app.inject(url)).statusCode).toBe(404);
  });
});

describe("the badge", () => {
  it.each(languageCodes)("is in its language, and says so: %s", async (code) => {
    const { body } = await test.app.inject(pathIn(code, "/badge.svg"));
    expect(body).toContain(` lang="${languages[code].tag}"`);
    expect(body).toContain(`>${dictionaries[code].badge.line}</text>`);
    expect(body).toContain(`<title>${dictionaries[code].badge.title("Saffron Support")}</title>`);
  });

  it("names the site, escaped, may stand on other sites, and has no script", async () => {
    renamed();
    const { body, headers } = await test.app.inject("/badge.svg");
    expect(body).toContain("Official channels of Wicket &amp; &quot;Bail&quot;");
    expect(body).not.toMatch(/<script|on\w+=|href/);
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  });
});

describe("the channels as JSON-LD", () => {
  it("are the active ones, and none while they are hidden", async () => {
    const { services, app } = test;
    await services.channels.add({ type: "email", value: "team@example.com", isActive: true, proof: "Answers" });
    await services.channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
    await services.channels.add({ type: "phone", value: "1800 000 0000", isActive: false, proof: "" });
    const response = await app.inject("/channels.jsonld");
    expect(response.headers["content-type"]).toBe("application/ld+json; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, must-revalidate");
    const point = { "@type": "ContactPoint", contactType: "customer support" };
    expect(response.json()).toMatchObject({
      "@type": "Organization",
      url: "https://desk.example.com/contact",
      contactPoint: [
        { ...point, url: "https://wa.me/919000000001" },
        { ...point, email: "team@example.com", description: "Answers" },
      ],
      sameAs: ["https://t.me/saffron_example"],
    });
    await services.channels.setHidden(true, null);
    expect((await app.inject("/channels.jsonld")).statusCode).toBe(404);
  });
});
