import { afterEach, beforeEach, expect, it } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { siteFieldsSchema, type SiteFields } from "#contract/site/site.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let desk: TestApp;
let cookie: string;
beforeEach(async () => {
  desk = await createTestApp();
  cookie = await desk.signIn();
});
afterEach(() => desk.close());

const ours = siteFieldsSchema.parse({});
const read = async (url: string) => (await desk.app.inject({ url, headers: { cookie } })).json();
const missing = async () => ((await read("/api/site")) as SiteView).missing ?? [];
const setup = async () => ((await read("/api/setup")) as SetupState).missing ?? [];
const paths = async (language: string) =>
  (await missing()).filter((one) => one.language === language).map(({ path }) => path);

async function save(values: SiteFields): Promise<void> {
  const { version } = (await read("/api/site")) as SiteView;
  const owner = { ...desk.member, role: "owner" as const };
  expect(await desk.services.siteSettings.save(values, version, owner)).toMatchObject({ ok: true });
}

it("says nothing about our own texts, which are there in all languages", async () => {
  expect([await missing(), await setup()]).toEqual([[], []]);
});

const shown: Pick<SiteFields["notices"][number], "text" | "tone" | "pages"> = {
  text: "Slow today",
  tone: "info",
  pages: ["home"],
};

it("names each text of an owner that a language lacks, until it is written or taken away", async () => {
  const words = { ...ours.words, homeLead: "Straight answers", inquiryAccepted: "We have it" };
  const notice = { ...shown, from: null };
  const values: SiteFields = {
    ...ours,
    words,
    figures: { ...ours.figures, messageResponse: "one hour", users: "12K+" },
    legal: { ...ours.legal, governingLaw: "the laws of Goa" },
    helplines: [
      ...ours.helplines,
      { name: "Our helpline", note: "Day and night", translations: { ta: { name: "உதவி" } } },
    ],
    translations: { hi: { homeLead: "सीधे जवाब" } },
    notices: [
      { ...notice, translations: { hi: "आज देर होगी" }, until: null },
      { ...notice, translations: {}, until: new Date(desk.clock.now() + 3_600_000).toISOString() },
    ],
  };
  await save(values);
  const both = ["translations.X.inquiryAccepted", "translations.X.governingLaw", "translations.X.messageResponse"];
  const inEach = (language: string, found: string[]) => found.map((path) => path.replace("X", language)).toSorted();
  expect((await paths("hi")).toSorted()).toEqual(
    inEach("hi", [
      ...both,
      "helplines.2.translations.X.name",
      "helplines.2.translations.X.note",
      "notices.1.translations.X",
    ]),
  );
  expect((await paths("ta")).toSorted()).toEqual(
    inEach("ta", [
      ...both,
      "translations.X.homeLead",
      "helplines.2.translations.X.note",
      "notices.0.translations.X",
      "notices.1.translations.X",
    ]),
  );
  desk.clock.advance({ hours: 2 });
  expect(await paths("hi")).toHaveLength(5);
  expect((await setup()).find(({ language }) => language === "hi")).toEqual({
    language: "hi",
    texts: 5,
    descriptions: 0,
  });
  await save(ours);
  expect(await missing()).toEqual([]);
});

it("counts the descriptions of active channels", async () => {
  const common = { type: "telegram", proof: "Notes", isActive: true } as const;
  const { channels } = desk.services;
  await channels.add({ ...common, value: "@saffron_one", translations: { hi: "नोट्स" } });
  await channels.add({ ...common, value: "@saffron_two" });
  await channels.add({ ...common, value: "@saffron_three", proof: "" });
  await channels.add({ ...common, value: "@saffron_four", isActive: false });
  const counts = (language: string) => ({ language, texts: 0, descriptions: language === "hi" ? 1 : 2 });
  expect(await setup()).toEqual(furtherLanguages.map(counts));
});
