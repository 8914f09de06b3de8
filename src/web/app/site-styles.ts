import { contrast, inkOn } from "#domain/contrast.ts";
import type { Site } from "#contract/site/site.ts";
import { type Language, languages } from "#domain/languages.ts";

/** The page's background, that of cards and that of what is pressed or quiet, as in `ui/styles/tokens.css`. */
const schemes = {
  light: {
    paper: "#faf7f2",
    surface: "#ffffff",
    sunk: "#f4eee5",
    text: "#000000",
    accent: ["#a83c00", 0.28],
    tint: [0.78, 0.66],
    glow: 0.7,
  },
  dark: {
    paper: "#13100c",
    surface: "#1d1813",
    sunk: "#272019",
    text: "#ffffff",
    accent: ["#ffffff", 0.3],
    tint: [0.86, 0.79],
    glow: 0.82,
  },
} as const;
type Scheme = (typeof schemes)["light" | "dark"];

/** The brands' first colours. Their shades were chosen by eye; links in them are in `ui/styles/tokens.css`. */
const chosen = ["#ff9933", "#ffb347"];

/** The font of each script of India's languages on Linux; by ISO 15924. */
const scriptFonts: ReadonlyMap<string, string> = new Map([
  ["Deva", "Noto Sans Devanagari"],
  ["Beng", "Noto Sans Bengali"],
  ["Gujr", "Noto Sans Gujarati"],
  ["Taml", "Noto Sans Tamil"],
  ["Telu", "Noto Sans Telugu"],
]);

/**
 * Names the font of a language's script first: before the first paint browsers look up each one they pass over. Its
 * letters are wide: headings at a desk are smaller.
 */
export function fontStyles(language: Language): string {
  const font = scriptFonts.get(new Intl.Locale(languages[language].tag).maximize().script ?? "");
  return font === undefined
    ? ""
    : `:root{--font:"${font}",system-ui,"Nirmala UI",sans-serif;--h1:clamp(1.875rem,1.6rem + 1.4vw,2.625rem)}`;
}

/**
 * CSS custom properties for the colours of both brands. All follow from a brand's own colour: those of the primary
 * action when hovered and pressed, of links and marks, of small accents, of quieter fills (`tint`) and of the light in
 * a page's hero.
 */
export function brandStyles(brands: Site["brands"]): string {
  const rules = Object.entries(brands).map(([name, { color }]) => {
    const isChosen = chosen.includes(color.toLowerCase());
    const ink = inkOn(color);
    // Away from the text's colour, so that it stays readable.
    const deep = isChosen ? "#a04000" : ink === "#ffffff" ? "#000000" : "#ffffff";
    const fixed = {
      brand: color,
      "brand-ink": ink,
      "brand-hover": mix(color, deep, 0.08),
      "brand-pressed": mix(color, deep, 0.2),
    };
    const colorsOf = ({ paper, surface, accent, tint, glow }: Scheme) => ({
      accent: mix(color, accent[0], accent[1]),
      tint: mix(color, surface, tint[0]),
      "tint-hover": mix(color, surface, tint[1]),
      glow: mix(color, paper, glow),
    });
    // All text has 7:1, lines that mark something 3:1. The team's pages have colours of their own.
    const link = (scheme: Scheme) =>
      isChosen
        ? ""
        : `[data-brand=${name}]:not(.team){--link:${readable(color, scheme, 7)};--mark:${readable(color, scheme, 3)}}`;
    const rule = (properties: Record<string, string>) =>
      `[data-brand=${name}]{${Object.entries(properties)
        .map(([property, value]) => `--${property}:${value}`)
        .join(";")}}`;
    return {
      light: rule({ ...fixed, ...colorsOf(schemes.light) }) + link(schemes.light),
      dark: rule(colorsOf(schemes.dark)) + link(schemes.dark),
    };
  });
  const light = rules.map((rule) => rule.light).join("");
  return `${light}@media(prefers-color-scheme:dark){${rules.map((rule) => rule.dark).join("")}}`;
}

/** The nearest shade of a brand's colour with this contrast on each background. */
function readable(color: string, { paper, surface, sunk, text }: Scheme, ratio: number): string {
  const shades = Array.from({ length: 21 }, (_, step) => mix(color, text, step / 20));
  return shades.find((shade) => [paper, surface, sunk].every((fill) => contrast(shade, fill) >= ratio)) ?? text;
}

/** `color` with a share (0 to 1) of another. */
function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [one = 0, two = 0] = [color, other].map((hex) => parseInt(hex.slice(at, at + 2), 16));
    return Math.round(one + (two - one) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
