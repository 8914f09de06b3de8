import { createRequire } from "node:module";
import type { OverlayOptions, Sharp } from "sharp";
import type { LogoPicture } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { dark, logoGround } from "#domain/logo-ground.ts";
import { loadSharp } from "../lib/load-sharp.ts";

type Brand = Pick<Site["brands"]["home"], "name" | "color"> & { logo: string };

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
/** Shares of a side for the logo where corners are cut, or a circle (https://www.w3.org/TR/appmanifest/#icon-masks). */
const inCorners = 0.76;
const inCircle = 0.56;

/** A picture with a brand's logo, as PNG. */
export function drawLogo(brand: Brand, picture: LogoPicture): Promise<Buffer> {
  if (picture === "link") return drawLink(brand);
  if (picture === "180") return onGround(brand, 180, inCorners);
  return picture === "mask" ? onGround(brand, 512, inCircle) : logoAt(brand, Number(picture));
}

/** An `.ico` file with one PNG of 32 pixels (https://learn.microsoft.com/windows/win32/menurc/newheader). */
export function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0]);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The logo in the middle of a transparent square. */
async function logoAt({ logo }: Brand, side: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return png(
    sharp(Buffer.from(logo, "base64"), { limitInputPixels: 1_000_000 }).resize(side, side, {
      fit: "contain",
      background: clear,
    }),
  );
}

/** The logo on the brand's colour, or on another from which it stands out. */
async function onGround(brand: Brand, side: number, share: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const input = await logoAt(brand, Math.round(side * share));
  const background = await groundOf(brand);
  return png(sharp({ create: { width: side, height: side, channels: 3, background } }).composite([{ input }]));
}

async function groundOf(brand: Brand): Promise<string> {
  const sharp = await loadSharp();
  const pixels = await sharp(await logoAt(brand, 64))
    .ensureAlpha()
    .raw()
    .toBuffer();
  return logoGround(pixels, brand.color);
}

/** Parts of the link picture, in pixels: the plate with the logo, and the ball's seam in the brand's colour. */
const link = { width: 1200, height: 630, plate: 268, top: 64, logo: 204, seam: { top: 552, height: 60 } };
const nameBox = { width: 1040, height: 160, top: 360 };

async function drawLink(brand: Brand): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height, plate, logo, seam } = link;
  const left = (width - plate) / 2;
  const inset = (plate - logo) / 2;
  const name = await drawName(brand.name);
  return png(
    sharp({ create: { width, height, channels: 3, background: dark } }).composite([
      { ...shapeIn(brand.color, width, seam.height, seamAt), top: seam.top, left: 0 },
      { ...shapeIn(await groundOf(brand), plate, plate, plateAt), top: link.top, left },
      { input: await logoAt(brand, logo), top: link.top + inset, left: left + inset },
      ...name,
    ]),
  );
}

const scripts = ["devanagari", "bengali", "gujarati", "tamil", "telugu"];
const { resolve } = createRequire(import.meta.url);
/** The font of a script, with Latin letters: a server may have none. Not in WOFF2, which sharp cannot read. */
function fontOf(script: string): string {
  const name = script.replace(/^./, (letter) => letter.toUpperCase());
  return resolve(`@expo-google-fonts/noto-sans-${script}/700Bold/NotoSans${name}_700Bold.ttf`);
}

/** The name as a layer of the picture; none if nothing of it can be seen, as of a space. */
async function drawName(name: string): Promise<OverlayOptions[]> {
  const sharp = await loadSharp();
  const escaped = name.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const draw = (text: string, fontfile?: string) =>
    sharp({
      text: {
        text: `<span foreground="#ffffff">${text}</span>`,
        font: `${scripts.map((script) => `Noto Sans ${script}`).join(",")} Bold 72`,
        ...(fontfile !== undefined && { fontfile }),
        rgba: true,
        align: "centre",
        wrap: "word",
        width: nameBox.width,
        dpi: 72,
      },
    });
  // Each file that was named once stays in use.
  for (const script of scripts) await draw(".", fontOf(script)).raw().toBuffer();

  try {
    const { data, info } = await draw(escaped)
      .resize({ width: nameBox.width, height: nameBox.height, fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const top = nameBox.top + Math.round((nameBox.height - info.height) / 2);
    return [{ input: data, top, left: Math.round((link.width - info.width) / 2) }];
  } catch (error) {
    if (error instanceof Error && error.message.includes("no text to render")) return [];
    throw error;
  }
}

/** A shape, as a function that returns how far a point is outside of it; negative inside. */
type Shape = (x: number, y: number) => number;

/** A square with round corners. */
const plateAt: Shape = (x, y) => {
  const corner = 52;
  const [dx = 0, dy = 0] = [x, y].map((at) => Math.max(corner - at, at - (link.plate - corner), 0));
  return Math.hypot(dx, dy) - corner;
};

/** A line with stitches on both sides, as in `web/drawings/og.svg`. */
const seamAt: Shape = (x, y) => {
  const middle = Math.abs(y - 30);
  const along = Math.min(Math.max((20 * ((x % 44) - 6) + 22 * (28 - middle)) / 884, 0), 1);
  const stitch = Math.hypot((x % 44) - 6 - 20 * along, 28 - middle - 22 * along);
  return Math.min(middle - 1.5, stitch - 4.5);
};

/** A shape in a colour, its edge smoothed over a pixel. */
function shapeIn(color: string, width: number, height: number, shape: Shape) {
  const raw = { width, height, channels: 4 } as const;
  const pixels = Buffer.alloc(width * height * 4, Buffer.from(`${color.slice(1)}00`, "hex"));
  for (let at = 0; at < width * height; at += 1) {
    const outside = shape((at % width) + 0.5, Math.floor(at / width) + 0.5);
    pixels[4 * at + 3] = Math.round(255 * Math.min(Math.max(0.5 - outside, 0), 1));
  }
  return { input: pixels, raw };
}

const png = (image: Sharp): Promise<Buffer> => image.png().timeout({ seconds: 5 }).toBuffer();
