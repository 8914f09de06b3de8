import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { brandOf, channelTypes } from "#domain/brands/brands.ts";

/** The messages of an English catalogue whose keys begin so. */
function given(file: string, start: RegExp): Record<string, unknown> {
  const json = readFileSync(path.join(import.meta.dirname, `../languages/en/${file}.arb`), "utf8");
  const catalogue: Record<string, unknown> = JSON.parse(json);
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => start.test(key)));
}

it("gives translators the English words of channel types as the site says them", () => {
  const said = channelTypes.flatMap((type) => {
    const { label, action, place, app } = brandOf(type);
    const words = Object.entries({ label, action, place, app: app?.label });
    return words.flatMap(([word, text]) => (text === undefined ? [] : [[`brands.${type}.${word}`, text]]));
  });
  expect(given("messages", /^brands\./)).toEqual(Object.fromEntries(said));
});

it("gives translators the English of what a channel's value must be as the team reads it", () => {
  const said = channelTypes.flatMap((type) => {
    const { expected, warnings } = inputOf(type);
    const unusual = Object.entries(warnings ?? {}).map(([name, text]) => [`channels.editor.warnings.${name}`, text]);
    return [[`channels.editor.expected.${type}`, expected], ...unusual];
  });
  expect(given("team", /^channels\.editor\.(expected|warnings)\./)).toEqual(Object.fromEntries(said));
});
