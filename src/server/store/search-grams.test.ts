import * as fc from "fast-check";
import { expect, it } from "vitest";
import { foldSound, soundWritings } from "#domain/search/fold.ts";
import { searchTerms } from "#domain/search/search-terms.ts";
import { similarTo } from "#domain/search/similar.ts";
import type { GramCondition } from "./engine.ts";
import { gramsOfTerms } from "./search-grams.ts";
import { gramsOf } from "./search-text.ts";

const fulfils = (grams: ReadonlySet<string>, condition: GramCondition): boolean =>
  typeof condition === "string"
    ? grams.has(condition)
    : "all" in condition
      ? condition.all.every((part) => fulfils(grams, part))
      : condition.any.some((part) => fulfils(grams, part));

/** Whether the index finds a text with `word` in a search for similar words. */
function isCandidate(search: string, word: string): boolean {
  const condition = gramsOfTerms(searchTerms(search), "similar");
  return condition !== null && fulfils(new Set(gramsOf(`before ${word}, after`)), condition);
}

it("takes each word of the same sound as a candidate, and each with a typo", () => {
  const letters = fc.constantFrom(...Array.from("aeioukqcvwjzfphnbtm"));
  const word = fc.array(letters, { minLength: 4, maxLength: 9 }).map((each) => each.join(""));
  /** A word with the sound of another: each letter in one of its forms, or doubled. */
  const respelled = (sound: string, choices: readonly number[]) =>
    Array.from(sound, (letter, at) => {
      const { alone, pairs } = soundWritings(letter);
      const forms = [...alone, ...pairs];
      return forms[(choices[at] ?? 0) % forms.length] ?? letter;
    }).join("");
  let compared = 0;
  fc.assert(
    fc.property(word, fc.array(fc.nat(99), { minLength: 9, maxLength: 9 }), letters, (search, choices, letter) => {
      const at = (choices[0] ?? 0) % search.length;
      const typo = search.slice(0, at) + letter + search.slice(at + 1);
      for (const other of [respelled(foldSound(search), choices), typo]) {
        if (!similarTo(search)(other)) continue;
        compared += 1;
        expect(isCandidate(search, other), `${search} and ${other}`).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(1000);
});

it("takes no word as a candidate that only has the same pairs of letters", () => {
  expect(isCandidate("tiraloka", "tin ira ral alma lo oka")).toBe(false);
  expect(isCandidate("paisa", "pesa")).toBe(true);
});
