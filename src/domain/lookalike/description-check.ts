import type { ChannelType } from "../brands/brands.ts";
import { trimmedEnd } from "../text.ts";
import { channelKey, type Reader, readings } from "./channel-key.ts";
import { readAsked, readKey } from "./lookalike.ts";
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
 * Why a text is not allowed as a channel's public description, or as another public text, as a sentence for its author;
 * undefined if it is allowed.
 */
export function descriptionProblem(
  text: string,
  isOurs: IsOurs,
  what: "description" | "text" = "description",
): string | undefined {
  if (directionMarks.test(text))
    return `This ${what} holds hidden marks that turn the direction of writing. Type it by hand.`;
  const found = foreignPlaces(text, isOurs);
  if (found.length === 0) return undefined;
  const named = found
    .slice(0, maxNamed)
    .map((name) => (name.length > longestNamed ? `${name.slice(0, longestNamed)}…` : name));
  const is = found.length === 1 ? "is not one" : "are none";
  return `This ${what} names ${named.join(", ")}, which ${is} of your active channels. Edit or remove it.`;
}

/**
 * First and last code point of each run of circled and negative digits that Unicode does not fold, with the value of
 * the first.
 */
const drawnDigits: ReadonlyArray<[first: number, last: number, value: number]> = [
  [0x24f5, 0x24fd, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x1f10b, 0x1f10c, 0],
];

const digitWords = [
  "zero|शून्य",
  "one|एक",
  "two|दो",
  "three|तीन",
  "four|चार",
  "five|पांच|पाँच",
  "six|छह|छः",
  "seven|सात",
  "eight|आठ",
  "nine|नौ",
].map((words) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, "giu"));

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** A digit of any script, or a drawn one, in ASCII; any other sign as it is. */
export function asciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const [first, , value] = drawnDigits.find(([from, to]) => from <= code && code <= to) ?? [];
  if (first !== undefined && value !== undefined) return String(first === 0x1f10b ? 0 : code - first + value);
  if (!isDigit(code)) return sign;
  // Each script has its ten digits in a row, starting at 0.
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return String(code - zero);
}

/**
 * Normalizes a text to what a reader sees: digits in ASCII (also spelled-out ones), no invisible characters, no
 * decorative marks over letters, and `[at]`, `(dot)` and similar as the signs they mean.
 */
function deobfuscate(text: string): string {
  const seen = text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/gu, "")
    .replace(/(?<=[\x20-\x7e\p{N}])\p{M}+/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/[^\x20-\x7e\p{L}]/gu, asciiDigit)
    .replaceAll("。", ".");
  const signs = seen
    .replace(/\s*[[({<]\s*at\s*[\])}>]\s*/giu, "@")
    .replace(/\s*[[({<]\s*(?:dot|\.)\s*[\])}>]\s*/giu, ".")
    .replace(/(?<=[\p{L}\p{N}])\s+dot\s+(?=[\p{L}\p{N}])/giu, ".")
    // A dot or comma in a link that was split by spaces.
    .replace(/(?<=[\p{L}\p{N}])\s+\.\s*(?=\p{L}{2})/gu, ".")
    .replace(/(?<=[\p{L}\p{N}])\.\s+(?=(?:com|net|org|info|biz|xyz)(?![\p{L}\p{N}]))/gu, ".")
    .replace(/(?<![\p{L}\p{N}])(t|wa|telegram)\s*[\s,.]\s*me\s*[/\\]\s*/giu, "$1.me/")
    .replace(/@\s+(?=[a-z][\w.]*[_\d])/giu, "@");
  return digitWords
    .reduce((left, words, digit) => left.replace(words, String(digit)), signs)
    .replace(/(?<![\p{L}\p{N}])double[\s-]+(\d)(?!\d)/giu, "$1$1")
    .replace(/(?<![\p{L}\p{N}])triple[\s-]+(\d)(?!\d)/giu, "$1$1$1")
    .replace(/(?<=\d[\s.-]?)o(?=[\s.-]?\d)/giu, "0")
    .replace(/(?<=\d[\s.-]?)[lI](?=[\s.-]?\d)/gu, "1");
}
