import { afterEach, expect, it } from "vitest";
import { setLanguage } from "#copy/locale/language.ts";
import type { Language } from "#domain/languages.ts";
import { langOf } from "./text-language.ts";

afterEach(() => setLanguage("en"));

it.each<[page: Language, text: string, lang: string | undefined]>([
  ["en", "हमारी टीम", "hi"],
  ["mr", "आमची टीम", undefined],
  ["hi", "हमारी टीम", undefined],
  // Every script of India, each by its own range; the danda is no letter of Hindi.
  ["en", "আমরা উত্তর দিই।", "bn"],
  ["en", "। ਸਾਡੀ ਟੀਮ", "pa"],
  ["hi", "અમારી ટીમ", "gu"],
  ["hi", "ଆମ ଦଳ", "or"],
  ["en", "எங்கள் குழு", "ta"],
  ["en", "మా బృందం", "te"],
  ["hi", "ನಮ್ಮ ತಂಡ", "kn"],
  ["ta", "ഞങ്ങളുടെ ടീം", "ml"],
  ["en", "WhatsApp சேனல்", "ta"],
  // Scripts that several languages have, or none that we know.
  ["en", "ہماری ٹیم", "und"],
  ["hi", "Наша команда 24/7", "und"],
  ["en", "我们的团队", "und"],
  ["hi", "Our team", "en"],
  ["en", "Our team", undefined],
  // Nothing to read aloud in any language.
  ["hi", "4.9/5 ★ 😀", undefined],
  ["ta", "", undefined],
])("on a page in %s, the language of %s is %s", (page, text, lang) => {
  setLanguage(page);
  expect(langOf(text)).toBe(lang);
});
