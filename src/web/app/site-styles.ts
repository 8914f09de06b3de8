import { inkOn } from "#domain/contrast.ts";
import type { Site } from "#contract/site.ts";

/** The page's background and that of cards, as in `ui/tokens.css`. */
const schemes = {
  light: { paper: "#faf7f2", surface: "#ffffff", accent: ["#a83c00", 0.28], glow: 0.7 },
  dark: { paper: "#13100c", surface: "#1d1813", accent: ["#ffffff", 0.3], glow: 0.82 },
} as const;

/**
 * CSS custom properties for the colours of both brands. All follow from a brand's own colour: those of the primary
 * action when hovered and pressed, of small accents, of quieter fills (`tint`) and of the light in a page's hero.
 */
export function brandStyles(brands: Site["brands"]): string {
  const rules = Object.entries(brands).map(([name, { color }]) => {
    const fixed = {
      brand: color,
      "brand-ink": inkOn(color),
      "brand-hover": mix(color, "#a04000", 0.08),
      "brand-pressed": mix(color, "#a04000", 0.2),
    };
    const of = ({ paper, surface, accent, glow }: (typeof schemes)["light" | "dark"]) => ({
      accent: mix(color, accent[0], accent[1]),
      tint: mix(color, surface, 0.78),
      "tint-hover": mix(color, surface, 0.66),
      glow: mix(color, paper, glow),
    });
    const rule = (properties: Record<string, string>) =>
      `[data-brand=${name}]{${Object.entries(properties)
        .map(([property, value]) => `--${property}:${value}`)
        .join(";")}}`;
    return { light: rule({ ...fixed, ...of(schemes.light) }), dark: rule(of(schemes.dark)) };
  });
  const light = rules.map((rule) => rule.light).join("");
  return `${light}@media(prefers-color-scheme:dark){${rules.map((rule) => rule.dark).join("")}}`;
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
