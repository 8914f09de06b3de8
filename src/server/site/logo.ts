import { createHash } from "node:crypto";
import type { PageSite, Site } from "#contract/site/site.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { logoPath } from "#contract/paths.ts";
import { logoLimits } from "#domain/logo-limits.ts";
import { loadSharp } from "../lib/load-sharp.ts";

type Brands = Site["brands"];

/** Pixels of a side on pages: four times what the header shows, for dense screens. */
const shownSide = 128;
/** Pixels of the whole picture that is sent. */
const maxPixels = 1_000_000;

/** A logo as it is stored, in Base64: decoded and encoded again as WebP, so that nothing but its pixels is kept. */
export async function cleanLogo(
  base64: string,
): Promise<{ ok: true; logo: string } | { ok: false; reason: ServerText }> {
  const refused = (reason: ServerText) => ({ ok: false, reason }) as const;
  try {
    const sharp = await loadSharp();
    const { width, height, pages = 1 } = await sharp(Buffer.from(base64, "base64")).metadata();
    if (width * height > maxPixels) return refused(say("site-field.picture-pixels"));
    if (pages > 1) return refused(say("site-field.picture-moves"));
    if (Math.max(width, height) < logoLimits.minSide) return refused(say("site-field.picture-small"));
    for (const side of logoLimits.sides) {
      const logo = (await resized(base64, side)).toString("base64");
      if (logo.length <= logoLimits.maxLength) return { ok: true, logo };
    }
    return refused(say("site-field.picture-size"));
  } catch {
    return refused(say("site-field.picture-type"));
  }
}

/** A stored logo as pages show it. */
export const smallLogo = (base64: string): Promise<Buffer> => resized(base64, shownSide);

async function resized(base64: string, side: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(Buffer.from(base64, "base64"), { limitInputPixels: maxPixels });
  const small = image.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return small.webp({ quality: 85 }).timeout({ seconds: 5 }).toBuffer();
}

/** The site with the address of each logo in the place of its content; `urlOf` gives it. */
export function withLogoUrls<Shown extends Pick<PageSite, "brands">>(
  site: Shown,
  urlOf: (brand: keyof Brands, base64: string) => string,
): Shown {
  const shown = (brand: keyof Brands) => {
    const { logo, ...rest } = site.brands[brand];
    return logo === undefined ? rest : { ...rest, logo: urlOf(brand, logo) };
  };
  return { ...site, brands: { home: shown("home"), contact: shown("contact") } };
}

/** Address of a brand's logo. `contract/paths.ts` makes from it those of the pictures that show the logo. */
export function logoUrl(brands: Brands, brand: keyof Brands): string {
  return logoPath(`${brand}-${hashOf(brands[brand])}`);
}

/** Tells versions of a brand's pictures apart, so that browsers may keep each for good. */
export function hashOf({ logo = "", name, color }: Brands["home"]): string {
  return createHash("sha256")
    .update(JSON.stringify([logo, name, color]))
    .digest("base64url")
    .slice(0, 8);
}

/** A site whose brands have the addresses of their logos, as `live` is at any time. */
export function siteWithLogoUrls(live: Site): Site {
  const shown = () => withLogoUrls(live, (brand) => logoUrl(live.brands, brand)).brands;
  return Object.defineProperties({} as Site, {
    ...Object.fromEntries(
      Object.keys(live).map((name) => [name, { enumerable: true, get: () => live[name as keyof Site] }]),
    ),
    brands: { enumerable: true, get: shown },
  });
}
