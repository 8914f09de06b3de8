import { channelKey, type Reader, readings } from "./channel-key.ts";
import type { ChannelType } from "../brands/brands.ts";
import { readAsked, readKey } from "./lookalike.ts";
import { deobfuscate } from "./deobfuscate.ts";
import { trimmedEnd } from "../text.ts";
import { foreignNumbers } from "./written-number.ts";

/** Whether a written number, name, link or address is an official one. */
export type IsOurs = (written: string) => boolean;

/** Official places: these channels, and every page of the site at this address. */
export function officialPlaces(
  channels: ReadonlyArray<{ type: ChannelType; value: string }>,
  site: string,
  reader: Reader,
): IsOurs {
  const all = [...channels, { type: "website" as const, value: site }];
  const keys = new Set(all.flatMap(({ type, value }) => channelKey(type, value, reader) ?? []));
  const sites = [...keys].filter((key) => key.startsWith("https://")).map((key) => readKey(key, reader));
  return (written) => {
    if (readings(written, reader).keys.some((key) => keys.has(key))) return true;
    const asked = readAsked(written, reader);
    return sites.some((key) => asked.isOnSite(key));
  };
}

const letter = String.raw`[\p{L}\p{N}]`;
/** Characters that end a sentence or surround a name in it. */
const around = /[\s.,;:!?'"’”)\]}>…।*|]/u;

/** Shapes that name somebody, longest first, so that part of one is not taken for another. */
const places: ReadonlyArray<{ shape: RegExp; isOrdinary?: RegExp }> = [
  { shape: /(?<![\p{L}\p{N}])[a-z][a-z\d+.-]*:\/\S+|(?<![\p{L}\p{N}])(?:tg|mailto|upi):(?=\S)\S+/giu },
  // `name@host`, `name@bank`, `@name`.
  {
    shape: /[^\s@,;:!?"'()[\]{}<>|]*@[\p{L}\p{N}_][^\s@,;!?"'()[\]{}<>|]*/gu,
    isOrdinary: /^@\d{1,2}(?:[:.]\d\d)?(?:[ap]m|h|hrs?)?$/i,
  },
  // Any two words with a dot and no space between: the list of top-level domains is open-ended.
  {
    shape: new RegExp(
      String.raw`(?:${letter}[\p{L}\p{M}\p{N}_-]*\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}_-])(?::\d+)?(?:[/?#\\]\S*)?`,
      "giu",
    ),
    isOrdinary: /^[\d.:]+\.(?:[ap]m|hrs?|min)$/i,
  },
  { shape: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?:[/:]\S*)?/g },
  // `Telegram: name77`, `Insta id: name`.
  {
    shape:
      /(?<=(?<!\p{L})(?:telegram|tg|insta(?:gram)?|ig|facebook|fb|messenger|twitter|signal|viber|skype|snap(?:chat)?|imo|wechat|discord|threads|upi)\s*(?:(?:id|user|user\s?name|handle)\s*[:=]\s*|[:=]\s*(?=[a-z][\w.]*\d)))[a-z][\w.-]{2,}/giu,
  },
  { shape: /(?<!\w)[a-z\d]+_\w*[a-z\d]\w*/gi },
];

/** What a text names that visitors could call, open or write to and that is not official; each once, as written. */
export function foreignPlaces(text: string, isOurs: IsOurs): string[] {
  let left = deobfuscate(text);
  const found: string[] = [];
  for (const { shape, isOrdinary } of places) {
    left = left.replace(shape, (written) => {
      const bare = trimmedEnd(written, around);
      if (isOrdinary?.test(bare) === true) return written;
      if (!isOurs(bare)) found.push(bare);
      return "\0";
    });
  }
  return [...new Set([...found, ...foreignNumbers(left, isOurs)])];
}

/** They can show a number in another order than it is read. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const maxNamed = 3;
const longestNamed = 60;

/**
 * Why a text is not allowed as a channel's public description, as a sentence for its author; undefined if it is
 * allowed.
 */
export function descriptionProblem(text: string, isOurs: IsOurs): string | undefined {
  if (directionMarks.test(text))
    return "This description holds hidden marks that turn the direction of writing. Type it by hand.";
  const found = foreignPlaces(text, isOurs);
  if (found.length === 0) return undefined;
  const named = found
    .slice(0, maxNamed)
    .map((name) => (name.length > longestNamed ? `${name.slice(0, longestNamed)}…` : name));
  const is = found.length === 1 ? "is not one" : "are none";
  return `This description names ${named.join(", ")}, which ${is} of your active channels. Edit or remove it.`;
}
