import { readFileSync } from "node:fs";
import path from "node:path";
import { type Language, languages } from "#domain/languages.ts";
import type { Page } from "@playwright/test";

/** The fonts of a phone: a machine without them shows boxes, which are wider than letters. */
const folder = path.join(import.meta.dirname, "../node_modules/@fontsource-variable");

/** The package's name of each script. The Devanagari one has the Latin letters of all. */
const scripts: Record<string, string> = {
  Latn: "devanagari",
  Deva: "devanagari",
  Beng: "bengali",
  Gujr: "gujarati",
  Telu: "telugu",
  Taml: "tamil",
};

/** The style sheet of each package, with its files within; made once. */
const sheets = new Map<string, string>();

function sheetOf(name: string): string {
  const packageOf = path.join(folder, name);
  const sheet =
    sheets.get(name) ??
    readFileSync(path.join(packageOf, "index.css"), "utf8").replaceAll(
      /url\(\.\/(files\/[\w-]+\.woff2)\)/g,
      (_, file: string) => `url(data:font/woff2;base64,${readFileSync(path.join(packageOf, file), "base64")})`,
    );
  sheets.set(name, sheet);
  return sheet;
}

/** Shows a page in the font that phones have for its language. The page's policy must be bypassed (`bypassCSP`). */
export async function useFontOf(page: Page, language: Language): Promise<void> {
  const script = new Intl.Locale(languages[language].tag).maximize().script ?? "";
  const css = sheetOf(`noto-sans-${scripts[script] ?? script}`);
  const family = /font-family: '([^']*)'/.exec(css)?.[1];
  await page.addStyleTag({ content: `${css} :root { --font: "${family}", sans-serif; }` });
  await page.evaluate(() => document.fonts.ready);
}
