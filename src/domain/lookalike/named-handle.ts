import { behindName, folded, networks, notNames, numberWord, onWords } from "./vocabulary.ts";

/** Verbs of things that people do with somebody whom they name by a handle. */
const verbs = new Set(
  "message msg dm text write to contact ping add follow find search for join ask chat with reach talk speak pay connect use username handle id named".split(
    " ",
  ),
);
const labels = new Set("id handle username user".split(" "));
/** "do" after such a word: `message karo`. */
const lightVerbs = new Set("karo kare karein karen kariye kijiye kijiyega kar karna krna krdo kardo".split(" "));
/** "is" of `Telegram id is somename`. */
const isWords = new Set(["is", "hai", "he"]);
/** Words after "with somename": `somename se baat karo`. */
const talk = new Set("baat baatein baatcheet chat contact connect sampark".split(" "));
/** "name" behind one: `somename naam se search karo`. */
const nameWords = new Set(["naam", "nam", "name"]);
/** "of" in `somename naam ka Telegram channel`. */
const ofWords = new Set(["ka", "ki", "ke"]);

interface Word {
  text: string;
  /** The word in the form that `folded` makes. */
  lower: string;
  isLatin: boolean;
  /** Whether only a space is between it and the word before. */
  isNext: boolean;
}

function wordsOf(text: string): Word[] {
  let end = -1;
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_']*(?:\.[\p{L}\p{M}\p{N}_']+)*/gu)].map(
    ({ 0: word, index }) => {
      const between = text.slice(Math.max(end, 0), index);
      end = index + word.length;
      return {
        text: word,
        lower: folded(word),
        isLatin: /^[a-z\d_.']+$/i.test(word),
        isNext: /^[ "“”‘’'«»*]*$/.test(between),
      };
    },
  );
}

/**
 * Returns whether a word can be a name on a network: no word of a language that stands there, no abbreviation, no
 * number.
 */
function isHandle({ text, lower, isLatin }: Word): boolean {
  return (
    isLatin &&
    /^(?=.*[a-z])[a-z][\w.]{3,31}$/.test(lower) &&
    !/^[A-Z]{2,5}s?$/.test(text) &&
    !notNames.has(lower) &&
    !networks.has(lower) &&
    !verbs.has(lower) &&
    numberWord(lower) === undefined
  );
}

/** Names beside that of a messenger: `message somename on Telegram`, `टेलीग्राम पर somename को लिखें`. */
export function namedHandles(text: string): string[] {
  const words = wordsOf(text);
  const found: string[] = [];
  words.forEach((word, at) => {
    if (!networks.has(word.lower)) return;
    const near = (step: number): Word | undefined => words[at + step];
    const isIndic = [-2, -1, 0, 1, 2].some((step) => near(step)?.isLatin === false);
    const take = (candidate: Word | undefined) => {
      if (candidate !== undefined && isHandle(candidate)) found.push(candidate.text);
    };
    // `message somename on Telegram`, `somename ko Telegram par`.
    const isAfterOn = word.isNext && onWords.has(near(-1)?.lower ?? "");
    if (isAfterOn && near(-1)?.isNext === true && verbs.has(near(-3)?.lower ?? "")) take(near(-2));
    if (isAfterOn && near(-1)?.isNext === true && verbs.has(near(-4)?.lower ?? "") && near(-3)?.lower === "the")
      take(near(-2));
    if (behindName.has(near(-1)?.lower ?? "")) take(near(-2));
    if (ofWords.has(near(-1)?.lower ?? "") && nameWords.has(near(-2)?.lower ?? "")) take(near(-3));
    // `Telegram par somename ko`, `Telegram id somename`, `on Telegram, message somename`.
    for (let step = 1; step <= 5; step += 1) {
      const [before, candidate, after] = [near(step - 1), near(step), near(step + 1)];
      if (candidate === undefined) break;
      const isLabelled =
        labels.has(before?.lower ?? "") ||
        (labels.has(near(step - 2)?.lower ?? "") && isWords.has(before?.lower ?? ""));
      const asked = lightVerbs.has(before?.lower ?? "") ? near(step - 2) : before;
      const isAsked = step > 1 && verbs.has(asked?.lower ?? "");
      const isTalkedTo = after?.lower === "se" && talk.has(near(step + 2)?.lower ?? "");
      const isCalled = nameWords.has(after?.lower ?? "") && onWords.has(near(1)?.lower ?? "");
      if (candidate.isNext && step > 1 && (isTalkedTo || isCalled)) take(candidate);
      else if (candidate.isNext && step > 1 && behindName.has(after?.lower ?? "")) take(candidate);
      else if (candidate.isNext && isLabelled && step <= 3) take(candidate);
      else if (candidate.isNext && isAsked) take(candidate);
    }
    if (isIndic) for (const step of [-3, -2, -1, 1, 2, 3]) take(near(step));
  });
  return found;
}
