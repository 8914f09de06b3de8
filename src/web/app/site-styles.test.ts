import { describe, expect, it } from "vitest";
import { siteSchema } from "#contract/site/site.ts";
import { contrast } from "#domain/contrast.ts";
import { languageCodes } from "#domain/languages.ts";
import { brandStyles, fontStyles } from "./site-styles.ts";

const { home, contact } = siteSchema.parse({}).brands;
const inColor = (color: string) => brandStyles({ home: { ...home, color }, contact });
const links = (css: string) => [
  ...css.matchAll(/\[data-brand=home\]:not\(\.team\)\{--link:(#[\da-f]{6});--mark:(#[\da-f]{6})\}/g),
];

it.each(["#0b3d91", "#ffee00", "#808080", "#757575", "#ff0000"])(
  "text on an action in %s stays readable while it is hovered and pressed",
  (color) => {
    const css = inColor(color);
    const shade = (name: string) => new RegExp(`--${name}:(#[\\da-f]{6})`).exec(css)?.[1] ?? "";
    for (const fill of ["brand", "brand-hover", "brand-pressed"])
      expect(contrast(shade("brand-ink"), shade(fill))).toBeGreaterThanOrEqual(4.5);
  },
);

it("a language's document names the font of its script first, one in Latin letters the system's", () => {
  const first = languageCodes.map((code) => [code, /--font:"([^"]+)",system-ui/.exec(fontStyles(code))?.[1]]);
  expect(Object.fromEntries(first)).toEqual({
    en: undefined,
    hi: "Noto Sans Devanagari",
    "hi-Latn": undefined,
    bn: "Noto Sans Bengali",
    mr: "Noto Sans Devanagari",
    gu: "Noto Sans Gujarati",
    te: "Noto Sans Telugu",
    ta: "Noto Sans Tamil",
  });
});

describe("links and marks", () => {
  it.each(["#0b3d91", "#ffee00", "#00ff00", "#ff0000", "#808080", "#000000", "#ffffff"])(
    "in the shade of %s have a contrast of 7:1 and 3:1 in both schemes",
    (color) => {
      const [[, light = "", lightMark = ""] = [], [, dark = "", darkMark = ""] = []] = links(inColor(color));
      for (const fill of ["#faf7f2", "#ffffff", "#f4eee5"]) {
        expect(contrast(light, fill)).toBeGreaterThanOrEqual(7);
        expect(contrast(lightMark, fill)).toBeGreaterThanOrEqual(3);
      }
      for (const fill of ["#13100c", "#1d1813", "#272019"]) {
        expect(contrast(dark, fill)).toBeGreaterThanOrEqual(7);
        expect(contrast(darkMark, fill)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it("stay as dark as the brand where that is readable", () => {
    expect(links(inColor("#0b3d91"))[0]?.[1]).toBe("#0b3d91");
  });

  it("of the first colours are those of the tokens", () => {
    expect(inColor("#FF9933")).not.toContain("--link");
  });
});
