import { expect, test } from "vitest";
import type { Difference } from "#domain/lookalike/difference.ts";
import { differenceText } from "./verify-sentences.ts";

/** The changed parts between unchanged ones. */
const pieces = (...odd: string[]) => [
  { text: "@saf", differs: false },
  ...odd.flatMap((text) => [
    { text, differs: true },
    { text: "-", differs: false },
  ]),
];

test.each<[Difference["reason"], asked: string[], ours: string[], words: string]>([
  ["site", ["t.me.evil.example"], ["t.me"], "This address belongs to another site: t.me.evil.example"],
  ["site", [], [], "This address belongs to another site."],
  ["alphabet", ["а"], ["a"], "One letter is from another alphabet: “а” (Cyrillic) in place of “a”."],
  ["alphabet", ["ο", "α"], ["o", "a"], "Letters are from another alphabet: “ο, α” (Greek) in place of “o, a”."],
  ["alphabet", ["ı"], ["i"], "One letter is from another alphabet: “ı” in place of “i”."],
  ["changed", ["2"], ["1"], "One digit is different: “2” in place of “1”."],
  ["changed", ["b"], ["d"], "One letter is different: “b” in place of “d”."],
  ["changed", ["1"], ["l"], "One character is different: “1” in place of “l”."],
  ["swapped", ["12"], ["21"], "Two digits are swapped: “12” in place of “21”."],
  ["missing", [], ["o"], "One letter is missing: “o”."],
  ["added", ["7"], [], "One digit is added: “7”."],
  ["added", [".evil"], [], "Something is added: “.evil”."],
  ["several", ["rn"], ["m"], "Something is different: “rn” in place of “m”."],
  ["several", [], ["ab"], "Something is missing: “ab”."],
])("%s, %s for %s, is described", (reason, asked, ours, words) => {
  expect(differenceText({ reason, asked: pieces(...asked), ours: pieces(...ours) })).toBe(words);
});
