import { expect, it } from "vitest";
import { siteSchema } from "#contract/site/site.ts";
import { createCommonPasswords, passwordNames } from "./passwords.ts";

const commonPasswords = createCommonPasswords();
const isCommon = (password: string, ownWords: readonly string[]) => commonPasswords.isCommon(password, ownWords);
const names = passwordNames(siteSchema.parse({}), "asha.example@example.com");

it.each([
  ["one of the list", "motherfucker"],
  ["in another case", "UnBelievable"],
  ["in letters of another width", "ｕｎｂｅｌｉｅｖａｂｌｅ"],
  ["with digits at its end", "password12345678"],
  ["with digits and signs around it", "!!2026-Dragon-2026!!"],
  ["twice", "qwertyqwerty"],
  ["three times, with digits", "dragondragondragon2026"],
  ["one character", "aaaaaaaaaaaaaaaa"],
  ["a few characters", "abcabcabcabc"],
  ["a row of digits", "123456789012"],
  ["the site's name", "saffronexchange"],
  ["the site's name with a year", "Saffron Exchange 2026"],
  ["the name of its other brand", "Saffron-Support"],
  ["the email address", "asha.example@example.com"],
  ["its local part", "AshaExample1234"],
])("refuses a common password: %s", async (_what, password) => {
  expect(await isCommon(password, names)).toBe(true);
});

it.each([
  "a long made-up password",
  "four made-up words",
  "correct horse battery staple",
  "kX9#vT2$mQ7!",
  "482915739204",
  "ആശംസകൾ നേരുന്നു",
  "🏏🏏🎲🎯🏏🎲🎯🏏🎯🎲🎲🎯",
  "saffron exchange of spices",
])("takes %s", async (password) => {
  expect(await isCommon(password, names)).toBe(false);
});

it("is fast for every input", async () => {
  const started = performance.now();
  for (const character of ["a", "1", "a1", "\u{1f3cf}"])
    await isCommon(character.repeat(1024 / character.length), names);
  expect(performance.now() - started).toBeLessThan(20_000);
});
