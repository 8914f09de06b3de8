import type { PageData, PageRenderer } from "#contract/page.ts";
import { languageOfAddress } from "#contract/paths.ts";
import type { OwnReasons, PageSite, Site, SiteFields } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { reasonNames, reasonTexts } from "#domain/site-fields.ts";
import { logoUrl, withLogoUrls } from "./logo.ts";

/**
 * Renders every page with the site as visitors see it: its texts in the page's language, and the addresses of the
 * logos. A preview has their content, as nobody else can load them yet.
 */
export function withShownSite(renderer: PageRenderer, live: Site): PageRenderer {
  return {
    ...renderer,
    render: (url, data) => {
      const shown = shownIn(languageOfAddress(url), data, live);
      const isForTeam = renderer.pages.get(url.split("?")[0] ?? "")?.audience === "team";
      // The team compares what was promised with what was measured, and reads it in English.
      const site = isForTeam ? { ...shown.site, figures: data.site.figures } : shown.site;
      return renderer.render(url, { ...shown, site: withLogoUrls(site, (brand) => logoUrl(live.brands, brand)) });
    },
    renderPreview: (url, data, scheme) => {
      const shown = shownIn(languageOfAddress(url), data, data.site);
      const site = withLogoUrls(shown.site, (_brand, base64) => `data:image/webp;base64,${base64}`);
      return renderer.renderPreview(url, { ...shown, site }, scheme);
    },
  };
}

function shownIn<Given extends PageData>(language: Language, data: Given, ownSite: Site): Given {
  const site = translated(data.site, language);
  const words = { ...site.words, reasons: reasonsIn(language, ownSite) };
  return { ...data, site: { ...site, words }, particulars: particularsIn(ownSite, language) };
}

/**
 * The site's texts in a language: the owner's translation; without one ours, as long as the English text is ours; or
 * else the owner's English.
 */
export function translated<Shown extends PageSite & Partial<Pick<Site, "translations">>>(
  site: Shown,
  language: Language,
): Shown {
  if (language === defaultLanguage) return site;
  const own = site.translations?.[language] ?? {};
  const say = (english: string, owners: string | undefined) => textIn(language, english, owners);
  const { home, contact } = site.brands;
  const { homeLead, contactTitle, contactLead } = site.words;
  const { whatsappResponse = "", messageResponse = "" } = site.figures;
  return {
    ...site,
    brands: {
      home: { ...home, tagline: say(home.tagline, own.homeTagline) },
      contact: { ...contact, tagline: say(contact.tagline, own.contactTagline) },
    },
    words: {
      ...site.words,
      homeLead: say(homeLead, own.homeLead),
      contactTitle: say(contactTitle, own.contactTitle),
      contactLead: say(contactLead, own.contactLead),
    },
    figures: {
      ...site.figures,
      whatsappResponse: say(whatsappResponse, own.whatsappResponse),
      messageResponse: say(messageResponse, own.messageResponse),
    },
  };
}

/** Returns the owner's reasons in "Why Choose", in a language; undefined if all of them are ours. */
export function reasonsIn(
  language: Language,
  { words, translations }: Pick<Site, "words" | "translations">,
): OwnReasons | undefined {
  const own = language === defaultLanguage ? words : { ...words, ...translations[language] };
  const written = Object.fromEntries(
    reasonTexts.flatMap((name) => {
      const text = own[name];
      return text === undefined || isOurText(text) ? [] : [[name, text]];
    }),
  );
  if (Object.keys(written).length === 0) return undefined;
  const reasons = reasonNames.flatMap((name) => {
    const [title, text] = [written[`${name}Title`], written[`${name}Text`]];
    return title === undefined && text === undefined
      ? []
      : [[name, { ...(title !== undefined && { title }), ...(text !== undefined && { text }) }]];
  });
  return { ...(written["whyTitle"] !== undefined && { why: written["whyTitle"] }), ...Object.fromEntries(reasons) };
}

/** Returns the owner's texts of the legal pages and the report page, in a language by the same rule. */
export function particularsIn<Of extends Pick<SiteFields, "helplines" | "reporting" | "legal" | "translations">>(
  site: Of,
  language: Language,
): Pick<Of, "helplines" | "reporting" | "legal"> {
  const { helplines, reporting, legal } = site;
  const place = ({ translations, ...english }: Site["helplines"][number]) => {
    if (language === defaultLanguage) return english;
    const own = translations?.[language];
    const { name, note } = english;
    return {
      ...english,
      name: textIn(language, name, own?.name),
      ...(note !== undefined && { note: textIn(language, note, own?.note) }),
    };
  };
  const law = language === defaultLanguage ? undefined : site.translations[language]?.governingLaw;
  return {
    helplines: helplines.map(place),
    reporting: reporting.map(place),
    legal: { ...legal, governingLaw: textIn(language, legal.governingLaw, law) },
  };
}

/** A text that an owner has emptied stays empty in every language. */
function textIn(language: Language, english: string, owners: string | undefined): string {
  if (english === "") return english;
  return owners ?? ourTextIn(language, english) ?? english;
}

const ourNames = new Map(
  Object.entries(dictionaries.en.siteDefaults).map(([name, text]) => [
    text,
    name as keyof typeof dictionaries.en.siteDefaults,
  ]),
);

const { accepted, home } = dictionaries.en;
const others = new Set([accepted.inquiry, ...reasonNames.flatMap((name) => Object.values(home[name]))]);

/** Returns whether an English text is ours, which we have in all languages. */
export function isOurText(english: string): boolean {
  return ourNames.has(english) || others.has(english);
}

/** Returns whether a text is ours, in the language of a page or in English. */
export function isOursIn(language: Language, text: string): boolean {
  const { siteDefaults, accepted: received } = dictionaries[language];
  return isOurText(text) || received.inquiry === text || Object.values(siteDefaults).includes(text);
}

/** Returns our translation of an English text that is ours; undefined if the text is the owner's. */
function ourTextIn(language: Language, english: string): string | undefined {
  const name = ourNames.get(english);
  return name === undefined ? undefined : dictionaries[language].siteDefaults[name];
}
