import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { brandOf, channelTypes } from "#domain/brands/brands.ts";

it("gives translators the English words of channel types as the site says them", () => {
  const file = path.join(import.meta.dirname, "../languages/en/messages.arb");
  const catalogue: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
  const given = Object.entries(catalogue).filter(([key]) => key.startsWith("brands."));
  const said = channelTypes.flatMap((type) => {
    const { label, action, place, app } = brandOf(type);
    const words = Object.entries({ label, action, place, app: app?.label });
    return words.flatMap(([word, text]) => (text === undefined ? [] : [[`brands.${type}.${word}`, text]]));
  });
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries(said));
});
