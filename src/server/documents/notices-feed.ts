import type { PublicAddress } from "../address/public-address.ts";
import type { FastifyInstance } from "fastify";
import { noticesFeedPath, pathIn } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { type Language, languageCodes, languages } from "#domain/languages.ts";
import { createHash } from "node:crypto";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { siteVersion } from "../site/live-site.ts";
import { currentNotices, noticeText } from "../site/notices.ts";
import { translated } from "../site/shown-site.ts";
import { xmlText } from "./xml.ts";

const rss = { "content-type": "application/rss+xml; charset=utf-8" };

/** The current notices as an RSS 2.0 feed in each language (https://www.rssboard.org/rss-specification). */
export function noticesFeed(deps: { site: Site; address: Pick<PublicAddress, "origin">; now: () => number }) {
  const { site, address, now } = deps;
  const send = (language: Language) =>
    cachedByVersion(async () => {
      const current = currentNotices(site, now());
      const version = [siteVersion(site), ...current.map(({ text }) => text)].join(" ");
      return { version, make: () => feedOf(current, language) };
    }, rss);

  function feedOf(notices: Site["notices"], language: Language): string {
    const items = notices.map((notice) => {
      const { from } = notice;
      const text = noticeText(notice, language);
      const published = from === null ? "" : `<pubDate>${new Date(from).toUTCString()}</pubDate>`;
      // An unchanged notice keeps its id; a changed one gets a new id, so that readers show it again.
      const id = createHash("sha256").update(`${text} ${from}`).digest("hex").slice(0, 32);
      return `<item><title>${xmlText(text)}</title><guid isPermaLink="false">${id}</guid>${published}</item>`;
    });
    const { name, tagline } = translated(site, language).brands.contact;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0"><channel><title>${xmlText(name)}</title>`,
      `<link>${xmlText(address.origin)}${pathIn(language, "/")}</link><language>${languages[language].tag}</language>`,
      `<description>${xmlText(tagline)}</description>`,
      ...items,
      "</channel></rss>",
      "",
    ].join("\n");
  }

  return (app: FastifyInstance) => {
    for (const language of languageCodes)
      app.get(pathIn(language, noticesFeedPath), { config: { access: "anyone" } }, send(language));
  };
}
