import * as fc from "fast-check";
import sharp from "sharp";
import { expect, it } from "vitest";
import { imageSide } from "#domain/inquiries/attachment.ts";
import { encodePicture, kindOf } from "./check-file.ts";

const runs = process.env["TEST_ALL"] === "1" ? 1000 : 60;

it("takes nothing from damaged or made-up files but small pictures and PDFs, and never fails", async () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 4, background: "#0a48" } });
  const whole = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
  ]);
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 });
  const damaged = fc.tuple(fc.constantFrom(...whole), damage, fc.nat(40)).map(([file, changes, cut]) => {
    const bytes = Buffer.from(file);
    for (const [place, value] of changes) bytes[place % bytes.length] = value;
    return bytes.subarray(0, bytes.length - cut);
  });
  const madeUp = fc
    .tuple(
      fc.constantFrom("\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\0\0\0\0WEBP", "%PDF-1", "GIF89a", "<svg"),
      fc.uint8Array(),
    )
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, "latin1"), rest]));
  const seen = { picture: 0, pdf: 0, "wrong type": 0, unreadable: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, madeUp), async (file) => {
      const kind = kindOf(file);
      if (kind !== "image") {
        seen[kind ?? "wrong type"] += 1;
        return;
      }
      const stored = await encodePicture(file);
      seen[stored === null ? "unreadable" : "picture"] += 1;
      if (stored === null) return;
      const { format, width, height } = await sharp(stored.bytes).metadata();
      expect([format, width, height]).toEqual(["webp", stored.width, stored.height]);
      expect(Math.max(width, height)).toBeLessThanOrEqual(imageSide);
    }),
    { numRuns: runs },
  );
  // Each outcome was met.
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
