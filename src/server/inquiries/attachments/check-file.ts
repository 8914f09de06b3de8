import type Sharp from "sharp";
import { imageSide } from "#domain/inquiries/attachment.ts";
import type { Attachment } from "#contract/inquiries/attachment.ts";
import { profileLimits } from "#domain/profile.ts";
import { loadSharp } from "#server/lib/load-sharp.ts";
import type { LossReason } from "#domain/inquiries/mail-remarks.ts";

/** A checked file, as it is stored. */
export interface CheckedFile extends Pick<Attachment, "type" | "width" | "height"> {
  bytes: Buffer;
  /** The sender's name for the file, cleaned. */
  name?: string;
  /** Key of a picture in the text of an email, and whether it is in a signature or a quotation. */
  inline?: { key: string; isQuoted: boolean };
}

/** First bytes of JPEG, PNG, WebP and PDF; the name and the type that a sender gives say nothing. */
// oxlint-disable-next-line no-control-regex -- PNG begins with some.
const imageStart = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/;
const pdfStart = /^%PDF-\d/;

/** A photo of a phone has up to 50 million pixels; a small file could claim many more. */
const maxPixels = 60_000_000;
const maxPortraitPixels = 4_000_000;
/**
 * Bytes of an image that is decoded as a whole, because its parts do not follow each other: WebP and progressive ones.
 */
const maxWhole = 100_000_000;
/**
 * A progressive JPEG has some ten scans. Each is a pass over the whole image, and a small file could have thousands.
 */
const maxScans = 50;
const scanStart = Buffer.from([0xff, 0xda]);

/** Returns the kind of file that the first bytes show; null if it is of no accepted kind. */
export function kindOf(bytes: Buffer): "pdf" | "image" | null {
  const head = bytes.subarray(0, 16).toString("latin1");
  if (pdfStart.test(head)) return "pdf";
  return imageStart.test(head) ? "image" : null;
}

/** A PDF as it is stored: as it is. */
export const pdfFile = (bytes: Buffer): CheckedFile => ({ type: "application/pdf", bytes, width: null, height: null });

/**
 * A picture as it is stored: decoded and encoded again as WebP, up to `imageSide`, so that nothing hidden in it is
 * kept, neither the place where a photo was taken nor a script. Null if it cannot be decoded. Runs in the process of
 * `untrusted-input.ts`.
 *
 * @throws if pictures cannot be decoded on this machine
 */
export async function encodePicture(bytes: Buffer, pixels = maxPixels): Promise<CheckedFile | null> {
  const sharp = await loadSharp();
  return encode(sharp, bytes, pixels).catch(() => null);
}

/** The picture of a member as it is stored: a small square of its pixels. Null if it cannot be decoded. */
export async function encodePortrait(bytes: Buffer): Promise<Buffer | null> {
  if (kindOf(bytes) !== "image") return null;
  const whole = await encodePicture(bytes, maxPortraitPixels);
  if (whole === null) return null;
  const sharp = await loadSharp();
  const side = profileLimits.pictureSide;
  return sharp(whole.bytes).resize({ width: side, height: side, fit: "cover" }).webp({ quality: 80 }).toBuffer();
}

async function encode(sharp: typeof Sharp, bytes: Buffer, pixels: number): Promise<CheckedFile | null> {
  const image = sharp(bytes, { limitInputPixels: pixels });
  const { format, width, height, channels, depth, isProgressive } = await image.metadata();
  const size = width * height * channels * (depth === "ushort" ? 2 : 1);
  const isWhole = format === "webp" || isProgressive;
  if ((isWhole && size > maxWhole) || (format === "jpeg" && hasManyScans(bytes))) return null;
  const { data, info } = await image
    .autoOrient()
    .resize({ width: imageSide, height: imageSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true });
  return { type: "image/webp", bytes: data, width: info.width, height: info.height };
}

function hasManyScans(jpeg: Buffer): boolean {
  let count = 0;
  for (let at = jpeg.indexOf(scanStart); at !== -1 && count <= maxScans; at = jpeg.indexOf(scanStart, at + 1))
    count += 1;
  return count > maxScans;
}

/** A file of an email: its size as it was sent, and what is stored of it, or why it is not. */
export type SentFile = { name: string; size: number } & ({ file: CheckedFile } | { file: null; reason: LossReason });
