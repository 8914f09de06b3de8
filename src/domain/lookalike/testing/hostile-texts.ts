import { languageCodes } from "#domain/languages.ts";
import type { TestingTexts } from "#languages/testing-texts.ts";
import { seededRandom } from "../../testing-random.ts";
import { testingTexts } from "#languages/compiled/testing/texts.ts";
import { spokenWords } from "#languages/compiled/facts/spoken.ts";
import type { SpokenWords } from "#languages/spoken-words.ts";
import { innocentSentences } from "./innocent-sentences.ts";

/** Random numbers from a seed, so that a failure can be repeated. */
export function randomFrom(seed: number) {
  const next = seededRandom(seed);
  const below = (max: number) => Math.floor(next() * max);
  return {
    below,
    chance: (part: number) => next() < part,
    // Lists are never empty here.
    one: <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item,
  };
}

type Random = ReturnType<typeof randomFrom>;

const { en } = spokenWords;
/** Parts of a form in one language of the site: its spoken words, and its texts for tests. */
type Words = SpokenWords & TestingTexts;
const words: Words[] = languageCodes.map((code) => ({ ...spokenWords[code], ...testingTexts[code] }));
const spellingsOf = (list: string) =>
  list.split(" ").map((entry) => entry.split("|").filter((word) => word !== "" && word !== "-"));

/** Zero of each script with decimal digits. */
const zeros = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1b50, 0xa620, 0xa8d0, 0xa900, 0xaa50, 0xff10, 0x104a0, 0x11066, 0x110f0,
  0x11136, 0x11450, 0x114d0, 0x11730, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e950, 0x1fbf0,
];
/** Digits that are drawn, each list from 0 on. */
const drawn = [
  "⓪①②③④⑤⑥⑦⑧⑨",
  "⓿❶❷❸❹❺❻❼❽❾",
  "⓪⓵⓶⓷⓸⓹⓺⓻⓼⓽",
  "⁰¹²³⁴⁵⁶⁷⁸⁹",
  "₀₁₂₃₄₅₆₇₈₉",
  "〇一二三四五六七八九",
  "零壹贰叁肆伍陆柒捌玖",
  "〇〡〢〣〤〥〦〧〨〩",
  "0ⅠⅡⅢⅣⅤⅥⅦⅧⅨ",
  "0፩፪፫፬፭፮፯፰፱",
].map((signs) => Array.from(signs));

const digitsFrom = (random: Random, length: number) => Array.from({ length }, () => String(random.below(10))).join("");

/** A number of somebody else's, as digits: Indian mobile, foreign, toll-free; no part of it is round. */
function numberOf(random: Random): { digits: string; plus: string } {
  const kind = random.below(4);
  const tail = (length: number) => `${digitsFrom(random, length - 1)}${1 + random.below(9)}`;
  const mobile = `${6 + random.below(4)}${digitsFrom(random, 3)}${1 + random.below(9)}${tail(5)}`;
  if (kind === 0) return { digits: `91${mobile}`, plus: "+" };
  if (kind === 1) return { digits: `447${tail(9)}`, plus: random.chance(0.7) ? "+" : "00" };
  if (kind === 2 && random.chance(0.3)) return { digits: `1800${random.below(9) + 1}${tail(6)}`, plus: "" };
  return { digits: mobile, plus: random.chance(0.2) ? "0" : "" };
}

/** The digits split into groups of some two to five. */
function groupsOf(random: Random, digits: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < digits.length;) {
    const length = Math.min(digits.length - at, 2 + random.below(4));
    // No single digit is left over.
    const taken = digits.length - at - length === 1 ? length + 1 : length;
    found.push(digits.slice(at, at + taken));
    at += taken;
  }
  return found;
}

const signs = [
  " ",
  "  ",
  "-",
  ".",
  " - ",
  "/",
  " / ",
  "\n",
  "\u00a0",
  "\u2011",
  "•",
  " • ",
  "·",
  "_",
  "~",
  "*",
  ",",
  " , ",
  "|",
  "…",
  ":",
  ";",
  "=",
  "→",
  " 👉 ",
  "⭐",
  "'",
  "\u200b ",
  ") (",
  "][",
  "x",
];
const invisible = ["\u200b", "\u200c", "\u200d", "\u2060", "\u00ad", "\ufeff", "\ufe0f", "\u0336", "\u20e3"];

/** Forms in which a number is written or said. */
const numberForms: Readonly<Record<string, (random: Random) => string>> = {
  "digits of a script, with signs": (random) => {
    const { digits, plus } = numberOf(random);
    const zero = random.one(zeros);
    const sign = random.chance(0.2) ? "" : random.one(signs);
    const groups = random.chance(0.5) ? groupsOf(random, digits) : Array.from(digits);
    const shown = groups.map((group) =>
      Array.from(group)
        .map((digit) => String.fromCodePoint(zero + Number(digit)))
        .join(""),
    );
    return plus + shown.join(sign);
  },
  "digits of several scripts": (random) =>
    Array.from(numberOf(random).digits)
      .map((digit) => String.fromCodePoint(random.one(zeros) + Number(digit)))
      .join(""),
  "drawn digits": (random) => {
    const list = random.one(drawn);
    return Array.from(numberOf(random).digits)
      .map((digit) => list[Number(digit)] ?? digit)
      .join(random.one(["", " ", "-", "."]));
  },
  "invisible signs between": (random) => Array.from(numberOf(random).digits).join(random.one(invisible)),
  "letters for digits": (random) => {
    const { digits } = numberOf(random);
    const [first = "", ...more] = digits;
    return (
      first +
      more
        .join("")
        .replace(/(?!.$)[01]/g, (digit) => (digit === "0" ? random.one(["o", "O", "0"]) : random.one(["l", "I", "1"])))
    );
  },
  "letters between groups": (random) =>
    groupsOf(random, numberOf(random).digits).join(
      random.one([...Array.from("abcdefghijmnpqrstuvwyz"), "aa", "bc", "xyz", "अ", "க"]),
    ),
  amounts: (random) => {
    const { digits } = numberOf(random);
    const half = Math.ceil(digits.length / 2);
    const sign = random.one(["₹", "₹ ", "Rs ", "Rs. ", "$", "INR "]);
    return `${sign}${digits.slice(0, half)}${random.one([" ", ", ", " and ", " + ", " - "])}${sign}${digits.slice(half)}`;
  },
  "digit words of several languages": (random) =>
    Array.from(numberOf(random).digits)
      .map((digit) => random.one(spellingsOf(random.one(words).numbers)[Number(digit)] ?? [digit]))
      .join(" "),
  "thousands in words": (random) => {
    const { digits } = numberOf(random);
    const ten = digits.slice(-10);
    return `${inEnglish(Number(ten.slice(0, 5)))} ${random.one(["and ", "", "then ", ", "])}${inEnglish(Number(`${1 + random.below(9)}${ten.slice(6)}`))}`;
  },
  "letters that look like others": (random) => {
    const list = spellingsOf(en.numbers);
    const alike: Record<string, string> = { a: "а", e: "е", i: "і", o: "о", s: "ѕ", x: "х" };
    return Array.from(numberOf(random).digits)
      .map((digit) =>
        (list[Number(digit)]?.[0] ?? "").replace(/[aeiosx]/g, (letter) =>
          random.chance(0.6) ? (alike[letter] ?? letter) : letter,
        ),
      )
      .join(" ");
  },
  "digits in words": (random) => {
    const list = ["zer0", "0ne", "tw0", "thr33", "f0ur", "f1ve", "s1x", "s3ven", "e1ght", "n1ne"];
    return Array.from(numberOf(random).digits)
      .map((digit) => list[Number(digit)] ?? digit)
      .join(" ");
  },
};

function inEnglish(value: number): string {
  const small = spellingsOf(en.numbers).map(([word]) => word ?? "");
  const tens = spellingsOf(en.tens ?? "").map(([word]) => word ?? "");
  if (value >= 1000)
    return `${inEnglish(Math.floor(value / 1000))} thousand${value % 1000 === 0 ? "" : ` ${inEnglish(value % 1000)}`}`;
  if (value >= 100)
    return `${inEnglish(Math.floor(value / 100))} hundred${value % 100 === 0 ? "" : ` ${inEnglish(value % 100)}`}`;
  if (value >= 20) return `${tens[Math.floor(value / 10) - 2]}${value % 10 === 0 ? "" : `-${small[value % 10]}`}`;
  return small[value] ?? "";
}

const starts = [
  "saffron",
  "thief",
  "real",
  "kamal",
  "quick",
  "royal",
  "ravi",
  "lucky",
  "vikas",
  "neo",
  "zeta",
  "orbit",
];
const ends = ["helpdesk", "pay", "care", "vip", "winz", "agentur", "exch", "office", "king", "hub", "kendra", "seva"];
const nameOf = (random: Random) => random.one(starts) + random.one(ends);

const linkEnds = ["com", "net", "org", "in", "xyz", "info", "app", "site", "online", "co.in", "club", "io", "shop"];
const sureEnds = ["com", "net", "org", "xyz", "info", "io"];
const fullWidth = (text: string) =>
  Array.from(text)
    .map((sign) => (/[!-~]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign))
    .join("");

const linkForms: Readonly<Record<string, (random: Random) => string>> = {
  "a plain link": (random) =>
    `${random.one(["https://", "http://", "hxxps://", "HTTPS://", "", "www."])}${nameOf(random)}.${random.one(linkEnds)}${random.one(["", "/x", "/verify?id=1"])}`,
  "a bullet for a dot": (random) => {
    const sign = random.one(Array.from("•∙⋅・·‧●◦▪۔。．｡।"));
    return `${nameOf(random)}${sign}${random.one(linkEnds)}`;
  },
  "a dot in brackets": (random) =>
    `${nameOf(random)}${random.one(["(dot)", "[.]", " [dot] ", "{dot}", " (.) ", "<dot>"])}${random.one(linkEnds)}`,
  "a dot with spaces": (random) => `${nameOf(random)}${random.one([" . ", " .", ". "])}${random.one(sureEnds)}`,
  "full width": (random) => fullWidth(`${nameOf(random)}.${random.one(linkEnds)}`),
  "other alphabets": (random) =>
    random.one([
      "ехаmрle.com",
      "example.сom",
      "exаmple.com/verify",
      "desk.exаmple.net",
      "evil.भारत",
      "evil.xn--h2brj9c",
      "సాఫ్రాన్.భారత్",
    ]),
  "a telegram link": (random) =>
    `${random.one(["t.me/", "t . me / ", "t,me/", "t me/", "telegram.me/", "T.ME/", "ｔ．ｍｅ／"])}${nameOf(random)}`,
  "a whatsapp link": (random) =>
    `${random.one(["wa.me/", "https://wa.me/", "api.whatsapp.com/send?phone=", "wa me / "])}${numberOf(random).digits}`,
  "an address for mail": (random) =>
    `${nameOf(random)}${random.one(["@", " [at] ", "(at)", " @ ", "＠"])}${random.one(starts)}${random.one([".", "[dot]", " dot ", "(dot)"])}${random.one(sureEnds)}`,
};

const networks = ["Telegram", "Instagram", "Facebook", "Signal", "WhatsApp"];

const handleForms: Readonly<Record<string, (random: Random) => string>> = {
  "with a sign": (random) => `${random.one(["@", "＠", "@ "])}${nameOf(random)}${random.one(["_1", "77", "_desk"])}`,
  "with a low line": (random) => `${random.one(starts)}_${random.one(ends)}`,
  "on a network": (random) =>
    `${random.one(["message", "Message", "dm", "contact", "write to", "add", "text", "follow", "search for", "talk to", "Ping"])} ${nameOf(random)} ${random.one(["on", "via", "in", "through"])} ${random.one(networks)} ${random.one(["now", "today", ""])}`,
  "the network first": (random) =>
    `${random.one(["On Telegram, message", "Open Telegram and search", "Telegram id", "Telegram username is", "Insta id:", "Telegram handle:"])} ${nameOf(random)}`,
};

const banks = ["okaxis", "oksbi", "okicici", "okhdfcbank", "ybl", "ibl", "axl", "ptsbi", "apl", "barodampay", "kmbl"];
const namedBanks = ["paytm", "upi", "sbi", "icici", "kotak", "hdfcbank"];

const paymentForms: Readonly<Record<string, (random: Random) => string>> = {
  "with a sign": (random) =>
    `${nameOf(random)}${random.one(["@", " @ ", "＠", " @", "(at)", "[at]"])}${random.one([...banks, ...namedBanks])}`,
  "with nothing": (random) =>
    `${random.one(["UPI id", "UPI ID", "upi", "VPA", "यूपीआई आईडी", "Pay"])} ${nameOf(random)} ${random.one(banks)}`,
  "of a bank that texts name": (random) =>
    `${random.one(["UPI id", "Pay by UPI:"])} ${nameOf(random)} at ${random.one(namedBanks)}`,
};

/** Forms in the words of one language; `fits` leaves out those that lack what the form is made of. */
const spokenForms: Readonly<
  Record<string, { fits?: (words: Words) => boolean; form: (random: Random, words: Words) => string }>
> = {
  "number: joining words": {
    form: (random, { joiners }) =>
      groupsOf(random, numberOf(random).digits).join(` ${random.one(joiners.split(" "))} `),
  },
  "number: a word between two halves": {
    form: (random, { between }) => {
      const { digits } = numberOf(random);
      const at = random.one([4, 5]);
      return `${digits.slice(0, at)} ${random.one(between)} ${digits.slice(at)}`;
    },
  },
  "number: digit words": {
    form: (random, { numbers, transcribed }) => {
      const list = spellingsOf(random.one([numbers, ...(transcribed?.includes("-") === false ? [transcribed] : [])]));
      const sign = random.one([" ", " ", "-", ", ", " . ", "\n", " / "]);
      return Array.from(numberOf(random).digits)
        .map((digit) => digitWord(random, list, digit))
        .join(sign);
    },
  },
  "number: digit words and digits": {
    form: (random, { numbers }) =>
      Array.from(numberOf(random).digits)
        .map((digit) => (random.chance(0.5) ? digit : digitWord(random, spellingsOf(numbers), digit)))
        .join(" "),
  },
  "number: words without spaces": {
    form: (random, { numbers }) => {
      const list = spellingsOf(numbers);
      const said = Array.from(numberOf(random).digits).map((digit) => list[Number(digit)]?.[0] ?? digit);
      return random.chance(0.5) ? said.join("") : said.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
    },
  },
  "number: double and triple": {
    form: (random, { numbers, repeats: said }) => {
      const list = spellingsOf(numbers);
      const repeats = { 2: said[2] ?? "double", 3: said[3] ?? "triple" };
      return numberOf(random)
        .digits.replace(/^(\d)(\d{3})/, "$1$1$1$2")
        .replace(/(\d)\1{1,2}|\d/g, (same) => {
          const digit = digitWord(random, list, same[0] ?? "");
          if (same.length === 1) return `${digit} `;
          return `${random.one(repeats[same.length as 2 | 3].split("|"))} ${random.chance(0.3) ? same[0] : digit} `;
        })
        .trim();
    },
  },
  "number: pairs as words": {
    fits: ({ numbers }) => numbers.split(" ").length === 100,
    form: (random, { numbers }) => {
      const list = spellingsOf(numbers);
      const pairs = numberOf(random).digits.match(/\d{1,2}/g) ?? [];
      return pairs
        .map((pair) =>
          pair.startsWith("0") || pair.length === 1
            ? Array.from(pair)
                .map((digit) => random.one(list[Number(digit)] ?? [digit]))
                .join(" ")
            : random.one(list[Number(pair)] ?? [pair]),
        )
        .join(" ");
    },
  },
  "link: a dot in other words": {
    form: (random, { dot }) => {
      const said = dot.split("|").filter((word) => word !== "dott");
      return `${nameOf(random)} ${random.one(said)} ${random.one(sureEnds)}`;
    },
  },
  "link: a dot that also means something else": {
    fits: ({ point }) => point !== "",
    form: (random, { point }) => `${nameOf(random)} ${random.one(point.split("|"))} ${random.one(sureEnds)}`,
  },
  "link: an end in other letters": {
    fits: ({ com }) => /\p{L}\p{M}/u.test(com),
    form: (random, { dot, com }) => `${nameOf(random)} ${random.one(dot.split("|"))} ${random.one(com.split("|"))}`,
  },
  "handle: in the words of a language": {
    fits: ({ handles }) => handles.length > 0,
    form: (random, { handles }) => random.one(handles).replace("{name}", nameOf(random)),
  },
  "payment: with a word": {
    form: (random, { at }) => `${nameOf(random)} ${random.one(at.split("|"))} ${random.one(banks)}`,
  },
};

/** A spelling of a digit that is more than a letter, or the digit. */
function digitWord(random: Random, list: string[][], digit: string): string {
  const spellings = list[Number(digit)]?.filter((word) => word.length > 1) ?? [];
  return random.one(spellings.length > 0 ? spellings : [digit]);
}

/** Each form; those in words once for each language, so that no language is left to chance. */
export const hostileKinds: ReadonlyArray<{ kind: string; form: (random: Random) => string }> = [
  ...[
    ["number", numberForms] as const,
    ["link", linkForms] as const,
    ["handle", handleForms] as const,
    ["payment", paymentForms] as const,
  ].flatMap(([kind, forms]) => Object.entries(forms).map(([name, form]) => ({ kind: `${kind}: ${name}`, form }))),
  ...Object.entries(spokenForms).flatMap(([kind, { fits = () => true, form }]) =>
    languageCodes.flatMap((code, at) => {
      const word = words[at];
      return word === undefined || !fits(word)
        ? []
        : [{ kind: `${kind}, ${code}`, form: (random: Random) => form(random, word) }];
    }),
  ),
];

const innocents = innocentSentences();

/** An innocent text with `named` in it, at its start, its end or between two sentences. */
export function embedded(random: Random, named: string): string {
  const [one, other] = [random.one(innocents).text, random.one(innocents).text];
  return random.one([
    `${one} ${named}`,
    `${named} ${one}`,
    `${one} ${named} ${other}`,
    `${one}\n${named}\n${other}`,
    named,
  ]);
}
