import { copy, teamCopy } from "#copy/current.ts";
import { type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { translatedTexts } from "#domain/site-fields.ts";
import { languageName } from "#copy/locale/language-name.ts";

type Kind =
  | "text"
  | "area"
  | "color"
  | "email"
  | "day"
  | "number"
  | "logo"
  | "country"
  | "figure"
  | "places"
  | "notices";

/** One field of the form: the path of its value, and how it is entered. Its label is in `site-label.ts`. */
export interface SiteField {
  path: string;
  kind: Kind;
  max?: number;
  hint?: () => string;
  /** Unit beside a number. */
  unit?: (count: number) => string;
  placeholder?: () => string;
  isRequired?: boolean;
}

interface FieldGroup {
  title: () => string;
  lead?: () => string;
  /** A button copies the values of these paths: [from, to]. */
  copied?: { label: () => string; paths: readonly (readonly [string, string])[] };
  fields: readonly SiteField[];
}

export interface SiteTab {
  name: string;
  label: () => string;
  /** The page that the preview shows. */
  page: "home" | "contact" | "terms" | FurtherLanguage;
  groups: readonly FieldGroup[];
}

const brand = (name: "home" | "contact"): SiteField[] => [
  { path: `brands.${name}.name`, kind: "text", max: 40, isRequired: true },
  { path: `brands.${name}.tagline`, kind: "text", max: 120, isRequired: true },
  { path: `brands.${name}.color`, kind: "color", isRequired: true },
  { path: `brands.${name}.logo`, kind: "logo" },
];

const figure = (name: string, placeholder: () => string, max = 12): SiteField => ({
  path: `figures.${name}`,
  kind: "figure",
  max,
  placeholder,
});

const figures = {
  title: () => teamCopy.site.groups.figures,
  lead: () => teamCopy.site.groups.figuresLead,
};

const text = (path: string, max: number): SiteField => ({
  path,
  kind: max > 120 ? "area" : "text",
  max,
  isRequired: true,
});

/** A text that is ours while it is empty. */
const ownText = (name: string, max: number, ours: () => string): SiteField => ({
  path: `words.${name}`,
  kind: "text",
  max,
  placeholder: ours,
});

export const englishTabs: readonly SiteTab[] = [
  {
    name: "home",
    label: () => teamCopy.site.tabs.home,
    page: "home",
    groups: [
      {
        title: () => teamCopy.site.groups.brand,
        lead: () => teamCopy.site.groups.homeBrandLead,
        fields: brand("home"),
      },
      { title: () => teamCopy.site.groups.texts, fields: [text("words.homeLead", 240)] },
      {
        title: () => teamCopy.site.groups.reasons,
        lead: () => teamCopy.site.groups.reasonsLead,
        fields: [
          ownText("whyTitle", 60, () => copy.home.why("…")),
          ownText("fastTitle", 40, () => copy.home.fast.title),
          ownText("fastText", 120, () => copy.home.fast.text),
          ownText("secureTitle", 40, () => copy.home.secure.title),
          ownText("secureText", 120, () => copy.home.secure.text),
          ownText("alwaysTitle", 40, () => copy.home.always.title),
          ownText("alwaysText", 120, () => copy.home.always.text),
        ],
      },
      { ...figures, fields: [figure("users", () => "12K+")] },
    ],
  },
  {
    name: "contact",
    label: () => teamCopy.site.tabs.contact,
    page: "contact",
    groups: [
      {
        title: () => teamCopy.site.groups.brand,
        lead: () => teamCopy.site.groups.contactBrandLead,
        copied: {
          label: () => teamCopy.site.groups.sameBrand,
          paths: brand("home").map(({ path }) => [path, path.replace("home", "contact")] as const),
        },
        fields: brand("contact"),
      },
      {
        title: () => teamCopy.site.groups.texts,
        fields: [text("words.contactTitle", 80), text("words.contactLead", 240), text("words.inquiryAccepted", 240)],
      },
      {
        ...figures,
        fields: [
          figure("winners", () => "5K+"),
          figure("secure", () => "100%"),
          figure("payouts", () => "₹2M+"),
          figure("telegramMembers", () => "1.3K"),
          figure("instagramFollowers", () => "4.6K"),
          figure("facebookFollowers", () => "3.8K"),
          figure("rating", () => "4.9/5"),
          figure("whatsappResponse", () => teamCopy.site.examples.whatsappResponse, 24),
          figure("messageResponse", () => teamCopy.site.examples.messageResponse, 24),
        ],
      },
    ],
  },
  {
    name: "legal",
    label: () => teamCopy.site.tabs.legal,
    page: "terms",
    groups: [
      {
        title: () => teamCopy.site.groups.addresses,
        lead: () => teamCopy.site.groups.addressesLead,
        fields: [
          { path: "support.email", kind: "email", max: 254, placeholder: () => "help@your-site.in" },
          {
            path: "support.securityEmail",
            kind: "email",
            max: 254,
            hint: () => teamCopy.site.hints.securityEmail,
          },
        ],
      },
      {
        title: () => teamCopy.site.groups.legal,
        fields: [
          {
            path: "legal.operator",
            kind: "text",
            max: 120,
            isRequired: true,
            placeholder: () => teamCopy.site.examples.operator,
          },
          { path: "legal.address", kind: "area", max: 240 },
          { path: "legal.governingLaw", kind: "text", max: 80, isRequired: true },
          {
            path: "legal.grievanceOfficer",
            kind: "text",
            max: 120,
            hint: () => teamCopy.site.hints.grievanceOfficer,
          },
          { path: "legal.grievanceEmail", kind: "email", max: 254 },
          {
            path: "legal.dataContact",
            kind: "text",
            max: 120,
            hint: () => teamCopy.site.hints.dataContact,
          },
          {
            path: "legal.minimumAge",
            kind: "number",
            isRequired: true,
            unit: (count) => teamCopy.forms.units.years(count),
            hint: () => teamCopy.site.hints.minimumAge,
          },
          { path: "legal.termsUpdated", kind: "day", isRequired: true },
          { path: "legal.privacyUpdated", kind: "day", isRequired: true },
        ],
      },
      {
        title: () => teamCopy.site.groups.help,
        fields: [
          { path: "helplines", kind: "places" },
          { path: "reporting", kind: "places" },
        ],
      },
      {
        title: () => teamCopy.site.groups.region,
        fields: [
          {
            path: "country",
            kind: "country",
            isRequired: true,
            hint: () => teamCopy.site.hints.country,
          },
          { path: "timeZone", kind: "text", max: 60, isRequired: true, hint: () => teamCopy.site.hints.timeZone },
        ],
      },
    ],
  },
  {
    name: "notices",
    label: () => teamCopy.site.tabs.notices,
    page: "home",
    groups: [
      {
        title: () => teamCopy.site.groups.notices,
        lead: () => teamCopy.site.groups.noticesLead,
        fields: [{ path: "notices", kind: "notices" }],
      },
    ],
  },
];

const englishFields = englishTabs.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields));

/** The field of a text in another language is as long as that of the English text. */
function translatedField(language: FurtherLanguage, name: string, path: string): SiteField {
  const { kind = "text", max = 120 } = englishFields.find((field) => field.path === path) ?? {};
  return { path: `translations.${language}.${name}`, kind: kind === "area" ? "area" : "text", max };
}

/** Tabs of the languages besides English, which are within one tab of the section. */
export const languageTabs = furtherLanguages.map((language) => ({
  name: language,
  label: () => languageName(language),
  page: language,
  groups: [
    {
      title: () => teamCopy.site.groups.textsIn(languageName(language)),
      lead: () => teamCopy.site.groups.textsInLead,
      fields: [...translatedTexts].map(([name, path]) => translatedField(language, name, path)),
    },
  ],
})) satisfies readonly SiteTab[];

export const siteTabs: readonly SiteTab[] = [...englishTabs, ...languageTabs];

/** The tab that has the field of this path, such as `helplines.0.name` or `brands.home.name`. */
export function tabOf(path: string): string | undefined {
  const has = (field: SiteField) =>
    field.path === path || path.startsWith(`${field.path}.`) || path === `figureSources.${field.path.split(".")[1]}`;
  return siteTabs.find(({ groups }) => groups.some(({ fields }) => fields.some(has)))?.name;
}

/** The field of this path. */
export function fieldAt(path: string): SiteField | undefined {
  return siteTabs.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields)).find((field) => field.path === path);
}

/** The id of the input of a path. */
export function idOf(path: string): string {
  return `site-${path.replaceAll(".", "-")}`;
}
