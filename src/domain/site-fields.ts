import { isLanguage, type Language } from "./languages.ts";

/** The pages that can show a notice. */
export const noticePages = ["home", "contact", "verify"] as const;
/** `info` is news; `warning` is about the visitors' safety. */
export const noticeTones = ["info", "warning"] as const;

/** The advantages of the home page. */
export const reasonNames = ["fast", "secure", "always"] as const;
/** The owner's texts of "Why Choose": its heading, and a title and a sentence for each advantage. */
export const reasonTexts = [
  "whyTitle",
  ...reasonNames.flatMap((name) => [`${name}Title`, `${name}Text`] as const),
] as const;

/** The text that each translated text replaces, by its name. */
export const translatedTexts: ReadonlyMap<string, string> = new Map([
  ["homeTagline", "brands.home.tagline"],
  ["contactTagline", "brands.contact.tagline"],
  ["homeLead", "words.homeLead"],
  ...reasonTexts.map((name): [string, string] => [name, `words.${name}`]),
  ["contactTitle", "words.contactTitle"],
  ["contactLead", "words.contactLead"],
  ["inquiryAccepted", "words.inquiryAccepted"],
  ["governingLaw", "legal.governingLaw"],
  ["whatsappResponse", "figures.whatsappResponse"],
  ["messageResponse", "figures.messageResponse"],
]);

/**
 * Kind of a value of the site. `text`: words that visitors read. `contact`: a line about who and where we are, which
 * may hold a number and an address for mail: these are ours from then on. `particulars`: an address, a number or a
 * choice alone. `source`: words that only owners read. `plain`: no words, such as a colour or a day.
 */
export type SiteValueKind = "text" | "contact" | "particulars" | "source" | "plain";

/**
 * Kind of each value, by its path; `*` is any name, or any place in a list. A value that takes a sentence is a `text`,
 * `contact` or `source`.
 */
const siteValueKinds: Readonly<Record<string, SiteValueKind>> = {
  "brands.*.name": "text",
  "brands.*.tagline": "text",
  "brands.*.color": "plain",
  "brands.*.logo": "particulars",
  "figures.*": "text",
  "figureSources.*": "source",
  "words.*": "text",
  "translations.*.*": "text",
  "notices.*.text": "text",
  "notices.*.translations.*": "text",
  "notices.*.tone": "plain",
  "notices.*.pages.*": "plain",
  "notices.*.from": "plain",
  "notices.*.until": "plain",
  "helplines.*.name": "text",
  "helplines.*.note": "text",
  "helplines.*.translations.*.*": "text",
  "helplines.*.phone": "particulars",
  "helplines.*.url": "particulars",
  "reporting.*.name": "text",
  "reporting.*.note": "text",
  "reporting.*.translations.*.*": "text",
  "reporting.*.phone": "particulars",
  "reporting.*.url": "particulars",
  "support.email": "particulars",
  "support.securityEmail": "particulars",
  "legal.operator": "text",
  "legal.address": "contact",
  "legal.governingLaw": "text",
  "legal.grievanceOfficer": "contact",
  "legal.grievanceEmail": "particulars",
  "legal.dataContact": "contact",
  "legal.minimumAge": "plain",
  "legal.termsUpdated": "plain",
  "legal.privacyUpdated": "plain",
  country: "particulars",
  timeZone: "plain",
};
const kindsOfPaths = Object.entries(siteValueKinds).map(([pattern, kind]) => ({ parts: pattern.split("."), kind }));

/** Returns the kind of the value at a path; undefined for a path that is not declared. */
export function siteValueKind(path: string): SiteValueKind | undefined {
  const names = path.split(".");
  const isOf = (parts: string[]) =>
    parts.length === names.length && parts.every((part, at) => part === "*" || part === names[at]);
  return kindsOfPaths.find(({ parts }) => isOf(parts))?.kind;
}

const guarded = ["text", "contact", "source"] as const;
type GuardedKind = (typeof guarded)[number];

/** The texts within a value that are checked for names of others, each with its path, also those of a list. */
export function guardedTexts(path: string, value: unknown): Array<{ path: string; text: string; kind: GuardedKind }> {
  if (typeof value === "string") {
    const found = siteValueKind(path);
    return guarded.flatMap((kind) => (kind === found ? [{ path, text: value, kind }] : []));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => guardedTexts(`${path}.${name}`, inner));
}

/** Names of the site's values in one language; `labels` by path. */
interface SiteCopy {
  labels: Readonly<Record<string, string>>;
  sourceOf: (figure: string) => string;
  translated: (text: string, language: string) => string;
}

/** Returns the name of a path, also that of a translated text and of a figure's source. */
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
    return translated(labels[translatedTexts.get(text) ?? ""] ?? text, isLanguage(name) ? nameOf(name) : name);
  }
  return path;
}
