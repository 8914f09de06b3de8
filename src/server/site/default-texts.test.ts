import { afterEach, beforeEach, expect, it } from "vitest";
import { manifestPath, noticesFeedPath, pathIn, paths } from "#contract/paths.ts";
import { block } from "#languages/compiled/facts/block.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { languageCodes } from "#domain/languages.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { replaceSite } from "./live-site.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example" } });
  for (const [type, value] of [
    ["whatsapp", "+91 90000 00001"],
    ["telegram", "https://t.me/saffron_example"],
  ] as const)
    await test.services.channels.add({ type, value, isActive: true, proof: "" });
});
afterEach(() => test.close());

const read = async (path: string) => (await test.app.inject(path)).body;

/** Every address that anybody may read, also the documents that are no pages. */
const addresses = (language: (typeof languageCodes)[number]) => [
  ...[paths.home, paths.contact, `${paths.contact}?tab=community`, paths.message, paths.verify, paths.report].map(
    (path) => pathIn(language, path),
  ),
  ...[paths.terms, paths.privacy, "/keep", manifestPath, noticesFeedPath, "/nowhere"].map((path) =>
    pathIn(language, path),
  ),
  `/api/privacy?language=${language}`,
];

/** "India" is also in names of agencies. In Latin letters, names of services are the same in each language. */
const englishFor = (language: (typeof furtherLanguages)[number]) => {
  const { teleManas, gamblingTherapy, cyberCrimePortal, chakshu, ...words } = dictionaries.en.siteDefaults;
  const names = block[language] < 0 ? [] : [teleManas, gamblingTherapy, cyberCrimePortal, chakshu];
  return [...Object.values(words), ...names].filter((text) => text !== "India");
};

it.each(furtherLanguages)("a fresh start says nothing of its own in English, in %s", async (language) => {
  const english = englishFor(language);
  for (const address of addresses(language)) {
    const body = await read(address);
    expect(
      english.filter((text) => body.includes(text)),
      address,
    ).toEqual([]);
    const inEnglish = body.match(/<[^>]+ lang="en[^>]*>[^<]*/g) ?? [];
    expect(
      inEnglish.filter((text) => !/>(?:Read in )?English$/.test(text)),
      address,
    ).toEqual([]);
  }
  const { siteDefaults } = dictionaries[language];
  const all = (await Promise.all(addresses(language).map(read))).join("");
  expect(Object.values(siteDefaults).filter((text) => !all.includes(text))).toEqual([]);
});

it("shows an owner's own text in its languages, and elsewhere the owner's English, marked as such", async () => {
  const { site } = test.config;
  const helplines = [
    { name: "Asha Helpline", phone: "1800", note: "Free", translations: { hi: { name: "आशा हेल्पलाइन" } } },
  ];
  replaceSite(site, {
    ...site,
    words: { ...site.words, contactTitle: "Ask us anything" },
    figures: { ...site.figures, whatsappResponse: "a moment" },
    legal: { ...site.legal, governingLaw: "Goa" },
    helplines,
    translations: { hi: { contactTitle: "कुछ भी पूछें", whatsappResponse: "एक पल", governingLaw: "गोवा" } },
  });
  const hindi = await read("/hi/contact");
  expect(hindi).toContain("<h1>कुछ भी पूछें</h1>");
  expect(hindi).toContain("एक पल");
  expect(await read("/hi/terms")).toContain("गोवा");
  expect(await read("/hi/terms")).toContain("आशा हेल्पलाइन");
  const tamil = await read("/ta/contact");
  expect(tamil).toContain('<h1 lang="en">Ask us anything</h1>');
  expect(tamil).toContain(dictionaries.ta.siteDefaults.contactLead);
  for (const text of ["Goa", '<h3 lang="en">Asha Helpline</h3>', 'lang="en"><strong>1800</strong> · Free</p>'])
    expect(await read("/ta/terms")).toContain(text);
  expect(await read("/contact")).toContain("<h1>Ask us anything</h1>");
});

it("says no response time in any language once the owner has removed it", async () => {
  const { site } = test.config;
  const figures = { ...site.figures, messageResponse: "", whatsappResponse: "" };
  replaceSite(site, { ...site, figures, translations: { hi: { messageResponse: "जल्दी" } } });
  for (const language of languageCodes) {
    const page = await read(pathIn(language, paths.contact));
    expect(page).not.toContain(dictionaries[language].siteDefaults.messageResponse);
    expect(page).not.toContain("जल्दी");
  }
});
