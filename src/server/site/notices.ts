import type { ShownNotice } from "#contract/page.ts";
import { paths } from "#contract/paths.ts";
import type { Site, SiteNotice } from "#contract/site/site.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";

/** The notices that are within their dates. */
export function currentNotices({ notices }: Pick<Site, "notices">, now: number): SiteNotice[] {
  return notices.filter(
    ({ from, until }) => (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until)),
  );
}

/** The current notices as pages in a language show them; without a translation in English. */
export function shownNotices(site: Pick<Site, "notices">, now: number, language: Language): ShownNotice[] {
  return currentNotices(site, now).map(({ text, translations, tone, pages }) => ({
    text: noticeText({ text, translations }, language),
    tone,
    pages: pages.map((page) => paths[page]),
  }));
}

export function noticeText({ text, translations }: Pick<SiteNotice, "text" | "translations">, language: Language) {
  return language === defaultLanguage ? text : (translations[language] ?? text);
}
