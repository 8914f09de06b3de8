import { englishNameOf, type FurtherLanguage, furtherLanguages } from "#domain/further-languages.ts";
import { translatedTexts } from "#domain/site-fields.ts";

type Kind = "text" | "area" | "color" | "email" | "day" | "number" | "logo" | "figure" | "places" | "notices";

/** One field of the form: the path of its value, and how it is entered. Its label is in `domain/site-fields.ts`. */
export interface SiteField {
  path: string;
  kind: Kind;
  max?: number;
  hint?: string;
  placeholder?: string;
  isRequired?: boolean;
}

interface FieldGroup {
  title: string;
  lead?: string;
  fields: readonly SiteField[];
}

export interface SiteTab {
  name: string;
  label: string;
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

const figure = (name: string, placeholder: string, max = 12): SiteField => ({
  path: `figures.${name}`,
  kind: "figure",
  max,
  placeholder,
});

const figures = {
  title: "Figures",
  lead: "Enter only true figures, and where each comes from. One that is left empty is not shown.",
};

const text = (path: string, max: number): SiteField => ({
  path,
  kind: max > 120 ? "area" : "text",
  max,
  isRequired: true,
});

export const siteTabs: readonly SiteTab[] = [
  {
    name: "home",
    label: "Home page",
    page: "home",
    groups: [
      { title: "Brand", lead: "The home page and the other pages may have two names.", fields: brand("home") },
      { title: "Texts", fields: [text("words.homeLead", 240)] },
      { ...figures, fields: [figure("users", "12K+")] },
    ],
  },
  {
    name: "contact",
    label: "Contact pages",
    page: "contact",
    groups: [
      { title: "Brand", lead: "Of the contact, terms and privacy pages.", fields: brand("contact") },
      {
        title: "Texts",
        fields: [text("words.contactTitle", 80), text("words.contactLead", 240), text("words.inquiryAccepted", 240)],
      },
      {
        ...figures,
        fields: [
          figure("winners", "5K+"),
          figure("secure", "100%"),
          figure("payouts", "₹2M+"),
          figure("telegramMembers", "1.3K"),
          figure("instagramFollowers", "4.6K"),
          figure("facebookFollowers", "3.8K"),
          figure("rating", "4.9/5"),
          figure("whatsappResponse", "30 seconds", 24),
          figure("messageResponse", "5 minutes", 24),
        ],
      },
    ],
  },
  {
    name: "legal",
    label: "Legal and help",
    page: "terms",
    groups: [
      {
        title: "Addresses",
        lead: "Visitors write here. If channels have a publishing rule, a change of these waits by it, too.",
        fields: [
          { path: "support.email", kind: "email", max: 254, placeholder: "help@your-site.in" },
          {
            path: "support.securityEmail",
            kind: "email",
            max: 254,
            hint: "In security.txt; left empty, it is the support address.",
          },
        ],
      },
      {
        title: "Legal particulars",
        fields: [
          { path: "legal.operator", kind: "text", max: 120, isRequired: true, placeholder: "Company as registered" },
          { path: "legal.address", kind: "area", max: 240 },
          { path: "legal.governingLaw", kind: "text", max: 80, isRequired: true },
          {
            path: "legal.grievanceOfficer",
            kind: "text",
            max: 120,
            hint: "India's IT Rules 2021 (rule 3(2)): acknowledges a complaint within 24 hours, and resolves it within 15 days. The privacy page names both periods.",
          },
          { path: "legal.grievanceEmail", kind: "email", max: 254 },
          {
            path: "legal.dataContact",
            kind: "text",
            max: 120,
            hint: "Who answers questions about personal data, such as a name and an address.",
          },
          { path: "legal.minimumAge", kind: "number", isRequired: true, hint: "From 18 to 99." },
          { path: "legal.termsUpdated", kind: "day", isRequired: true },
          { path: "legal.privacyUpdated", kind: "day", isRequired: true },
        ],
      },
      {
        title: "Where visitors find help",
        fields: [
          { path: "helplines", kind: "places" },
          { path: "reporting", kind: "places" },
        ],
      },
      {
        title: "Region",
        fields: [
          {
            path: "country",
            kind: "text",
            max: 2,
            isRequired: true,
            hint: "Two letters such as IN: the country of numbers without a country code.",
          },
          { path: "timeZone", kind: "text", max: 60, isRequired: true, hint: "Such as Asia/Kolkata." },
        ],
      },
    ],
  },
  {
    name: "notices",
    label: "Notices",
    page: "home",
    groups: [
      {
        title: "Notices",
        lead: "A line above the pages, such as “We never ask for your PIN”. It may name only your own channels, and waits by the publishing rule.",
        fields: [{ path: "notices", kind: "notices" }],
      },
    ],
  },
  ...furtherLanguages.map((language): SiteTab => ({
    name: language,
    label: englishNameOf(language),
    page: language,
    groups: [
      {
        title: `Texts in ${englishNameOf(language)}`,
        lead: "One that is left empty is shown in English.",
        fields: Object.entries(translatedTexts).map(([name, path]) => ({
          path: `translations.${language}.${name}`,
          kind: path.startsWith("words.") && name !== "contactTitle" ? "area" : "text",
          max: path.startsWith("brands.") ? 120 : name === "contactTitle" ? 80 : 240,
        })),
      },
    ],
  })),
];

/** The tab that has the field of this path, such as `helplines` or `brands.home.name`. */
export function tabOf(path: string): string | undefined {
  const has = (field: SiteField) => field.path === path || path === `figureSources.${field.path.split(".")[1]}`;
  return siteTabs.find(({ groups }) => groups.some(({ fields }) => fields.some(has)))?.name;
}
