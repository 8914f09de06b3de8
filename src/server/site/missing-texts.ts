import type { SiteFields } from "#contract/site/site.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { valueAt } from "#domain/site-changes.ts";
import { translatedTexts } from "#domain/site-fields.ts";
import { isOurText } from "./shown-site.ts";

/** A text that an owner has written in English only, with the path of its missing translation. */
export interface MissingText {
  language: FurtherLanguage;
  path: string;
}

/** The texts that owners have not translated, by language. Our own texts are there in all of them. */
export function missingTexts(site: Omit<SiteFields, "legal"> & { legal: object }, now: number): MissingText[] {
  const places = (["helplines", "reporting"] as const).flatMap((list) =>
    site[list].flatMap((place, at) =>
      (["name", "note"] as const).map((name) => ({
        english: place[name],
        own: (language: FurtherLanguage) => place.translations?.[language]?.[name],
        path: (language: FurtherLanguage) => `${list}.${at}.translations.${language}.${name}`,
      })),
    ),
  );
  const notices = site.notices.map(({ text, translations, until }, at) => ({
    // A notice that is over is not read any more.
    english: until === null || now < Date.parse(until) ? text : "",
    own: (language: FurtherLanguage) => translations[language],
    path: (language: FurtherLanguage) => `notices.${at}.translations.${language}`,
  }));
  const texts = [...translatedTexts].map(([name, path]) => ({
    english: valueAt(site, path),
    own: (language: FurtherLanguage) => valueAt(site, `translations.${language}.${name}`),
    path: (language: FurtherLanguage) => `translations.${language}.${name}`,
  }));
  const written = [...texts, ...places, ...notices].filter(
    ({ english = "" }) => typeof english === "string" && english !== "" && !isOurText(english),
  );
  return furtherLanguages.flatMap((language) =>
    written.filter(({ own }) => own(language) === undefined).map(({ path }) => ({ language, path: path(language) })),
  );
}
