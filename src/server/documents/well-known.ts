import type { PublicAddress } from "../address/public-address.ts";
import type { FastifyInstance } from "fastify";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import type { PublicKeys } from "../signing/signing.ts";
import { languagesOf } from "#contract/further-paths.ts";
import { type LogoPicture, logoPicturePath, manifestPath, pathIn, paths } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { logoUrl } from "../site/logo.ts";
import { translated } from "../site/shown-site.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import { type Language, languageCodes, languages } from "#domain/languages.ts";
import { day } from "#domain/time/durations.ts";
import type { PageRenderer } from "#contract/page.ts";

/** Any site may fetch these in a browser: they are public, and the same for everybody. */
const forAnyone = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/**
 * `/.well-known/official-channels.json`, the signed channel list, and `/.well-known/jwks.json`, the keys that verify
 * it.
 */
export function wellKnown(list: {
  current: () => Promise<{ version: string; make: () => Promise<string> }>;
  keys: () => Promise<PublicKeys>;
}) {
  const channels = cachedByVersion(() => list.current(), {
    ...forAnyone,
    // RFC 7515, section 9.2.1.
    "content-type": "application/jose+json",
  });
  const keys = cachedByVersion(
    async () => {
      const set = await list.keys();
      return { version: set.keys.map(({ kid }) => kid).join(" "), make: () => JSON.stringify(set) };
    },
    // RFC 7517, section 8.5.2.
    { ...forAnyone, "content-type": "application/jwk-set+json" },
  );

  return (app: FastifyInstance) => {
    app.get("/.well-known/official-channels.json", { config: { access: "anyone" } }, channels);
    app.get("/.well-known/jwks.json", { config: { access: "anyone" } }, keys);
  };
}

/** Validity should be less than a year (RFC 9116, section 2.5.5); the file is generated for each request. */
const validDays = 180;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function securityTxt(deps: {
  site: Site;
  supportAddress: ReadSupportAddress;
  address: Pick<PublicAddress, "origin">;
  now: () => number;
}) {
  const { site, address, now } = deps;
  return (app: FastifyInstance) => {
    app.get("/.well-known/security.txt", { config: { access: "anyone" } }, async (_request, reply) => {
      // Round to days, so that all responses of a day are identical.
      const expires = new Date((Math.floor(now() / day) + validDays) * day).toISOString();
      const { email, source } = await deps.supportAddress();
      const { securityEmail = source === "nobody" ? undefined : email } = site.support;
      const lines = [
        `Contact: ${securityEmail === undefined ? new URL(paths.contact, address.origin).href : `mailto:${securityEmail}`}`,
        `Expires: ${expires}`,
        `Canonical: ${new URL("/.well-known/security.txt", address.origin).href}`,
        "Preferred-Languages: en, hi",
      ];
      return reply
        .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" })
        .send(`${lines.join("\n")}\n`);
    });
  };
}

/** `robots.txt`, `sitemap.xml` and the web manifest of each language. */
export function siteFiles(deps: { site: Site; renderer: PageRenderer; address: Pick<PublicAddress, "origin"> }) {
  const { site, renderer, address } = deps;
  const listed = [...renderer.pages].filter(([, page]) => page.listed);
  const hrefOf = (path: string) => new URL(path, address.origin).href.replaceAll("&", "&amp;");
  // https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
  const alternates = (path: string) =>
    [...languagesOf(path).map((code) => [code, pathIn(code, path)] as const), ["x-default", path] as const]
      .map(([code, localPath]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${hrefOf(localPath)}"/>`)
      .join("");
  const files: Array<[path: string, type: string, content: () => string]> = [
    [
      "/robots.txt",
      "text/plain; charset=utf-8",
      // Robots may fetch the admin area on purpose: only then do they see its `noindex`.
      () => `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL("/sitemap.xml", address.origin).href}\n`,
    ],
    [
      "/sitemap.xml",
      "application/xml; charset=utf-8",
      () =>
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${listed
          .map(([path, page]) => `  <url><loc>${hrefOf(path)}</loc>${alternates(page.path)}</url>\n`)
          .join("")}</urlset>\n`,
    ],
    ...languageCodes.map(
      (language) =>
        [
          pathIn(language, manifestPath),
          "application/manifest+json; charset=utf-8",
          () => JSON.stringify(webManifest(site, language)),
        ] satisfies [string, string, () => string],
    ),
  ];

  return (app: FastifyInstance) => {
    for (const [path, type, content] of files) {
      app.get(path, { config: { access: "anyone" } }, (_request, reply) =>
        reply.headers({ "content-type": type, "cache-control": "public, max-age=3600" }).send(content()),
      );
    }
  };
}

/**
 * Returns the manifest of a language's pages, for browsers that install the site (https://www.w3.org/TR/appmanifest/).
 */
function webManifest(site: Site, language: Language) {
  const { name, tagline, color, logo } = translated(site, language).brands.home;
  const icon = (picture: LogoPicture) => logoPicturePath(logoUrl(site.brands, "home"), picture);
  return {
    name,
    short_name: name.slice(0, 12).trim(),
    description: tagline,
    lang: languages[language].tag,
    start_url: pathIn(language, paths.home),
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: color,
    icons:
      logo === undefined
        ? [
            { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
            { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
            { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          ]
        : [
            { src: icon("192"), sizes: "192x192", type: "image/png" },
            { src: icon("512"), sizes: "512x512", type: "image/png" },
            { src: icon("mask"), sizes: "512x512", type: "image/png", purpose: "maskable" },
          ],
  };
}
