import { foldSound, hasConsonant, soundWritings, vowelSigns } from "./fold.ts";

/** A typo is forgiven in words of this many letters and more. */
const lettersForTypo = 5;
/** A word of this many letters can also be the beginning of a longer word, with a typo. */
const lettersForPart = 6;
/** Words of this many letters are compared by their sound. */
const lettersForSound = 4;

const onlyLetters = /^[\p{L}\p{M}]+$/u;
const onlyLatin = /^[a-z]+$/;
const vowelSign = new RegExp(`[${vowelSigns}]`, "g");

/** Returns whether a typo in this word is forgiven: never in numbers, references and addresses with digits. */
export const mayHaveTypo = (word: string): boolean => word.length >= lettersForTypo && onlyLetters.test(word);

/** Returns whether this word is also compared by its sound. */
export const hasSound = (word: string): boolean =>
  word.length >= lettersForSound && onlyLatin.test(word) && foldSound(word).length > 1;

/** Returns whether a vowel sign may be left out of this word, or be too many, although it is short. */
export const mayLackVowel = (word: string): boolean => word.length >= 3 && hasConsonant(word) && onlyLetters.test(word);

/**
 * Returns a function that tells whether a word of a text is another spelling of a searched one. Both have a folded
 * spelling.
 */
export function similarTo(word: string): (other: string) => boolean {
  const [hasTypo, isPart, lacksVowel] = [mayHaveTypo(word), word.length >= lettersForPart, mayLackVowel(word)];
  const sound = hasSound(word) ? foldSound(word) : "";
  // Most words begin with another letter.
  const { starts } = soundWritings(sound.charAt(0));
  const sounds = (other: string) =>
    starts.includes(other.charAt(0)) && other.length >= 3 && onlyLatin.test(other) && foldSound(other) === sound;
  return (other) =>
    (hasTypo && isOneTypo(word, other, isPart)) ||
    (sound !== "" && sounds(other)) ||
    (lacksVowel && isVowelMissing(word, other));
}

/**
 * Returns whether one edit makes `word` of `other`: a letter put in, left out or replaced, or two letters swapped. With
 * `isPart`, `other` may go on after that.
 */
export function isOneTypo(word: string, other: string, isPart = false): boolean {
  if (other.length < word.length - 1 || (!isPart && other.length > word.length + 1)) return false;
  let same = 0;
  while (same < word.length && word[same] === other[same]) same += 1;
  const goesOn = (rest: string, from: number) =>
    other.startsWith(rest, from) && (isPart || other.length === from + rest.length);
  return (
    goesOn(word.slice(same + 1), same + 1) ||
    goesOn(word.slice(same + 1), same) ||
    goesOn(word.slice(same), same + 1) ||
    (same + 1 < word.length &&
      word[same] === other[same + 1] &&
      word[same + 1] === other[same] &&
      goesOn(word.slice(same + 2), same + 2))
  );
}

function isVowelMissing(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) !== 1 || !isOneTypo(word, other)) return false;
  const [bare, otherBare] = [word.replaceAll(vowelSign, ""), other.replaceAll(vowelSign, "")];
  return bare.length >= 2 && bare === otherBare;
}
