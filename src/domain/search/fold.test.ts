import { describe, expect, it } from "vitest";
import { foldSound, foldSpelling, foldText } from "./fold.ts";
import { similarTo } from "./similar.ts";
import { comparedText, hasTerms, searchTerms } from "./search-terms.ts";

const spelling = (text: string) => foldSpelling(foldText(text));

describe("the spelling of Indian scripts", () => {
  it.each([
    ["a nukta left out", "डिपॉजिट", "डिपॉज़िट"],
    ["a nukta as part of the letter", "डिपॉ\u095bिट", "डिपॉज\u093cिट"],
    ["a nukta of Bengali", "বাডি", "বাড়ি"],
    ["a nukta of Marathi, one letter in Unicode", "दुसरया", "दुसऱया"],
    ["an anusvara left out", "नही", "नहीं"],
    ["candrabindu and anusvara", "हां", "हाँ"],
    ["a nasal before its stop", "हिन्दी", "हिंदी"],
    ["a nasal of Telugu", "అన్దరు", "అందరు"],
    ["a long and a short vowel", "कृपया दिजिए", "कृपया दीजिए"],
    ["an open and a closed vowel", "पेसा", "पैसा"],
    ["the vowel of English words", "कोल", "कॉल"],
    ["a vowel at the start", "ईनाम", "इनाम"],
    ["a glide", "गये", "गए"],
    ["a glide with a long vowel", "गयी", "गई"],
    ["a joiner", "विड्‌रॉल", "विड्रॉल"],
  ])("ignores %s: %s, %s", (_what, one, other) => {
    expect(spelling(one)).toBe(spelling(other));
  });

  it.each([
    ["other consonants", "काम", "कान"],
    ["another vowel", "पास", "पीस"],
    ["doubled nasals", "सम्मान", "समान"],
    ["Tamil, whose nasals are letters", "தங்கம்", "தகம்"],
    ["a joined consonant", "सत्य", "सतय"],
  ])("keeps %s apart: %s, %s", (_what, one, other) => {
    expect(spelling(one)).not.toBe(spelling(other));
  });

  it("leaves other scripts as they are", () => {
    expect(foldSpelling("paisa é ß 12,000")).toBe("paisa é ß 12,000");
  });
});

describe("a similar word", () => {
  it.each([
    ["a letter put in", "deposit", "deposiit"],
    ["a letter left out", "deposit", "depsit"],
    ["a letter replaced", "deposit", "depozit"],
    ["two letters swapped", "deposit", "depoist"],
    ["the first letter replaced", "deposit", "beposit"],
    ["the last letter left out", "deposit", "deposi"],
    ["a letter at the end", "deposit", "depositt"],
    ["a part of a word", "withdrwa", "withdrawal"],
    ["a typo in Hindi", "पासवर्ड", "पासबर्ड"],
    ["a vowel sign left out of a short word", "पसा", "पैसा"],
    ["a double letter", "acha", "accha"],
    ["the sound of a vowel", "kese", "kaise"],
    ["the sound of a consonant", "wapas", "vaapas"],
    ["a nasal at the end", "nahi", "nahin"],
  ])("is one with %s: %s, %s", (_what, word, other) => {
    expect(similarTo(spelling(word))(spelling(other))).toBe(true);
  });

  it.each([
    ["two typos", "deposit", "dipozit"],
    ["a typo in four letters", "bank", "tank"],
    ["a digit", "txn12345", "txn12346"],
    ["a number", "98765", "98764"],
    ["a longer word with a typo, for a short one", "match", "watchful"],
    ["another vowel in a short word", "पास", "पीस"],
    ["another sound", "karo", "kuro"],
  ])("is not one with %s: %s, %s", (_what, word, other) => {
    expect(similarTo(spelling(word))(spelling(other))).toBe(false);
  });

  it("has the sound of what it is written for", () => {
    expect(["paisa", "pesa", "paissa"].map(foldSound)).toEqual(["pesa", "pesa", "pesa"]);
  });
});

describe("a number", () => {
  const isIn = (search: string, text: string) => hasTerms(comparedText(foldText(text)), searchTerms(search), "exact");
  it.each([
    ["08868874132", "+918868874132"],
    ["88688-74132", "+918868874132"],
    ["088688 74132", "+918868874132"],
    ["(88688) 74132", "+918868874132"],
    ["91 88688 74132", "+918868874132"],
    ["+91-88688-74132", "+918868874132"],
    ["0091 8868874132", "+918868874132"],
    ["+91 88688", "+918868874132"],
    ["088688", "+918868874132"],
    ["८८६८८७४१३२", "+918868874132"],
    ["8868874132", "call 88688 74132 please"],
    ["+918868874132", "call 8868-874-132 please"],
    ["412345678901", "UTR 412345678901"],
    ["4123 4567 8901", "UTR 412345678901"],
    ["rahul 088688-74132", "Rahul +918868874132"],
    ["50000 25000", "25,000 and 50,000"],
    ["₹50000", "paid ₹50,000"],
  ])("%s finds %s", (search, text) => {
    expect(isIn(search, text)).toBe(true);
  });

  it.each([
    ["08868874133", "+918868874132"],
    ["0500", "+918868874132 500"],
    ["50000 25000", "50,000 only"],
    ["412345678901", "UTR 412345678902"],
  ])("%s does not find %s", (search, text) => {
    expect(isIn(search, text)).toBe(false);
  });
});
