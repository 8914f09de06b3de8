import { z } from "zod";
import { plainSettings } from "#domain/settings.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { en } from "#languages/compiled/en.ts";
import { say } from "#copy/server/say.ts";
import { logoLimits } from "#domain/logo-limits.ts";
import { callingCodes } from "#domain/countries.ts";
import { defaultLanguage, type Language, languageCodes } from "#domain/languages.ts";
import { plainText } from "#domain/text.ts";
import { noticePages, noticeTones, type reasonNames } from "#domain/site-fields.ts";
import { oneLineText } from "../text.ts";
import { isTimeZone } from "../channels/hours.ts";

/** Default texts of the site until an owner writes others; the catalogue of each language has the same. */
const ours = en.siteDefaults;

const text = (max: number) =>
  oneLineText(say("site-field.text"))
    .min(1, say("site-field.empty"))
    .max(max, say("site-field.too-long", { count: max }));
const lines = (max: number) =>
  z
    .string(say("site-field.text"))
    .overwrite((typed) => plainText(typed.toWellFormed()).trim())
    .min(1, say("site-field.empty"))
    .max(max, say("site-field.too-long", { count: max }));
/** Empty if it is not shown. */
const figure = (max: number) =>
  oneLineText(say("site-field.text")).max(max, say("site-field.too-long", { count: max }));
const email = z.email(say("site-field.address", { example: "desk@example.com" }));
const day = z.iso.date(say("site-field.day", { example: "2026-11-01" }));
const color = z.string().regex(/^#[0-9a-f]{6}$/i, say("site-field.colour", { example: "#ff9933" }));

const brand = (name: string, tagline: string, fill: string) =>
  z
    .strictObject({
      name: text(40).default(name),
      tagline: text(120).default(tagline),
      /** Fill of buttons and accents; the ink on it is computed to stay readable. */
      color: color.default(fill),
      /** Logo in place of the ball: a WebP picture in Base64. Pages get its address instead. */
      logo: z.base64(say("site-field.picture")).max(logoLimits.maxLength, say("site-field.picture-size")).optional(),
    })
    .prefault({});

const otherLanguage = z
  .enum(languageCodes, say("site-field.language", { languages: languageCodes.slice(1).join(", ") }))
  .exclude(["en"]);

const helpline = z.strictObject({
  name: text(80),
  phone: z
    .string()
    .regex(/^\+?[0-9][0-9 -]{1,20}$/, say("site-field.number", { example: "14416" }))
    .optional(),
  url: oneLineText(say("site-field.https"))
    .pipe(z.url({ protocol: /^https$/, error: say("site-field.https") }))
    .optional(),
  note: text(160).optional(),
  translations: z
    .partialRecord(otherLanguage, z.strictObject({ name: text(80).optional(), note: text(160).optional() }))
    .optional(),
});

export const figureNames = [
  "users",
  "winners",
  "secure",
  "payouts",
  "telegramMembers",
  "instagramFollowers",
  "facebookFollowers",
  "rating",
  "whatsappResponse",
  "messageResponse",
] as const;

export type FigureName = (typeof figureNames)[number];

const legalFields = {
  operator: text(120).default("Saffron Exchange"),
  /** Address on several lines. */
  address: lines(240).optional(),
  governingLaw: text(80).default(ours.governingLaw),
  /** Name of the grievance officer; the rules ask for a contact and name the periods (IT Rules 2021, rule 3(2)). */
  grievanceOfficer: text(120).optional(),
  grievanceEmail: email.optional(),
  /** Whom to ask about personal data (Digital Personal Data Protection Act 2023, section 6(3)). */
  dataContact: text(120).optional(),
  minimumAge: z.int(say("site-field.age")).min(18, say("site-field.age")).max(99, say("site-field.age")).default(18),
  termsUpdated: day.default("2026-11-01"),
  privacyUpdated: day.default("2026-11-26"),
};

const { min, max, start } = plainSettings.retentionDays;

/** Legal details that the operator of the server decides. */
const deployed = {
  /** Days after closing until an inquiry is erased; an owner can change this in the admin area. */
  retentionDays: z.int().min(min).max(max).default(start),
  /** Days for which the owner stores backups; 0 if there are none. */
  backupDays: z.int().min(0).max(3650).default(30),
};

/** The owner's texts of "Why Choose"; one left out is ours, in each language. */
const reasons = {
  whyTitle: text(60).optional(),
  fastTitle: text(40).optional(),
  fastText: text(120).optional(),
  secureTitle: text(40).optional(),
  secureText: text(120).optional(),
  alwaysTitle: text(40).optional(),
  alwaysText: text(120).optional(),
};

/** The owner's texts in another language; `server/site/shown-site.ts` says what is shown for one left out. */
const translation = z.strictObject({
  homeTagline: text(120).optional(),
  contactTagline: text(120).optional(),
  homeLead: text(240).optional(),
  ...reasons,
  contactTitle: text(80).optional(),
  contactLead: text(240).optional(),
  inquiryAccepted: text(240).optional(),
  governingLaw: text(80).optional(),
  whatsappResponse: text(24).optional(),
  messageResponse: text(24).optional(),
});

const instant = z.iso.datetime(say("site-field.time", { example: "2026-12-24T18:00:00Z" }));

/** A dated line above some pages, shown from one time until another; null has no limit. */
const notice = z
  .strictObject({
    text: text(160),
    translations: z.partialRecord(otherLanguage, text(160)).default({}),
    tone: z.enum(noticeTones, say("site-field.kind")).default("info"),
    pages: z.array(z.enum(noticePages, say("site-field.pages"))).min(1, say("site-field.no-page")),
    from: instant.nullable().default(null),
    until: instant.nullable().default(null),
  })
  .refine(({ from, until }) => from === null || until === null || from < until, say("site-field.end"));

export type SiteNotice = z.output<typeof notice>;

/**
 * The owner's configuration of the site: names, figures, colours and legal details on its pages. Each key is optional;
 * `docs/operating.md` lists them. Unknown keys are rejected, as they are usually typos.
 *
 * Pages read a field with `useSite()`. Owners enter it in `web/admin/settings/site/site-groups.ts`, under its label in
 * `site.labels` of `team.arb`. `siteValueKinds` and `translatedTexts` (`domain/site-fields.ts`) say what it is and
 * whether owners translate it; `server/site/shown-texts.ts` has its place among the texts of a page, which is checked.
 */
export const siteSchema = z.strictObject({
  brands: z
    .strictObject({
      home: brand("Saffron Exchange", ours.homeTagline, "#ff9933"),
      contact: brand("Saffron Support", ours.contactTagline, "#ffb347"),
    })
    .prefault({}),
  figures: z
    .strictObject({
      users: figure(12).default("10K+"),
      winners: figure(12).default("5K+"),
      secure: figure(12).default("100%"),
      payouts: figure(12).default("₹2M+"),
      telegramMembers: figure(12).default("1.3K"),
      instagramFollowers: figure(12).default("4.6K"),
      facebookFollowers: figure(12).default("3.8K"),
      rating: figure(12).default("4.9/5"),
      whatsappResponse: figure(24).default(ours.whatsappResponse),
      messageResponse: figure(24).default(ours.messageResponse),
    })
    .prefault({}),
  /** Source of each figure, for the owners. */
  figureSources: z.partialRecord(z.enum(figureNames), text(160)).default({}),
  words: z
    .strictObject({
      homeLead: text(240).default(ours.homeLead),
      ...reasons,
      contactTitle: text(80).default(ours.contactTitle),
      contactLead: text(240).default(ours.contactLead),
      inquiryAccepted: text(240).default(en.accepted.inquiry),
    })
    .prefault({}),
  support: z
    .strictObject({
      email: email.optional(),
      /** Address for vulnerability reports, if different. */
      securityEmail: email.optional(),
    })
    .prefault({}),
  helplines: z
    .array(helpline)
    .min(1)
    .max(8)
    .default([
      { name: ours.teleManas, phone: "14416", url: "https://telemanas.mohfw.gov.in/", note: ours.teleManasNote },
      { name: ours.gamblingTherapy, url: "https://www.gamblingtherapy.org/", note: ours.gamblingTherapyNote },
    ]),
  /** Places where a visitor can report an impostor to the authorities. */
  reporting: z
    .array(helpline)
    .min(1)
    .max(8)
    .default([
      { name: ours.cyberCrimePortal, phone: "1930", url: "https://cybercrime.gov.in/" },
      {
        name: ours.chakshu,
        url: "https://sancharsaathi.gov.in/",
        note: ours.chakshuNote,
      },
    ]),
  legal: z.strictObject({ ...legalFields, ...deployed }).prefault({}),
  translations: z.partialRecord(otherLanguage, translation).default({}),
  notices: z
    .array(notice)
    .max(5, say("site-field.too-many", { count: 5 }))
    .default([]),
  /** Country of numbers without a country code (ISO 3166-1). */
  country: z
    .string()
    .refine((code) => callingCodes.has(code), say("site-field.country", { example: "IN" }))
    .default("IN"),
  /** Time zone of days, and of times shown to the team (an IANA name). */
  timeZone: z
    .string()
    .refine(isTimeZone, say("site-field.time-zone", { example: "Asia/Kolkata" }))
    .default("Asia/Kolkata"),
  /** Preview picture for links to this site (1200 × 630). */
  picture: oneLineText(say("site-field.text"))
    .regex(/^(\/[\w./-]+|https:\/\/\S+)$/, say("site-field.path"))
    .default("/og.png"),
});

/** Fields that owners edit in the admin area: all but those that the server's operator decides. */
export const siteFieldsSchema = siteSchema
  .omit({ picture: true })
  .extend({ legal: z.strictObject(legalFields).prefault({}) })
  .meta({ id: "SiteFields" });

export type SiteFields = z.output<typeof siteFieldsSchema>;

export type Site = z.output<typeof siteSchema>;

/** The figures of the product, which visitors see until an owner decides. */
export const defaultFigures: Site["figures"] = /* @__PURE__ */ siteFieldsSchema.parse({}).figures;

/**
 * A site's values in which the figures that they leave out are empty, as in a store from before figures had defaults.
 */
export function withoutDefaultFigures(values: unknown): unknown {
  if (!isObject(values) || !(values["figures"] === undefined || isObject(values["figures"]))) return values;
  const none = Object.fromEntries(figureNames.map((name) => [name, ""]));
  return { ...values, figures: { ...none, ...values["figures"] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Fields of the legal pages and the report page alone: on other pages, each byte counts in the first flight. */
export const particularsSchema = siteSchema.pick({ helplines: true, reporting: true, legal: true });

export type Particulars = z.output<typeof particularsSchema>;

/** Address for visitors' questions, chosen by the server. */
export const supportSchema = z.object({ email: z.string() });

export type Support = z.output<typeof supportSchema>;

/** The owner's words for "Why Choose" in one language. */
export interface OwnReasons extends Partial<Record<(typeof reasonNames)[number], { title?: string; text?: string }>> {
  why?: string;
}

/** The part that every page needs; the rest is for the server only, or for the pages that show it. */
export interface PageSite extends Pick<Site, "timeZone"> {
  /** Browsers get those alone that are not empty. */
  figures: Partial<Site["figures"]>;
  brands: Record<keyof Site["brands"], Pick<Site["brands"]["home"], "name" | "tagline" | "logo">>;
  words: Pick<Site["words"], "homeLead" | "contactTitle" | "contactLead"> & { reasons?: OwnReasons };
  legal: Pick<Site["legal"], "operator" | "minimumAge">;
}
export type BrandName = keyof Site["brands"];

const example = /* @__PURE__ */ siteFieldsSchema.parse({});

/** The paths of names that are still those of the example: no real platform has them. */
export function examplesIn({ brands, legal: { operator } }: Pick<Site, "brands" | "legal">): string[] {
  const names = {
    "brands.home.name": [brands.home.name, example.brands.home.name],
    "brands.home.tagline": [brands.home.tagline, example.brands.home.tagline],
    "brands.contact.name": [brands.contact.name, example.brands.contact.name],
    "brands.contact.tagline": [brands.contact.tagline, example.brands.contact.tagline],
    "legal.operator": [operator, example.legal.operator],
  };
  return Object.entries(names).flatMap(([path, [name, other]]) => (name === other ? [path] : []));
}

/** Returns the text after sending a message: the owner's in the language, or else ours. */
export function acceptedText(
  { words, translations }: Pick<Site, "words" | "translations">,
  language: Language,
): string {
  if (language === defaultLanguage) return words.inquiryAccepted;
  return translations[language]?.inquiryAccepted ?? dictionaries[language].accepted.inquiry;
}
