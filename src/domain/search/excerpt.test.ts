import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";
import { type Looseness, searchTerms } from "./search-terms.ts";

/** The excerpt, with its hits in brackets. */
const shown = (search: string, looseness: Looseness, ...texts: string[]) =>
  excerptOf(texts, { terms: searchTerms(search), how: looseness })
    ?.map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join("");

describe("the excerpt of a search", () => {
  it.each<[string, Looseness, string, string]>([
    ["deposit", "exact", "My DEPOSIT is missing", "My [DEPOSIT] is missing"],
    ["final", "exact", "It is ﬁnal.", "It is [ﬁnal]."],
    ["posi miss", "exact", "My deposit is missing", "My de[posi]t is [miss]ing"],
    ["डिपॉजिट", "spelling", "मेरा डिपॉज़िट नहीं आया", "मेरा [डिपॉज़िट] नहीं आया"],
    ["हिंदी", "spelling", "मैं हिन्दी में", "मैं [हिन्दी] में"],
    ["withdrwal", "similar", "my withdrawal, is late", "my [withdrawal], is late"],
    ["pesa", "similar", "mera paisa do", "mera [paisa] do"],
    ["5000", "exact", "paid ₹5,000\n\ntoday", "paid ₹[5,000] today"],
    ["08868874132", "exact", "call 88688 74132 now", "call [88688] [74132] now"],
    ["aba", "exact", "ababa", "[aba]ba"],
    ["ish", "exact", "Mr Ish e\u0301 ISH", "Mr [Ish] e\u0301 [ISH]"],
    ["é is", "exact", "not e\u0301 is", "not [e\u0301] [is]"],
    ["abc bcd", "exact", "abcd", "[abc][d]"],
  ])("marks %s (%s) in %s", (search, looseness, text, excerpt) => {
    expect(shown(search, looseness, text)).toBe(excerpt);
  });

  it("is of the text with the most terms, and of the place where they stand together", () => {
    const long = `deposit ${"word ".repeat(60)}the deposit of yesterday ${"more ".repeat(60)}`;
    expect(shown("deposit yesterday", "exact", "only a deposit", long)).toMatch(
      /^…(word ){5,6}the \[deposit\] of \[yesterday\] (more )+more…$/,
    );
  });

  it("is none where no text has a term", () => {
    expect(shown("deposit", "exact", "", "nothing")).toBeUndefined();
  });

  it("cuts a text without spaces, and no letter from its signs", () => {
    const text = "कि".repeat(300);
    expect(shown("कि", "exact", text)).toMatch(/^(\[कि\])+…$/);
  });
});
