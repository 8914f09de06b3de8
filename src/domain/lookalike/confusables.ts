/**
 * Letters of other scripts and the Latin ones that they resemble, after Unicode Technical Standard 39; input is in
 * lower case.
 */
const alphabets: ReadonlyArray<[letters: string, latin: string]> = [
  // Cyrillic
  ["аьсԁеһіјкӏморԛѕтѵԝхуүгпвн", "abcdehijklmopqstvwxyyrnbh"],
  // Greek
  ["αβϲεηικνορτυχγ", "abcenikvoptuxy"],
  // Digits of India's scripts, and the danda, which ends a sentence
  ["०০੦૦୦௦౦೦൦।", "oooooooool"],
  // Latin letters of another shape, and signs
  ["ıɑɡłøđħŧʏꓲ|", "iaglodhtyll"],
  // Full stops, hyphens, slashes
  ["․。·‐‑‒–—−⁄∕", "...------//"],
];
const alike = new Map(
  alphabets.flatMap(([letters, latin]) => Array.from(letters, (letter, at) => [letter, latin[at] ?? letter] as const)),
);

/** Replaces lookalikes of ASCII letters and signs; drops marks over letters and invisible characters. */
export function inLatin(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/(?<=\p{Script=Latin})\p{Mn}+/gu, "")
    .normalize("NFKC");
  return plain.replace(/[^\x20-\x7e]|\|/gu, (letter) => alike.get(letter) ?? alike.get(letter.toLowerCase()) ?? letter);
}

/** The digits that these letters resemble. */
const digitOf = new Map([
  ["o", "0"],
  ["O", "0"],
  ["I", "1"],
  ["l", "1"],
]);

/**
 * A number in which letters stand for digits, such as `9OOOO 0OOO1`, in digits; of the same length. Undefined for any
 * other text, also where a few letters stand alone: a bullet before our number, say, makes it no impostor's.
 */
export function inDigits(text: string): string | undefined {
  const digits = text.replaceAll(/\p{L}/gu, (sign) => (sign.length === 1 && digitOf.get(inLatin(sign))) || sign);
  if (digits === text || !/^[\s\p{Nd}+().-]+$/u.test(digits)) return undefined;
  const parts = text.split(/[\s+().-]+/).filter((part) => part !== "");
  return parts.every((part) => part.length > 3 || /\p{Nd}/u.test(part)) ? digits : undefined;
}

/** Visual form of a name: two texts with the same skeleton look alike. Ignores `.`, `-` and `_`. */
function skeleton(text: string): string {
  return inLatin(text)
    .toLowerCase()
    .replaceAll(/[._-]/g, "")
    .replaceAll("0", "o")
    .replaceAll(/[1i]/g, "l")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/**
 * Returns whether one edit turns one text into the other: insert, delete or change a letter, or swap two neighbours.
 */
export function isOneEdit(one: string, other: string): boolean {
  if (one === other) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(at + from);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  if (rest(short, 1) === rest(long, 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, 2) === rest(long, 2);
}

/** Shorter names are one letter apart by chance. */
const longEnough = 5;

/** A text with its visual form. */
export interface Seen {
  text: string;
  skeleton: string;
}

export function seen(text: string): Seen {
  return { text, skeleton: skeleton(text) };
}

/** Returns whether a text is one edit away from ours, or looks the same. */
export function isNearText(asked: Seen, ours: Seen): boolean {
  return ours.text.length >= longEnough && (isOneEdit(asked.text, ours.text) || asked.skeleton === ours.skeleton);
}

/** Zero of the decimal digits of ASCII, India's scripts, Arabic and full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** The zero of a digit's script; undefined if it is not a supported digit. */
export function zeroOf(digit: string): number | undefined {
  const code = digit.codePointAt(0) ?? 0;
  return zeros.find((zero) => code >= zero && code < zero + 10);
}

/** Converts the digits of other scripts to ASCII. */
export function withAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const zero = zeroOf(digit);
    return zero === undefined ? digit : String((digit.codePointAt(0) ?? 0) - zero);
  });
}
