import * as fc from "fast-check";
import { expect, it } from "vitest";
import { oneLine, plainText } from "./text.ts";

it.each([
  ["Asha Example", "Asha Example"],
  ["  Asha  Example ", "Asha  Example"],
  ["Asha\r\nEmail Address: thief@example.com", "Asha Email Address: thief@example.com"],
  ["Asha\n\n\t\v\f\u0085\u2028\u2029Example", "Asha Example"],
  ["a\0b\u001Bc\u007Fd\u009Fe", "a b c d e"],
  ["\u2028Asha\u2029", "Asha"],
  ["+91 \u202E1000000009\u202C 1", "+91 1000000009 1"],
  ["\u2066\u2067\u2068\u202A\u202B\u202DAsha\u2069", "Asha"],
  // Joiners belong to the spelling of Indian scripts.
  ["क्\u200Dष", "क्\u200Dष"],
])("%j is the line %j", (given, line) => {
  expect(oneLine(given)).toBe(line);
});

it.each([
  ["one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"],
  ["one\vtwo\fthree\u0085four\u2028five\u2029six", "one\ntwo\nthree\nfour\nfive\nsix"],
  ["a\tb\0c\u001Bd\u007Fe\u009Ff", "a bcdef"],
  ["नमस्ते\n😀", "नमस्ते\n😀"],
])("%j is the text %j", (given, text) => {
  expect(plainText(given)).toBe(text);
});

it("leaves a line without breaks, a text without other controls, and both as they are the second time", () => {
  const hostile = fc.string({ unit: fc.oneof(fc.constantFrom("\r", "\n", "\t", "\u2028", "\u202E"), fc.string()) });
  fc.assert(
    fc.property(hostile, (given) => {
      const line = oneLine(given);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
      expect(oneLine(line)).toBe(line);
      const text = plainText(given);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(plainText(text)).toBe(text);
    }),
  );
});
