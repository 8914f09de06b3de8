import { patterns } from "./vocabulary.ts";

/** First and last code point of digits that Unicode does not fold, with the value of the first. */
const drawnDigits: ReadonlyArray<[first: number, last: number, value: number]> = [
  // Ethiopic, Roman, circled, negative circled, Hangzhou, Rumi, counting rods, dice, circled zeros.
  [0x1369, 0x1371, 1],
  [0x2160, 0x2168, 1],
  [0x2170, 0x2178, 1],
  [0x24f5, 0x24fd, 1],
  [0x24ff, 0x24ff, 0],
  [0x2680, 0x2685, 1],
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x3007, 0x3007, 0],
  [0x3021, 0x3029, 1],
  [0x10e60, 0x10e68, 1],
  [0x1d360, 0x1d368, 1],
  [0x1d369, 0x1d371, 1],
  [0x1f10b, 0x1f10b, 0],
  [0x1f10c, 0x1f10c, 0],
];

/** Chinese and Japanese digits, everyday and formal. */
const ideographs = ["零〇○", "一壹壱", "二贰貳弐两", "三叁參参", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"];
const digitOfIdeograph = new Map(
  ideographs.flatMap((signs, digit) => Array.from(signs, (sign) => [sign, String(digit)])),
);

const smallCapitals = new Map(
  Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", (sign, at) => [sign, "abcdefghijklmnoprstuvwyz"[at] ?? sign]),
);

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** A digit of any script, or a drawn one, in ASCII; any other sign as it is, small capitals as letters. */
export function asciiSign(sign: string): string {
  const known = digitOfIdeograph.get(sign) ?? smallCapitals.get(sign);
  if (known !== undefined) return known;
  const code = sign.codePointAt(0) ?? 0;
  const [first, , value] = drawnDigits.find(([from, to]) => from <= code && code <= to) ?? [];
  if (first !== undefined && value !== undefined) return String(code - first + value);
  if (!isDigit(code)) return sign;
  // Each script has its ten digits in a row, starting at 0.
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return String(code - zero);
}

const letter = String.raw`[\p{L}\p{N}]`;
const notWithin = String.raw`(?![\p{L}\p{M}\p{N}])`;
/** Characters that look like a full stop. */
const bullets = "[•∙⋅・·‧●◦▪॰।۔]";
/** Ends of links that are words, too. */
const wordEnds =
  "in|me|app|site|online|live|club|shop|store|top|vip|win|bet|games?|support|help|link|tv|pro|world|click|fun|website|tech|chat|team|social|co|us|uk|support|example";
const replacements: ReadonlyArray<[RegExp, string]> = [
  [/ ?[[({<] ?at ?[\])}>] ?/giu, "@"],
  [/ ?[[({<] ?(?:dot|\.) ?[\])}>] ?/giu, "."],
  // Letters that were spaced out: `t e l e g r a m`.
  [/(?<![\p{L}\p{M}\p{N}])(?:[a-z] ){3,}[a-z](?![\p{L}\p{M}\p{N}])/giu, " "],
  // `name डॉट इन`, `टी डॉट मी स्लैश name`: the end is another word as well.
  [
    new RegExp(
      `(?:(?<=[a-z\\d]) (?:${patterns.dot}) (?=(?:${patterns.comWords})${notWithin})|(?<=${letter}|\\p{M}) (?:${patterns.dot}) (?=(?:${patterns.comWords}) (?:${patterns.slash})${notWithin}))`,
      "giu",
    ),
    ".",
  ],
  // `name dot word`; other words for the sign, and signs apart from the name, only before a sure end of a link.
  [
    new RegExp(
      `(?<=${letter})(?<!(?<![\\p{L}\\p{N}])(?:${patterns.beforeDot})) (?:${patterns.dot}) (?!(?:${patterns.afterDot})${notWithin})(?=[a-z\\d]{2}|(?:${patterns.com})${notWithin})`,
      "giu",
    ),
    ".",
  ],
  [
    new RegExp(
      `(?<=[\\p{L}\\p{M}\\p{N}]) ?(?:(?<=[ a-z\\d])(?:${patterns.dot}|${patterns.point})|${bullets}|[,;।](?! )) ?(?=(?:${patterns.com})${notWithin})`,
      "giu",
    ),
    ".",
  ],
  [new RegExp(`(?<=[a-z\\d])(?:${bullets}|(?:${patterns.dot})(?<![a-z]))(?=(?:${wordEnds})${notWithin})`, "giu"), "."],
  [/(?<=[a-z\d]{3})dot(?=(?:com|net|org)(?![a-z\d]))/giu, "."],
  // A dot or comma in a link that was split by spaces.
  [/(?<=[\p{L}\p{N}]) \. ?(?=\p{L}{2})/gu, "."],
  [new RegExp(`(?<=${letter})\\. (?=(?:${patterns.com})${notWithin})`, "gu"), "."],
  [/(?<![\p{L}\p{N}])(t|wa|telegram) ?[ ,.] ?me ?(?:[/\\]|slash ) ?/giu, "$1.me/"],
  [/@ (?=[a-z][\w.]*[_\d])/giu, "@"],
];

/**
 * A text as a reader sees it: ASCII digits for those of all scripts, no invisible characters, no decorative marks over
 * letters, one space for each blank, and `[at]`, `dot`, `डॉट`, `•` and similar as the signs they mean.
 */
export function normalText(text: string): string {
  const seen = text
    // Before they become letters.
    .replace(/[\u2160-\u2168\u2170-\u2178]/gu, asciiSign)
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/gu, "")
    .replace(/(?<=[\x20-\x7e\p{N}])\p{M}+/gu, "")
    .replace(/[^\x20-\x7e]/gu, asciiSign)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replaceAll("。", ".");
  return replacements.reduce(
    (left, [shape, sign]) =>
      left.replace(shape, (all: string, first: unknown) => {
        if (sign === " ") return all.replaceAll(" ", "");
        return sign.replace("$1", typeof first === "string" ? first : "");
      }),
    seen,
  );
}
