import type { PageRenderer } from "#contract/page.ts";
import { languageOfAddress } from "#contract/paths.ts";
import type { PageSite, Site } from "#contract/site/site.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { withLogoUrls } from "./logo.ts";

/**
 * Renders every page with the site as visitors see it: the owner's texts in the page's language, and the addresses of
 * the logos. A preview has their content, as nobody else can load them yet.
 */
export function withShownSite(renderer: PageRenderer): PageRenderer {
  return {
    ...renderer,
    render: (url, data) =>
      renderer.render(url, { ...data, site: withLogoUrls(translated(data.site, languageOfAddress(url))) }),
    renderPreview: (url, data, scheme) => {
      const site = withLogoUrls(
        translated(data.site, languageOfAddress(url)),
        (_brand, base64) => `data:image/webp;base64,${base64}`,
      );
      return renderer.renderPreview(url, { ...data, site }, scheme);
    },
  };
}

/** The site with the owner's texts in a language; those that are not translated stay in English. */
export function translated<Shown extends PageSite & Partial<Pick<Site, "translations">>>(
  site: Shown,
  language: Language,
): Shown {
  const texts = language === defaultLanguage ? undefined : site.translations?.[language];
  if (texts === undefined) return site;
  const { home, contact } = site.brands;
  return {
    ...site,
    brands: {
      home: { ...home, tagline: texts.homeTagline ?? home.tagline },
      contact: { ...contact, tagline: texts.contactTagline ?? contact.tagline },
    },
    words: {
      ...site.words,
      homeLead: texts.homeLead ?? site.words.homeLead,
      contactTitle: texts.contactTitle ?? site.words.contactTitle,
      contactLead: texts.contactLead ?? site.words.contactLead,
    },
  };
}
