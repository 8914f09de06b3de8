import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#domain/languages.ts";
import { languageCodes, teamLanguages } from "#domain/languages.ts";
import { dictionaries } from "../dictionaries.ts";
import { testingTexts } from "#languages/compiled/testing/texts.ts";
import { teamDictionaries } from "../team/dictionaries.ts";
import { setLanguage } from "./language.ts";
import { momentText, timeText } from "./moment.ts";

afterEach(() => setLanguage("en"));

const timeZone = "Asia/Kolkata";
const at = (time: string) => Date.parse(`2026-11-28T${time}:00+05:30`);

const noon = (language: Language) => testingTexts[language].noon;

describe.each(languageCodes)("a moment in %s", (language) => {
  const moment = (time: string, style = {}) => {
    setLanguage(language);
    return momentText(at(time), dictionaries[language].channels.clock, { timeZone, ...style });
  };

  it("has the clock of the catalogue, and no zone", () => {
    expect(moment("12:28")).toBe(noon(language));
    for (const time of ["00:00", "03:05", "05:30", "09:00", "13:00", "17:45", "19:10", "23:59"]) {
      const [hour = "", minute = ""] = time.split(":");
      expect(moment(time)).toBe(
        `${noon(language).slice(0, noon(language).lastIndexOf(","))}, ${dictionaries[language].channels.clock(Number(hour), minute)}`,
      );
      if (language !== "en") expect(moment(time)).not.toMatch(/\b[ap]m\b|IST|GMT/i);
    }
  });
});

it("is that of the zone, to the second where it is asked for", () => {
  const { clock } = dictionaries.en.channels;
  expect(momentText(at("23:30"), clock, { timeZone: "UTC" })).toBe("28 November 2026, 6 pm");
  expect(momentText(new Date(at("02:00")), clock, { timeZone: "UTC", date: { day: "numeric", month: "short" } })).toBe(
    "27 Nov, 8:30 pm",
  );
  expect(timeText(at("09:05") + 7000, clock, { timeZone, hasSeconds: true })).toBe("9:05:07 am");
});

it.each(teamLanguages)("the team's clock says the same time of day as visitors': %s", (language) => {
  const { clock } = teamDictionaries[language].channels.schedule;
  for (let hour = 0; hour < 24; hour += 1)
    expect(clock(hour, "28")).toBe(dictionaries[language].channels.clock(hour, "28"));
});
