import { isLanguage, type Language } from "./languages.ts";

/** The pages that can show a notice. */
export const noticePages = ["home", "contact", "verify"] as const;
/** `info` is news; `warning` is about the visitors' safety. */
export const noticeTones = ["info", "warning"] as const;

/** Which text each translated text replaces, by its name. */
export const translatedTexts: Readonly<Record<string, string>> = {
  homeTagline: "brands.home.tagline",
  contactTagline: "brands.contact.tagline",
  homeLead: "words.homeLead",
  contactTitle: "words.contactTitle",
  contactLead: "words.contactLead",
  inquiryAccepted: "words.inquiryAccepted",
};

/** What values of the site are called in one language; `labels` by path. */
interface SiteCopy {
  labels: Readonly<Record<string, string>>;
  sourceOf: (figure: string) => string;
  translated: (text: string, language: string) => string;
}

/** What a path is called, also that of a translated text and of a figure's source. */
export function siteLabelIn(
  { labels, sourceOf, translated }: SiteCopy,
  nameOf: (language: Language) => string,
  path: string,
): string {
  const label = labels[path];
  if (label !== undefined) return label;
  const [group = "", name = "", text = ""] = path.split(".");
  if (group === "figureSources") return sourceOf(labels[`figures.${name}`] ?? name);
  if (group === "translations") {
    return translated(labels[translatedTexts[text] ?? ""] ?? text, isLanguage(name) ? nameOf(name) : name);
  }
  return path;
}
