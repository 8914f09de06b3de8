import { crc32, deflateSync } from "node:zlib";

type Color = readonly [red: number, green: number, blue: number];
type Box = readonly [left: number, top: number, width: number, height: number, color: Color];

const width = 360;
const height = 480;

const white: Color = [255, 255, 255];
const paper: Color = [236, 240, 243];
const ink: Color = [70, 78, 90];
const faint: Color = [196, 203, 211];
const green: Color = [24, 128, 88];
const bubble: Color = [217, 246, 220];
const saffron: Color = [255, 153, 51];

/** Lines of text, as they look from afar. */
const lines = (left: number, top: number, widths: readonly number[], color: Color, step = 20): Box[] =>
  widths.map((long, index) => [left, top + index * step, long, 9, color]);

const chat: Box[] = [
  [0, 0, width, height, paper],
  [0, 0, width, 56, green],
  [16, 12, 32, 32, faint],
  ...lines(64, 24, [140], white),
  [16, 80, 250, 84, white],
  ...lines(30, 94, [200, 220, 130], ink),
  [94, 184, 250, 64, bubble],
  ...lines(108, 198, [210, 90], ink),
  [16, 268, 280, 124, white],
  [30, 282, 252, 56, saffron],
  ...lines(30, 352, [240, 180], ink),
];

const receipt: Box[] = [
  [0, 0, width, height, white],
  [0, 0, width, 120, saffron],
  [164, 28, 32, 32, white],
  ...lines(110, 82, [140], white),
  ...lines(24, 150, [90, 70, 100, 60, 80], faint, 40),
  ...lines(200, 150, [136, 110, 120, 136, 90], ink, 40),
  [24, 360, 312, 2, faint],
  ...lines(24, 384, [120], ink),
  [216, 380, 120, 17, green],
];

/** Made-up pictures that visitors of the demo have sent: a stranger's message, and the receipt of a payment. */
export const demoPictures = { chat: () => png(chat), receipt: () => png(receipt) };

/** A picture of boxes, the later ones in front, as PNG (https://www.w3.org/TR/png-3/#11Chunks). */
function png(boxes: readonly Box[]): Buffer {
  const row = 1 + width * 3;
  const pixels = Buffer.alloc(row * height);
  for (const [left, top, wide, high, color] of boxes)
    for (let y = top; y < top + high; y += 1)
      for (let x = left; x < left + wide; x += 1) pixels.set(color, y * row + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colours.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
