import { rulesOf } from "../brands/brand-rules.ts";
import { type ChannelType, channelTypes } from "../brands/brands.ts";
import { reordering } from "./exact-grammar.ts";
import { trimmedEnd } from "../text.ts";

/** A pasted number, name, link or address without its surroundings. */
export interface CopiedText {
  text: string;
  /** The type that a label names, such as `Telegram: @name`. */
  label: ChannelType | undefined;
}

const more = "(?:\\s+(?:channel|group|chat|page|link|id|handle|username|number|no\\.?))?";
// `whatsapp://` and `whatsapp:send?` are links, not labels.
const behind = "(?:\\s*:(?!//|\\w+\\?)\\s*|\\s+[-–—]\\s+|\\s+)(?=\\S)";
const labels = channelTypes.map(
  (type) => [type, new RegExp(`^(?:${rulesOf(type).words})${more}${behind}`, "iu")] as const,
);

const blank = /[\s\p{Cf}\ufe0f]/u;
const blanksBefore = /^[\s\p{Cf}\ufe0f]+/u;
const pairs = /^(?:<(.*)>|\((.*)\)|\[(.*)\]|"(.*)"|'(.*)'|`(.*)`|\*(.*)\*|“(.*)”|‘(.*)’|«(.*)»)$/su;
/** Symbols set apart by a space; without one they may belong to a host. */
const signs = /^[\p{Extended_Pictographic}\ufe0f•▪►➤→]+\s+|\s[\p{Extended_Pictographic}\ufe0f←]+$/gu;

/**
 * Strips blanks, direction marks, quotes and brackets around the text, and a label before it, in any order. Keeps the
 * end of a sentence: see `withoutSentence`.
 */
export function copiedText(typed: string): CopiedText {
  let [text, label]: [string, CopiedText["label"]] = [typed, undefined];
  for (let before; before !== text;) {
    before = text;
    text = trimmedEnd(text, blank)
      .replace(blanksBefore, "")
      .replace(signs, "")
      .replace(pairs, (_all, ...inside: Array<string | undefined>) => inside.find((one) => one !== undefined) ?? "");
    const [type, start] = labels.find(([, known]) => known.test(text)) ?? [];
    if (label === undefined && start !== undefined) [text, label] = [text.replace(start, ""), type];
  }
  return { text, label };
}

const openings: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
  [">", "<"],
]);
const closings: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

/**
 * Strips the full stop, comma, quote or unpaired bracket of the surrounding sentence, which may also be the end of a
 * path.
 */
export function withoutSentence({ text, label }: CopiedText): CopiedText {
  let left = text;
  for (let before; before !== left;) {
    before = left;
    left = trimmedEnd(left, /[\s\p{Cf}.,;:!?।॥"'”’»*`]/u).replace(/^[\s\p{Cf}"'“‘«*`]+/u, "");
    const [first = "", last = ""] = [left[0], left.at(-1)];
    if (openings.has(last) && !left.includes(openings.get(last) ?? "")) left = left.slice(0, -1);
    if (closings.has(first) && !left.includes(closings.get(first) ?? "")) left = left.slice(1);
  }
  if (left === text) return { text, label };
  const inner = copiedText(left);
  return { text: inner.text, label: label ?? inner.label };
}

/** Returns whether the end is truncated, such as a link shown as `t.me/name...`: its start may match anybody's. */
export function isCutOff(text: string): boolean {
  const end = text.slice(trimmedEnd(text, /[\s\p{Cf}\p{P}\p{S}]/u).length);
  return end.includes("…") || end.includes("..");
}

const lettersAndSigns = /^[\p{L}\p{M}.,:;!?()"'“”‘’*।॥\u2010-\u2015\p{Extended_Pictographic}\ufe0f-]*$/u;
/** No dot or colon before letters, as in `example.com`. */
const isPlainWord = (word: string) => lettersAndSigns.test(word) && !/[.:]+[\p{L}\p{M}]|\.\./u.test(word);
/** Right-to-left letters reorder the text around them on the screen. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const brandWords = channelTypes
  .filter((type) => rulesOf(type).site !== undefined)
  .map((type) => [type, new RegExp(`(?<![\\p{L}\\p{M}])(?:${rulesOf(type).words})(?![\\p{L}\\p{M}])`, "iu")] as const);

/**
 * The part of a sentence, such as `Call us on +91 ...`, from its first to its last word that is not plain. The label is
 * the only brand named in the sentence. Undefined if no word or every word is plain; a bare name needs its brand.
 */
export function withinSentence(text: string): CopiedText | undefined {
  const things = [...text.matchAll(/\S+/gu)].filter(([word]) => !isPlainWord(word.replace(/\p{Cf}/gu, "")));
  const [first, last] = [things[0], things.at(-1)];
  if (first === undefined || last === undefined || rightToLeft.test(text) || reordering.test(text)) return undefined;
  const within = text.slice(first.index, last.index + last[0].length);
  const brands = brandWords.filter(([, word]) => word.test(text)).map(([type]) => type);
  const isName = /^[^.@/:]*$|^@/u.test(within) && !/^[+＋(]*\p{Nd}/u.test(within);
  if (within === text.trim() || (isName && brands.length !== 1)) return undefined;
  // A name with a dot counts as a website here, though Instagram allows dots too.
  return { text: within, label: isName ? brands[0] : "website" };
}
