import { sound } from "#languages/compiled/facts/sound.ts";

/** Normalizes text for comparison: NFKC and lower case. Removes nothing. The search index is made of this. */
export function foldText(text: string): string {
  return text.toWellFormed().normalize("NFKC").toLowerCase();
}

/** The blocks of Indian scripts, which all have the same letter at the same place. */
const blocks = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00];
/** Tamil and Malayalam write a nasal as a letter of its own, never as a dot. */
const dotted = blocks.filter((block) => block !== 0xb80 && block !== 0xd00);
const at = (places: readonly number[], scripts = blocks) =>
  scripts.flatMap((block) => places.map((place) => String.fromCharCode(block + place))).join("");
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

const placesOfStops = range(0x15, 0x2e).filter((place) => ![0x19, 0x1e, 0x23, 0x28, 0x29, 0x2e].includes(place));
const placesOfNasals = [0x19, 0x1e, 0x23, 0x28, 0x2e];
/** The sign that joins two consonants. */
const viramaPlace = 0x4d;

/** Signs that people leave out or exchange: candrabindu, anusvara, visarga; nukta; marks that only change the look. */
const nasalSigns = at([0x01, 0x02, 0x03]);
export const nuktas = at([0x3c]);
const joiners = "\u200c\u200d";
const nasals = at(placesOfNasals, dotted);
export const viramas = at([viramaPlace]);
export const consonants = at(range(0x15, 0x39));
export const vowelSigns = at(range(0x3e, 0x4c));

/** Vowels that people exchange, by place: long and short, open and closed; first the one that stands for all. */
const vowelGroups = [
  [0x07, 0x08],
  [0x09, 0x0a],
  [0x0f, 0x0d, 0x0e, 0x10],
  [0x13, 0x11, 0x12, 0x14],
  [0x3f, 0x40],
  [0x41, 0x42],
  [0x47, 0x45, 0x46, 0x48],
  [0x4b, 0x49, 0x4a, 0x4c],
];
const vowelOf = new Map(
  blocks.flatMap((block) =>
    vowelGroups.flatMap((group) =>
      group.map((place) => [String.fromCharCode(block + place), String.fromCharCode(block + (group[0] ?? 0))] as const),
    ),
  ),
);
const exchanged = new RegExp(`[${[...vowelOf.keys()].join("")}]`, "g");
const leftOut = new RegExp(`[${nasalSigns}${nuktas}${joiners}]`, "g");
const joinedNasal = `[${nasals}][${viramas}](?=[${at(placesOfStops, dotted)}])`;
const nasalBeforeStop = new RegExp(joinedNasal, "g");
/** `गये` is also written `गए`, and `गयी` `गई`. */
const glide = new RegExp(`[${at([0x2f])}]([${at([0x3f, 0x47])}])`, "g");
const independent = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0x38);
/** A letter with its marks, and a nasal with the letter that it is joined to: each is folded on its own. */
export const cluster = new RegExp(`(?:${joinedNasal})?\\P{M}\\p{M}*|\\p{M}+`, "gsu");

const isIndic = /[\u0900-\u0d7f]/;
const isConsonant = new RegExp(`[${consonants}]`);
/** Returns whether a text has a consonant of an Indian script. */
export const hasConsonant = (text: string): boolean => isConsonant.test(text);

/** All vowel signs that `sign` stands for in a folded spelling. */
export function vowelsLike(sign: string): string[] {
  return [...vowelOf].flatMap(([vowel, first]) => (first === sign ? [vowel] : []));
}

/**
 * The spelling of a folded text without what writers of Indian scripts leave out or exchange: nukta, anusvara and
 * candrabindu (also for a nasal before its stop), long and short vowels. A text in other scripts stays as it is.
 */
export function foldSpelling(folded: string): string {
  if (!isIndic.test(folded)) return folded;
  return (
    folded
      // Some letters with a nukta are one character.
      .normalize("NFD")
      .replaceAll(leftOut, "")
      .normalize("NFC")
      .replaceAll(nasalBeforeStop, "")
      .replaceAll(exchanged, (vowel) => vowelOf.get(vowel) ?? vowel)
      .replaceAll(glide, (_glide, sign: string) => independent(sign))
  );
}

const sounds = Object.values(sound);
const steps = sounds.flatMap(({ same }) =>
  same.map((step) => ({
    spelled: new RegExp(Object.keys(step).join("|"), "g"),
    sounds: new Map(Object.entries(step)),
  })),
);
const silent = sounds.map((rules) => new RegExp(rules.silent));

/** The sound of a language in Latin letters without a fixed spelling: `paisa` and `pesa`, `nahin` and `nahi`. */
export function foldSound(word: string): string {
  const alike = steps.reduce(
    (folded, step) => folded.replaceAll(step.spelled, (spelling) => step.sounds.get(spelling) ?? spelling),
    word,
  );
  return silent.reduce((folded, end) => folded.replace(end, ""), alike.replaceAll(/(.)\1+/g, "$1"));
}

/** Spellings of each letter of a sound, other than doubled. */
const writtenAs = new Map<string, string[]>();
for (const [letter, spellings] of sounds.flatMap(({ written }) => Object.entries(written)))
  writtenAs.set(letter, [...(writtenAs.get(letter) ?? []), ...spellings.split("|")]);

/** The letters that a letter of a sound is written with: at its start, at its end, alone, and the first two of more. */
export function soundWritings(letter: string) {
  const writings = writtenAs.get(letter) ?? [letter];
  const doubled = writings.flatMap((one) => writings.map((other) => (one + other).slice(0, 2)));
  return {
    starts: [...new Set(writings.map((writing) => writing[0] ?? ""))],
    ends: [...new Set(writings.map((writing) => writing.at(-1) ?? ""))],
    alone: writings.filter((writing) => writing.length === 1),
    pairs: [...new Set(doubled)],
  };
}
