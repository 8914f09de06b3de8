import { expect, it } from "vitest";
import { siteFieldsSchema } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { descriptionProblem } from "#domain/lookalike/description-check.ts";
import { isOurs } from "#domain/lookalike/testing/testing-places.ts";
import { changesBetween } from "#domain/site-changes.ts";
import { textProblems } from "./site-checks.ts";

/** All texts of a dictionary that need no values. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Examples of what visitors type. */
const example = /@example|\+91 90000 00000/;

it("lets the product's own texts pass, in every language", () => {
  for (const [language, dictionary] of Object.entries(dictionaries)) {
    const texts = textsOf(dictionary).filter((text) => !example.test(text));
    expect(texts.length, language).toBeGreaterThan(150);
    const refused = texts.flatMap((text) => descriptionProblem(text, isOurs, "text") ?? []);
    expect(refused, language).toEqual([]);
  }
});

it("lets the defaults of the site pass", () => {
  const values = siteFieldsSchema.parse({});
  const surroundings = { isOurs, describedIn: () => [], now: 0 };
  expect(textProblems(changesBetween({}, values), null, values, surroundings)).toEqual({});
});
