import { expect, it } from "vitest";
import { languagesOf } from "#contract/further-paths.ts";
import { paths } from "#contract/paths.ts";
import { exampleSite } from "#contract/site/example-site.ts";
import type { PrivacySettings } from "#contract/settings.ts";
import { siteSchema } from "#contract/site/site.ts";
import { copy, inLanguage } from "#copy/current.ts";
import { testingTexts } from "#languages/compiled/testing/texts.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { unreachable } from "#domain/support.ts";
import type { LegalSection } from "./legal-text.tsx";
import { privacySections } from "./privacy-sections.ts";
import { newSite } from "./testing.ts";

/**
 * `server/privacy.test.ts` holds each English sentence to what the software does. Here each other language has to state
 * the same, sentence by sentence, as far as a program can tell: the numbers, the names, the values, the buttons.
 */
const { support, legal } = siteSchema.parse(exampleSite);
const values = {
  operator: "Made-up Operator",
  address: "1 Example Road",
  grievanceOfficer: "Asha Example",
  grievanceEmail: "grievance@example.com",
  dataContact: "data@example.com",
};
const site = { support: { ...support, email: "support@example.com" }, legal: { ...legal, ...values, backupDays: 14 } };

const fullest: PrivacySettings = {
  ...newSite,
  acknowledges: true,
  replyMail: "text",
  receivers: ["email", "webhook", "telegram"],
  says: "all",
  takesMail: true,
  backupsElsewhere: true,
  filesElsewhere: true,
};
const settings: Array<[name: string, PrivacySettings]> = [
  ["of a new site", newSite],
  ["with all that there is", fullest],
  ["with mail of the fact alone", { ...fullest, replyMail: "link", says: "reference", acknowledges: false }],
  ["with mail by request", { ...fullest, replyMail: "off", receivers: ["email"] }],
];

const names = /WhatsApp|Telegram|Instagram|Facebook|YouTube|LinkedIn|PDF|PIN|OTP/g;

/** Returns the facts that a sentence states, without its words. */
function factsOf(sentence: string, language: Language): string[] {
  const words = Object.entries(testingTexts[language].figures).flatMap(([word, digits]) =>
    Array.from<string>({ length: sentence.split(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u")).length - 1 }).fill(
      digits,
    ),
  );
  return [
    ...words,
    ...(sentence.match(/\d+/g) ?? []),
    ...(sentence.match(names) ?? []),
    ...Object.values({ ...values, support: site.support.email }).filter((value) => sentence.includes(value)),
    ...(sentence.match(/“[^”]+”/g) ?? []).map(() => "a button"),
  ].toSorted();
}

const sentencesOf = ({ paragraphs = [], items = [] }: LegalSection) => [paragraphs, items];

function expectSame(language: Language, sectionsIn: () => Record<string, LegalSection>) {
  const english = inLanguage(defaultLanguage, sectionsIn);
  const translated = inLanguage(language, sectionsIn);
  expect(Object.keys(translated)).toEqual(Object.keys(english));
  for (const [id, section] of Object.entries(english)) {
    const other = translated[id] ?? { title: "" };
    expect(other.title, id).not.toBe(section.title);
    for (const [part, sentences] of sentencesOf(section).entries()) {
      const same = sentencesOf(other)[part] ?? [];
      expect(same.length, id).toBe(sentences.length);
      for (const [at, sentence] of sentences.entries())
        expect(factsOf(same[at] ?? "", language), sentence).toEqual(factsOf(sentence, defaultLanguage));
    }
  }
}

const others = languagesOf(paths.terms).filter((code) => code !== defaultLanguage);

it.each(others.flatMap((language) => settings.map(([name, set]) => [language, name, set] as const)))(
  "the privacy policy in %s states what the English one does, %s",
  (language, _name, set) => expectSame(language, () => privacySections(site, set)),
);

it.each(languagesOf(paths.privacy))("every item about an inquiry has a lead to find it by: %s", (language) => {
  const { items = [] } = inLanguage(language, () => privacySections(site, fullest))["if-you-send-us-an-inquiry"] ?? {};
  expect(items.length).toBeGreaterThan(20);
  for (const item of items) expect(item).toMatch(/^[^.:]{1,40}: /);
});

it.each(others)("the terms in %s state what the English ones do", (language) => {
  const { operator } = values;
  expectSame(language, () => copy.terms.sections({ brand: "Brand", operator, law: "India", age: 21 }));
});

it.each(others)("the summaries in %s state what the English ones do", (language) => {
  const summaries = () => ({ terms: { title: copy.terms.title, items: copy.terms.summary({ age: 21 }) } });
  expectSame(language, summaries);
  expectSame(language, () => ({ privacy: { title: copy.privacy.title, items: copy.privacy.summary } }));
});

it.each(languagesOf(paths.privacy))("asks nobody to write to an address that nobody reads: %s", (language) => {
  inLanguage(language, () => {
    const legalOf = (values_: object) => ({ ...legal, backupDays: 14, ...values_ });
    const textOf = (own: Parameters<typeof privacySections>[0]) => JSON.stringify(privacySections(own, fullest));
    const nobodys = { email: unreachable };
    const bare = textOf({ support: nobodys, legal: legalOf({ grievanceOfficer: "Asha Example" }) });
    expect(bare).not.toMatch(/localhost|Asha Example/);
    expect(bare).toContain(copy.privacy.contactPage);
    expect(bare).toContain(copy.privacy.erasingByLink);
    const withOfficer = textOf({ support: nobodys, legal: legalOf(values) });
    expect(withOfficer).toContain("Asha Example, grievance@example.com");
    expect(withOfficer).not.toContain("localhost");
    const reachable = textOf({ support: { email: "support@example.com" }, legal: legalOf({}) });
    expect(reachable).toContain(copy.privacy.erasingByEmail("support@example.com"));
    expect(reachable).not.toContain(copy.privacy.contactPage);
  });
});
