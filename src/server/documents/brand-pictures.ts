import type { Matrix3x3 } from "sharp";
import { inkOn } from "#domain/contrast.ts";
import { loadSharp } from "../lib/load-sharp.ts";

/** The colours of the pictures in `web/static`: the brand's, and that of lines on it. */
const drawn = { brand: "#ff9933", ink: "#1c1206" };

/** An icon or preview picture of the build, the `bytes` of its file, in a brand's `color` such as `#0057b8`. */
export async function inBrandColor(bytes: Buffer, type: ".svg" | ".png", color: string): Promise<Buffer> {
  if (color.toLowerCase() === drawn.brand) return bytes;
  const shown = { brand: color, ink: inkOn(color) };
  if (type === ".svg") {
    return Buffer.from(bytes.toString().replaceAll(drawn.brand, shown.brand).replaceAll(drawn.ink, shown.ink));
  }
  const { matrix, offsets } = recoloring(shown);
  const sharp = await loadSharp();
  return sharp(bytes).recomb(matrix).linear([1, 1, 1], offsets).png({ palette: true }).toBuffer();
}

/** An icon of the build with a logo, a PNG, in the place of its ball; the count on it stays. */
export function svgWithLogo(svg: Buffer, logo: Buffer): Buffer {
  const image = `<image width="32" height="32" href="data:image/png;base64,${logo.toString("base64")}"/>`;
  return Buffer.from(svg.toString().replace(/<g .*<\/g>/, image));
}

/**
 * The matrix and offsets that recolour a PNG, whose pixels are blends of ink and brand colour, or of brand colour and
 * white: red gives the position in the first blend, blue in the second.
 */
function recoloring(shown: typeof drawn) {
  const [drawnInk, drawnBrand] = [channels(drawn.ink), channels(drawn.brand)];
  const [ink, brand] = [channels(shown.ink), channels(shown.brand)];
  const perRed = 1 / (drawnBrand.red - drawnInk.red);
  const perBlue = 1 / (255 - drawnBrand.blue);
  const blueOfRed = (drawnBrand.blue - drawnInk.blue) * perRed;
  const sumOf = (channel: keyof typeof ink) => {
    const ofBlue = (255 - brand[channel]) * perBlue;
    const ofRed = (brand[channel] - ink[channel]) * perRed - ofBlue * blueOfRed;
    const factors: [number, number, number] = [ofRed, 0, ofBlue];
    return { factors, offset: ink[channel] - ofRed * drawnInk.red - ofBlue * drawnInk.blue };
  };
  const [red, green, blue] = [sumOf("red"), sumOf("green"), sumOf("blue")];
  const matrix: Matrix3x3 = [red.factors, green.factors, blue.factors];
  return { matrix, offsets: [red.offset, green.offset, blue.offset] };
}

function channels(color: string) {
  const value = parseInt(color.slice(1), 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}
