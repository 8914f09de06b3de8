import { contrast } from "./contrast.ts";

/** Background of a logo that can be seen on neither the brand's colour nor white, and of the link picture. */
export const dark = "#15100a";
/** Pixels of a logo that must stand out from what is behind it, of those that can be seen. */
const enough = 0.4;
/** Contrast of parts of pictures (WCAG 2.2, 1.4.11). */
const visible = 3;

/** Returns the background for a logo: the first of these colours from which it stands out. `pixels` are RGBA. */
export function logoGround(pixels: ArrayLike<number>, color: string): string {
  const seen = new Map<string, number>();
  let all = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    // Rounds to few shades: a photograph has thousands.
    const shade = [0, 1, 2].map((channel) => ((pixels[at + channel] ?? 0) & 0xf0) | 8);
    const name = `#${shade.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    all += 1;
  }
  const share = (ground: string) => {
    let out = 0;
    for (const [shade, count] of seen) if (contrast(shade, ground) >= visible) out += count;
    return out / Math.max(all, 1);
  };
  const grounds = [color, "#ffffff", dark];
  return (
    grounds.find((ground) => share(ground) >= enough) ?? grounds.toSorted((a, b) => share(b) - share(a))[0] ?? dark
  );
}
