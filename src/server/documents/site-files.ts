import type { FastifyInstance } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import type { Site } from "#contract/site.ts";

/** `robots.txt`, `sitemap.xml` and the web manifest. `origin` is the site's public origin. */
export function siteFiles(deps: { site: Site; renderer: PageRenderer; origin: string }) {
  const { site, renderer, origin } = deps;
  const listed = [...renderer.pages].filter(([, page]) => page.listed).map(([path]) => new URL(path, origin).href);
  const files: Array<[path: string, type: string, content: string]> = [
    [
      "/robots.txt",
      "text/plain; charset=utf-8",
      // Robots may fetch the admin area on purpose: only then do they see its `noindex`.
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL("/sitemap.xml", origin).href}\n`,
    ],
    [
      "/sitemap.xml",
      "application/xml; charset=utf-8",
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${listed
        .map((href) => `  <url><loc>${href.replaceAll("&", "&amp;")}</loc></url>\n`)
        .join("")}</urlset>\n`,
    ],
    [
      "/site.webmanifest",
      "application/manifest+json; charset=utf-8",
      JSON.stringify({
        name: site.brands.home.name,
        short_name: site.brands.home.name.slice(0, 12).trim(),
        description: site.brands.home.tagline,
        start_url: "/",
        display: "standalone",
        background_color: "#ffffff",
        theme_color: site.brands.home.color,
        icons: [
          { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
        ],
      }),
    ],
  ];

  return (app: FastifyInstance) => {
    for (const [path, type, content] of files) {
      app.get(path, { config: { access: "anyone" } }, (_request, reply) =>
        reply.headers({ "content-type": type, "cache-control": "public, max-age=3600" }).send(content),
      );
    }
  };
}
