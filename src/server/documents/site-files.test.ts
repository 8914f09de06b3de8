import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { pathIn } from "#contract/paths.ts";
import { languageCodes, languages } from "#domain/languages.ts";
import { replaceSite } from "../site/live-site.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function get(url: string, env: Record<string, string> = { PUBLIC_URL: "https://desk.example.com" }) {
  await test?.close();
  test = await createTestApp({ env });
  const response = await test.app.inject(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toBe("public, max-age=3600");
  return response;
}

describe("robots.txt", () => {
  it("names the site map and allows the admin area, whose pages are noindex", async () => {
    const response = await get("/robots.txt");
    expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(response.body).toBe("User-agent: *\nDisallow: /api/\n\nSitemap: https://desk.example.com/sitemap.xml\n");
  });

  it("names the local address without PUBLIC_URL", async () => {
    expect((await get("/robots.txt", { PORT: "4321" })).body).toContain("Sitemap: http://localhost:4321/sitemap.xml");
  });
});

/** Languages of the interface alone lead to the legal pages of others. */
const withLegalPages = languageCodes.filter((code) => languages[code].legal === undefined);

describe("sitemap.xml", () => {
  it("lists the public pages only", async () => {
    const response = await get("/sitemap.xml");
    expect(response.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const listed = [...response.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    const all = [
      ...["/", "/contact", "/verify"].flatMap((path) => languageCodes.map((code) => pathIn(code, path))),
      ...["/terms", "/privacy"].flatMap((path) => withLegalPages.map((code) => pathIn(code, path))),
    ].map((path) => `https://desk.example.com${path}`);
    expect(new Set(listed)).toEqual(new Set(all));
    expect(response.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset .*<\/urlset>\n$/s);
  });

  it("names each page in each language, and which one is for all others", async () => {
    const { body } = await get("/sitemap.xml");
    const [line = ""] = body
      .split("\n")
      .filter((text) => text.includes("<loc>https://desk.example.com/hi/terms</loc>"));
    expect([...line.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, ...found]) => found)).toEqual([
      ...withLegalPages.map((code) => [code, `https://desk.example.com${pathIn(code, "/terms")}`]),
      ["x-default", "https://desk.example.com/terms"],
    ]);
  });
});

describe("site.webmanifest", () => {
  it("has the home page's brand, and existing icons", async () => {
    const response = await get("/site.webmanifest");
    expect(response.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = response.json();
    expect(manifest).toMatchObject({ name: "Saffron Exchange", start_url: "/", theme_color: "#ff9933" });
    expect(manifest.short_name.length).toBeLessThanOrEqual(12);
    expect(manifest.icons.length).toBeGreaterThan(0);
    for (const { src } of manifest.icons as Array<{ src: string }>) {
      expect(existsSync(join("src/web/static", src))).toBe(true);
    }
  });
});

describe("the manifest of each language", () => {
  it.each(languageCodes)("opens the site in it, and the pages in it lead there: %s", async (code) => {
    const manifest = (await get(pathIn(code, "/site.webmanifest"))).json();
    expect(manifest).toMatchObject({ lang: languages[code].tag, start_url: pathIn(code, "/"), scope: "/" });
    for (const path of ["/", "/contact", "/nowhere"]) {
      const { body } = (await test?.app.inject(pathIn(code, path))) ?? { body: "" };
      expect(body).toContain(`rel:"manifest",href:"${pathIn(code, "/site.webmanifest")}"`);
    }
    for (const path of ["/keep", "/keep/offline"]) {
      const { body } = (await test?.app.inject(pathIn(code, path))) ?? { body: "" };
      expect(body).toContain(`<link rel="manifest" href="${pathIn(code, "/site.webmanifest")}"/>`);
    }
  });

  it("describes it in the owner's words of that language", async () => {
    test = await createTestApp();
    const { site } = test.config;
    replaceSite(site, { ...site, translations: { ta: { homeTagline: "ஒரே நம்பகமான உதவி மையம்" } } });
    const { body } = await test.app.inject("/ta/site.webmanifest");
    expect(JSON.parse(body)).toMatchObject({ description: "ஒரே நம்பகமான உதவி மையம்" });
  });
});

describe("the files of a document", () => {
  it.each(["/", "/ContactAdmin"])("in %s exist: icons, manifest, picture", async (url) => {
    test = await createTestApp();
    const { body } = await test.app.inject(url);
    const named = [...body.matchAll(/(?:<link rel="icon" href=|og:image" content=|rel:"manifest",href:)"([^"]+)"/g)];
    expect(named.length).toBeGreaterThanOrEqual(2);
    // Browsers look for the last two by themselves. Visitors' pages have their icon in them.
    const paths = [...named.map(([, found = ""]) => found), "/apple-touch-icon.png", "/favicon.ico"];
    for (const path of paths.filter((found) => !found.startsWith("data:")))
      expect((await test.app.inject(path)).statusCode).toBe(200);
  });
});

describe("the pictures of the site", () => {
  /** Returns how far the right of a picture's ball is from a colour, in its worst channel. */
  async function differs(path: string, color: string): Promise<number> {
    const response = await test?.app.inject(path);
    const image = sharp(response?.rawPayload).removeAlpha().raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const at = 3 * (info.width * Math.round(info.height * 0.6) + Math.round(info.width * 0.5 + info.height * 0.3));
    return Math.max(
      ...Buffer.from(color.slice(1), "hex").map((channel, index) => Math.abs(channel - data[at + index]!)),
    );
  }

  it("have the colour of the home page's brand, also once it changes", async () => {
    test = await createTestApp();
    const { brands } = test.config.site;
    for (const color of ["#ff9933", "#0057b8", "#ffe000", "#ff9933"]) {
      brands.home.color = color;
      for (const path of ["/og.png", "/icon-192.png", "/icon-512.png", "/apple-touch-icon.png"]) {
        // The preview picture is dithered.
        expect(await differs(path, color), `${path} in ${color}`).toBeLessThanOrEqual(2);
      }
    }
    brands.home.color = "#0057b8";
    const { payload } = await test.app.inject("/favicon.svg");
    expect(payload).toContain('fill="#0057b8"');
    // Dark lines could not be seen on it.
    expect(payload).toContain('stroke="#ffffff"');
  });
});
