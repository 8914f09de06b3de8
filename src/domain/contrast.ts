/** Candidate text colours, in order of preference. Either black or white always has enough contrast. */
const inks = ["#1c1206", "#ffffff", "#000000"] as const;
/** WCAG 2.2, level AA. */
const readable = 4.5;

/** The text colour on a brand's colour: the first that is readable. */
export function inkOn(color: string): string {
  return inks.find((ink) => contrast(color, ink) >= readable) ?? "#000000";
}

/** The contrast ratio of two colours (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
