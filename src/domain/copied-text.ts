import type { ChannelType } from "./channel.ts";
import { trimmedEnd } from "./trimmed.ts";

/** A number, name, link or address as somebody has copied it, freed of what stood around it. */
export interface CopiedText {
  text: string;
  /** The kind of channel that it was labelled as, such as `Telegram: @name`. */
  label: ChannelType | undefined;
}

/** How people write in front of a value what it is. */
const words: Record<ChannelType, string> = {
  whatsapp: "whats ?app|wa",
  telegram: "telegram|tg",
  instagram: "instagram|insta|ig",
  facebook: "facebook|fb|messenger",
  youtube: "youtube|yt",
  // One letter may be a part of the value.
  twitter: "twitter|x(?=\\s*:|\\s+@)",
  linkedin: "linkedin",
  phone: "phone|mobile|call|tel",
  email: "e-?mail|mail",
  website: "website",
  withdrawal_proof: "withdrawal proofs?",
};

const more = "(?:\\s+(?:channel|group|chat|page|link|id|handle|username|number|no\\.?))?";
// `whatsapp://` and `whatsapp:send?` open the app: they are links.
const behind = "(?:\\s*:(?!//|\\w+\\?)\\s*|\\s+[-–—]\\s+|\\s+)(?=\\S)";
const labels = Object.entries(words).map(
  ([type, word]) =>
    // The keys are those of `words`.
    [type as ChannelType, new RegExp(`^(?:${word})${more}${behind}`, "iu")] as const,
);

const blank = /[\s\p{Cf}\ufe0f]/u;
const blanksBefore = /^[\s\p{Cf}\ufe0f]+/u;
const pairs = /^(?:<(.*)>|\((.*)\)|\[(.*)\]|"(.*)"|'(.*)'|`(.*)`|\*(.*)\*|“(.*)”|‘(.*)’|«(.*)»)$/su;
/** Signs apart from the text; next to it they may be a part of a host. */
const signs = /^[\p{Extended_Pictographic}\ufe0f•▪►➤→]+\s+|\s[\p{Extended_Pictographic}\ufe0f←]+$/gu;

/**
 * What was copied: blanks, marks of direction, quotes and brackets around all of it, and a label before it, are no part of it, in any order.
 * What ends like a sentence stays: see `withoutSentence`.
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

const openings: Record<string, string> = { ")": "(", "]": "[", "}": "{", ">": "<" };
const closings: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The same without the full stop, comma, quote or lone bracket of the sentence that it stood in; those may be the end of a path, too. */
export function withoutSentence({ text, label }: CopiedText): CopiedText {
  let left = text;
  for (let before; before !== left;) {
    before = left;
    left = trimmedEnd(left, /[\s\p{Cf}.,;:!?।॥"'”’»*`]/u).replace(/^[\s\p{Cf}"'“‘«*`]+/u, "");
    const [first = "", last = ""] = [left[0], left.at(-1)];
    if (openings[last] !== undefined && !left.includes(openings[last])) left = left.slice(0, -1);
    if (closings[first] !== undefined && !left.includes(closings[first])) left = left.slice(1);
  }
  if (left === text) return { text, label };
  const inner = copiedText(left);
  return { text: inner.text, label: label ?? inner.label };
}

/** Whether the end is missing, as of a link that an app shows as `t.me/name...`: what it begins with may be anybody's. */
export function isCutOff(text: string): boolean {
  const end = text.slice(trimmedEnd(text, /[\s\p{Cf}\p{P}\p{S}]/u).length);
  return end.includes("…") || end.includes("..");
}
