import { describe, expect, it } from "vitest";
import { communityTab, pathIn, paths } from "#contract/paths.ts";
import { type SiteFields, siteFieldsSchema } from "#contract/site/site.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import { isOurs } from "#domain/lookalike/testing/testing-places.ts";
import { randomFrom } from "#domain/lookalike/testing/hostile-texts.ts";
import { changesBetween, withValue } from "#domain/site-changes.ts";
import { guardedTexts, reasonTexts, translatedTexts } from "#domain/site-fields.ts";
import { createTestApp } from "../testing.ts";
import { replaceSite } from "./live-site.ts";
import { shownPages } from "./shown-texts.ts";
import { textProblems } from "./site-checks.ts";

type Random = ReturnType<typeof randomFrom>;

const further = languageCodes.filter((code) => code !== "en");
const listNames = ["name", "note"] as const;

/** A site whose owner has written everything, in `has` of the languages beside English; each text is another one. */
function writtenSite(has: (language: Language, path: string) => boolean): SiteFields {
  let count = 0;
  const word = () => {
    count += 1;
    return Array.from(`${count}`.padStart(4, "0"), (digit) => "bdfghjklmn"[Number(digit)]).join("a");
  };
  const translations = (path: string, make: () => unknown) =>
    Object.fromEntries(further.flatMap((code) => (has(code, path) ? [[code, make()]] : [])));
  const defaults = siteFieldsSchema.parse({});
  const written = (path: string) => ({
    name: word(),
    note: word(),
    translations: translations(path, () => Object.fromEntries(listNames.map((name) => [name, word()]))),
  });
  const notice = (path: string) => ({
    text: word(),
    translations: translations(path, word),
    pages: ["home", "contact"],
  });
  const brand = (name: "home" | "contact") => ({ ...defaults.brands[name], name: word(), tagline: word() });
  return siteFieldsSchema.parse({
    brands: { home: brand("home"), contact: brand("contact") },
    words: Object.fromEntries([...reasonTexts, ...Object.keys(defaults.words)].map((name) => [name, word()])),
    figures: Object.fromEntries(Object.keys(defaults.figures).map((name) => [name, word()])),
    legal: { operator: word(), governingLaw: word() },
    helplines: [written("helplines.0"), written("helplines.1")],
    reporting: [written("reporting.0"), written("reporting.1")],
    notices: [notice("notices.0"), notice("notices.1")],
    translations: Object.fromEntries(
      further.map((code) => [
        code,
        Object.fromEntries([...translatedTexts.keys()].flatMap((name) => (has(code, name) ? [[name, word()]] : []))),
      ]),
    ),
  });
}

const descriptionsIn = (language: Language) =>
  (["whatsapp", "phone", "telegram", "facebook", "email"] as const).map((type) => ({
    type,
    text: `${type} zabacada`,
    language,
  }));

describe("the texts of each page", () => {
  it("are read in the order and the neighbourhood in which the pages show them, in each language", async () => {
    const test = await createTestApp();
    const owner = await test.signIn();
    const values = { whatsapp: "+91 90000 00001", phone: "+91 90000 00003", telegram: "@saffron_example" };
    for (const [type, value] of Object.entries({ ...values, facebook: "saffron", email: "desk@example.com" }))
      await test.app.inject({
        method: "POST",
        url: "/api/contacts",
        headers: { cookie: owner },
        payload: { type, value, proof: `${type} zabacada`, isActive: true },
      });
    const site = writtenSite((language) => language === "hi" || language === "ta");
    replaceSite(test.config.site, {
      ...test.config.site,
      ...site,
      legal: { ...test.config.site.legal, ...site.legal },
    });
    const urls = [paths.home, paths.contact, paths.contact + communityTab, paths.report, paths.terms];
    for (const language of ["en", "hi", "bn"] as const) {
      const pages = shownPages(language, site, descriptionsIn("en"), test.clock.now());
      const known = new Set(pages.flatMap((page) => page.map(({ text }) => text)));
      const pairs = new Set(pages.flatMap((page) => page.map(({ text }, at) => `${page[at - 1]?.text} | ${text}`)));
      for (const url of urls) {
        const { body } = await test.app.inject(pathIn(language, url));
        const [, visible = ""] = /<body.*?>(.*)<\/body>/s.exec(body.replaceAll(/<script.*?<\/script>/gs, "")) ?? [];
        const shape = new RegExp([...known].toSorted((one, other) => other.length - one.length).join("|"), "g");
        const read = [...visible.replaceAll(/<[^>]*>/g, "\n").matchAll(shape)].map(([text]) => text);
        expect(read.length, `${language} ${url}`).toBeGreaterThan(1);
        for (const [at, text] of read.entries()) {
          // A name that our own sentences repeat parts nothing: it is the same text again.
          if (at === 0 || [site.brands.home.name, site.brands.contact.name, site.legal.operator].includes(text))
            continue;
          expect(pairs, `${language} ${url}: ${read.join(" ")}`).toContain(`${read[at - 1]} | ${text}`);
        }
      }
    }
    await test.close();
  });
});

/** Every text of the site, by path. */
const textsOf = (site: SiteFields) =>
  Object.entries(site).flatMap(([name, value]) => guardedTexts(name, value).map(({ path, text }) => ({ path, text })));

/** The site with other texts at these paths, also within its lists. */
function withTexts(site: SiteFields, texts: ReadonlyMap<string, string>): SiteFields {
  let json = JSON.stringify(site);
  const before = new Map(textsOf(site).map(({ path, text }) => [path, text]));
  for (const [path, text] of texts) json = json.replace(JSON.stringify(before.get(path)), () => JSON.stringify(text));
  return siteFieldsSchema.parse(JSON.parse(json));
}

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.below(10)).join("");
/** Somebody else's mobile number: as digits, in groups, with the country's code. */
function foreignNumber(random: Random): string {
  const number = `${6 + random.below(4)}${digits(random, 8)}${1 + random.below(9)}`;
  return random.one([number, `${number.slice(0, 5)} ${number.slice(5)}`, `+91 ${number}`, `0${number}`]);
}
const foreignPlaces = [
  "t.|me/thief_desk",
  "wicket-help|.com",
  "wicket-help.|com/pay",
  "thief|@okaxis",
  "Telegram:| thief77",
];

describe("a number, link or name that is cut over two neighbours", () => {
  it("is refused wherever it is cut, in any pair of languages, with and without translations", () => {
    const random = randomFrom(41);
    for (let run = 0; run < (process.env["TEST_ALL"] === "1" ? 600 : 150); run += 1) {
      const share = random.one([0, 0.3, 0.7, 1]);
      const site = writtenSite(() => random.chance(share));
      const language = random.one(languageCodes);
      const page = random.one(shownPages(language, site, [], 0));
      const at = random.below(page.length - 1);
      const [first, second] = [page[at], page[at + 1]];
      if (first === undefined || second === undefined || first.path === second.path) continue;
      let halves = random.one(foreignPlaces).split("|");
      if (random.chance(0.7)) {
        const number = foreignNumber(random);
        const cut = 1 + random.below(number.length - 1);
        halves = [number.slice(0, cut), number.slice(cut)];
      }
      const [head = "", tail = ""] = halves;
      // Figures are short.
      const isShort = (path: string) => path.startsWith("figures");
      const texts = new Map([
        [first.path, isShort(first.path) ? head : `Ask ${head}`],
        [second.path, isShort(second.path) ? tail : `${tail} daily`],
      ]);
      if ([...texts].some(([path, text]) => isShort(path) && text.length > 12)) continue;
      const after = withTexts(site, texts);
      const surroundings = { isOurs, describedIn: () => [], now: 0 };
      const errors = textProblems(changesBetween(site, after), site, after, surroundings);
      const found = Object.keys(errors).filter((path) => texts.has(path));
      expect(found, `${language} ${JSON.stringify([...texts])}`).not.toEqual([]);
    }
  });

  it("is refused where one half is a channel's description", () => {
    const site = siteFieldsSchema.parse({});
    const after = siteFieldsSchema.parse(withValue(site, "words.homeLead", "Ask 98765"));
    const describedIn = (language: Language) => [{ type: "whatsapp" as const, text: "43210 daily", language }];
    const errors = textProblems(changesBetween(site, after), site, after, { isOurs, describedIn, now: 0 });
    expect(Object.keys(errors)).toEqual(["words.homeLead"]);
  });

  it("is refused also where a channel or a notice still stands between, or phones leave out what does", () => {
    const site = siteFieldsSchema.parse({});
    const describedIn = (language: Language) => [{ type: "whatsapp" as const, text: "Every day", language }];
    for (const halves of [
      { words: { homeLead: "Ask 98765", whyTitle: "43210 daily" } },
      {
        words: { contactTitle: "Ask 98765", contactLead: "We answer, and soon, every day" },
        figures: { winners: "43210" },
      },
    ]) {
      const after = siteFieldsSchema.parse(halves);
      const errors = textProblems(changesBetween(site, after), site, after, { isOurs, describedIn, now: 0 });
      expect(Object.keys(errors)).toHaveLength(1);
    }
  });

  it("is held against no other change once visitors can read it", () => {
    const site = siteFieldsSchema.parse({ figures: { winners: "98765", secure: "43210" } });
    const after = siteFieldsSchema.parse(withValue(site, "words.homeLead", "Ask us"));
    const surroundings = { isOurs, describedIn: () => [], now: 0 };
    expect(textProblems(changesBetween(site, after), site, after, surroundings)).toEqual({});
  });
});
