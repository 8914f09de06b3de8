import { expect, it } from "vitest";
import { createRecentTexts } from "./spam-guard.ts";

const minute = 60_000;

it("counts repeated texts, ignoring white space and case", () => {
  const recentTexts = createRecentTexts({ now: () => 0 });
  const texts = ["Earn money now", "earn MONEY now", "Earn\n money  now", "Earn money later"];
  expect(texts.map((text) => recentTexts.count(text, {}))).toEqual([0, 1, 2, 0]);
});

it("drops a text after an hour", () => {
  let now = 0;
  const recentTexts = createRecentTexts({ now: () => now });
  recentTexts.count("text", {});
  now += 59 * minute;
  expect(recentTexts.count("text", {})).toBe(1);
  now += 59 * minute;
  expect(recentTexts.count("text", {})).toBe(2);
  now += 60 * minute;
  expect(recentTexts.count("text", {})).toBe(0);
});
