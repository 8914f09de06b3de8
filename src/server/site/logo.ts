import { createHash } from "node:crypto";
import type { PageSite } from "#contract/site/site.ts";
import { logoPath } from "#contract/paths.ts";
import { loadSharp } from "../lib/load-sharp.ts";

/** Pixels of a side: four times what the header shows, for dense screens. */
const side = 128;

/**
 * A logo as it is stored: decoded and encoded again as WebP, so that nothing but its pixels is kept.
 * @returns Base64; null if it is no PNG, WebP or JPEG
 */
export async function cleanLogo(base64: string): Promise<string | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(Buffer.from(base64, "base64"), { limitInputPixels: 1_000_000 });
    const small = image.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
    return (await small.webp({ quality: 85 }).timeout({ seconds: 5 }).toBuffer()).toString("base64");
  } catch {
    return null;
  }
}

/** The site with the address of each logo in the place of its content; `urlOf` makes it from both. */
export function withLogoUrls<Shown extends Pick<PageSite, "brands">>(
  site: Shown,
  urlOf: (brand: string, base64: string) => string = (brand, base64) => logoPath(`${brand}-${hashOf(base64)}`),
): Shown {
  const shown = (brand: keyof PageSite["brands"]) => {
    const { logo, ...rest } = site.brands[brand];
    return logo === undefined ? rest : { ...rest, logo: urlOf(brand, logo) };
  };
  return { ...site, brands: { home: shown("home"), contact: shown("contact") } };
}

/** Tells versions of a logo apart, so that browsers may keep each for good. */
export function hashOf(base64: string): string {
  return createHash("sha256").update(base64).digest("base64url").slice(0, 8);
}
