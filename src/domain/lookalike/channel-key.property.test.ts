import { domainToUnicode } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPhoneNumber } from "#server/lib/phone-number.ts";
import { type ChannelType, channelTypes } from "../brands/brands.ts";
import { channelKey, readings, type Reader } from "./channel-key.ts";
import { channelLink } from "../channels/channel-link.ts";
import { isCutOff } from "./copied-text.ts";
import { readAsked, readKey } from "./lookalike.ts";

const reader: Reader = {
  readNumber: (text) => readPhoneNumber(text, "IN")?.key.slice(1) ?? null,
  hostInUnicode: domainToUnicode,
};
const runs = { numRuns: 3000 };

const figures = "0123456789".split("");
const letters = [..."abcdefghijklmnopqrstuvwxyz".split(""), ...figures];
/** Two letters first: with one removed it is not a number, which Facebook takes for an id. */
const name = fc
  .array(fc.constantFrom(...letters, "_"), { minLength: 6, maxLength: 20 })
  .map((all) => `sa${all.join("")}`);
const digits = (length: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom(...figures), length).map((all) => all.join(""));
const mobile = fc
  .tuple(fc.constantFrom(...figures.slice(6)), digits({ minLength: 9, maxLength: 9 }))
  .map((parts) => parts.join(""));

/** Parts of links, numbers and names, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...["https://", "http://", "www.", "t.me", "/", "telegram.me", "wa.me", "facebook.com", "youtube.com", "x.com"],
      ...[
        "@",
        "+",
        "joinchat/",
        "c/",
        "channel/",
        "profile.php?id=",
        "%2B",
        "%E0%A4%AA",
        "?a=b",
        "#x",
        ".",
        "-",
        " ",
        "//",
      ],
      ...[
        "linkedin.com/company/",
        "instagram.com",
        "example.com",
        "name",
        "Name_1",
        "919876543210",
        "0",
        "İ",
        "ß",
        "पता",
        "х",
        "ﬁ",
      ],
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) => all.join(""));
const anything = fc.oneof(
  pieces,
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.webUrl({ withQueryParameters: true }),
  fc.emailAddress(),
);

describe("a key", () => {
  it("of a key is the same: normalizing is idempotent", () => {
    fc.assert(
      fc.property(fc.constantFrom(...channelTypes), anything, (type, text) => {
        const key = channelKey(type, text, reader);
        if (key !== undefined) expect(channelKey(type, key, reader)).toBe(key);
      }),
      runs,
    );
  });

  it("is derived for each reading of a text", () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const key of readings(text, reader).keys) expect(readings(key, reader).keys).toContain(key);
      }),
      runs,
    );
  });

  it("exists for every value that opens, and its link opens the same", () => {
    fc.assert(
      fc.property(fc.constantFrom(...channelTypes), anything, (type, text) => {
        const link = channelLink(type, text);
        // A name that looks truncated is not searched.
        const isPage = type === "website" || type === "withdrawal_proof";
        if (!isPage && isCutOff(text)) return;
        // Hosts without a name, which no browser can reach.
        if (isPage && /^https?:\/\/\./.test(text)) return;
        // The rare email address that could also be a link, and names of symbols only.
        if (!link.ok || (type === "email" && /[/?]/.test(text)) || !/[a-z\d]/i.test(text)) return;
        const key = channelKey(type, text, reader);
        expect(key).toBeDefined();
        const isSame = (typed: string) => readAsked(typed, reader).likenessTo(readKey(key ?? "", reader)) === "same";
        const { keys, loose } = readings(text, reader);
        if (isPage) {
          // Only an exact address is the same: no dot segments, no host that is invalid in DNS.
          expect(isSame(text)).toBe(keys.includes(key ?? ""));
          return;
        }
        // Texts that browsers must repair first, such as `https:////`, are not confirmed.
        expect(isSame(text)).toBe(!loose.includes(key ?? ""));
        expect(isSame(link.href)).toBe(true);
      }),
      runs,
    );
  });
});

/** A text with one edit: a character inserted, removed or changed, or two different neighbours swapped. */
function edited(text: string, { how, at, letter }: { how: number; at: number; letter: string }): string {
  const place = at % text.length;
  const [before, here, after] = [text.slice(0, place), text[place] ?? "", text.slice(place + 1)];
  if (how === 0) return before + letter + here + after;
  if (how === 1) return before + after;
  if (how === 2) return before + letter + after;
  return before + (after[0] ?? "") + here + after.slice(1);
}

const edit = (from: readonly string[]) =>
  fc.record({ how: fc.integer({ min: 0, max: 3 }), at: fc.nat(), letter: fc.constantFrom(...from) });

describe("one edit away from", () => {
  it("an official number is not official, and is reported as a lookalike", () => {
    const writings = [
      (text: string) => `+${text}`,
      (text: string) => `https://wa.me/${text}`,
      (text: string) => `00${text}`,
    ];
    fc.assert(
      fc.property(mobile, edit(figures), fc.constantFrom(...writings), (number, change, write) => {
        const official = `91${number}`;
        const asked = edited(official, change);
        // A trunk 0 makes no other number, except in a link.
        fc.pre(asked !== official && !asked.startsWith("0") && asked !== `910${number}`);
        for (const type of ["phone", "whatsapp"] as const) {
          const key = channelKey(type, `+${official}`, reader) ?? "";
          expect(readAsked(write(asked), reader).likenessTo(readKey(key, reader))).toBe("near");
        }
      }),
      runs,
    );
  });

  const ways: Array<[ChannelType, (name: string) => string]> = [
    ["telegram", (text) => `@${text}`],
    ["telegram", (text) => `https://telegram.me/${text}`],
    ["instagram", (text) => `https://instagram.com/${text}`],
    ["youtube", (text) => `https://youtube.com/@${text}`],
    ["twitter", (text) => `https://x.com/${text}`],
    ["linkedin", (text) => `https://linkedin.com/company/${text}`],
    ["facebook", (text) => `https://facebook.com/${text}`],
    ["email", (text) => `${text}@example.com`],
    ["website", (text) => `https://${text.replaceAll("_", "-")}z.example`],
  ];

  it("an official name is not official, and is reported as a lookalike", () => {
    fc.assert(
      fc.property(name, edit([...letters, "_"]), fc.constantFrom(...ways), (official, change, [type, write]) => {
        const key = channelKey(type, write(official), reader) ?? "";
        const asked = write(edited(official, change));
        fc.pre(channelKey(type, asked, reader) !== undefined && asked !== write(official));
        expect(readAsked(asked, reader).likenessTo(readKey(key, reader)), `${asked} and ${key}`).toBe("near");
      }),
      runs,
    );
  });
});
