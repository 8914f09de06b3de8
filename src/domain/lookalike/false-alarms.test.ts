import { expect, it } from "vitest";
import { foreignPlaces } from "./named-places.ts";
import { innocentSentences } from "./testing/innocent-templates.ts";
import { isOurs } from "./testing/testing-places.ts";

/** Of innocent sentences, at most so many are refused. */
const highestRate = 0.005;

it("refuses at most one in 200 of the innocent sentences of a help desk", () => {
  const all = innocentSentences();
  const refused = all.filter(({ text }) => foreignPlaces(text, isOurs).length > 0);
  expect(all.length).toBeGreaterThan(2500);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  expect(refused.length / all.length, refused.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(highestRate);
});

it("refuses no language more often than another", () => {
  const languages = Map.groupBy(innocentSentences(), ({ language }) => language);
  for (const [language, sentences] of languages) {
    const refused = sentences.filter(({ text }) => foreignPlaces(text, isOurs).length > 0).map(({ text }) => text);
    expect(sentences.length, language).toBeGreaterThan(250);
    expect(refused.length / sentences.length, refused.join("\n")).toBeLessThanOrEqual(0.02);
  }
});
