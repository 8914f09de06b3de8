import { folded, gluedDigits, joiners, type NumberWord, numberWord, patterns, timesWords } from "./vocabulary.ts";

/** A number in a text, in digits or words. */
export interface Numeral {
  digits: string;
  /**
   * `plain`: nothing says what it counts. `measure`: an amount, a count, a score. `ordinary`: a time or a date, which
   * nobody dials.
   */
  kind: "plain" | "measure" | "ordinary";
  /** Name of the shape that its digits have; `words` for a spoken number. */
  shape: keyof typeof shapes | "words";
  hasPlus: boolean;
  start: number;
  end: number;
}

/** How a numeral is joined to the one before: by signs, by joining words or letters, by two other words, or not. */
export type Gap = 0 | 1 | 2 | 3;

const hour = String.raw`(?:[01]?\d|2[0-4])`;

/** Ordinary numbers; each begins at a digit and is not followed by one. */
const shapes = {
  date: /(?<![/.-])(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\2(?:(?:19|20)?\d\d))(?!\d|[/.-]\d)/y,
  clock: new RegExp(
    String.raw`${hour}(?:[:.][0-5]\d)? ?(?:a\.m\.|p\.m\.|(?:${patterns.clock})(?![\p{L}\p{M}\p{N}]))`,
    "iuy",
  ),
  time: new RegExp(
    String.raw`(?:${hour}:[0-5]\d(?::[0-5]\d)?|${hour}\.(?:00|15|30|45)|(?:[01]\d|2[0-4])(?:00|15|30|45)(?=\s?[-–]\s?\d{4}(?!\d)|(?<=\d{4}\s?[-–]\s?\d{4})(?!\d)))(?!\d)`,
    "y",
  ),
  always: /(?<![\d/])(?:24\s?[/x×*]\s?7(?:\s?[/x×*]\s?36[56])?|\d\/7)(?![\d/])/iy,
  // `1280x720`: the size of a picture.
  size: /[1-9]\d{2,3} ?[x×] ?[1-9]\d{2,3}(?! ?[x×]?\d)/iy,
  rating: /(?<![\d/])\d(?:\.\d)?\s?\/\s?(?:5|10)(?![\d/])/y,
  // `245/6`, as in cricket.
  score: /(?<![\d/])[1-9]\d{0,2}\/(?:\d|10)(?![\d/])/y,
  // `2024-25`.
  season: /(?:19|20)\d\d[-–/]\d\d(?![\d/-])/y,
  year: /(?:19|20)\d\d(?!\d)/y,
  // `10K`, `1.3 lakh`, `90%`.
  short: new RegExp(
    String.raw`(?!0)(?:\d{1,3}(?:\.\d{1,2})? ?(?:%|percent|[kmlb]n?|cr|lakhs?|crores?|ov|overs)|\d{1,3}\.\d{1,2} ?(?:${patterns.scale}))(?![\p{L}\p{M}\p{N}])`,
    "iuy",
  ),
  // `5,000`, `5,00,000`; a round number as `2000000`.
  count: /(?:[1-9]\d?(?:,\d{2})*,\d{3}|[1-9]\d{2},\d{3}(?:,\d{3})*|[1-9]\d{0,2}0{5})(?!\d)/y,
  bare: /\d+(?:\.\d+)?/y,
} as const;

const ordinary = new Set<keyof typeof shapes>(["date", "clock", "time", "always"]);
const measures = new Set<keyof typeof shapes>(["short", "size", "score", "rating", "season", "year"]);

const money = /(?:[\p{Sc}]|(?<!\p{L})(?:Rs\.?|INR|USDT?|BDT|NPR|AED|PKR|LKR))\s?$/iu;
const moneyAfter = new RegExp(String.raw`^ ?(?:\p{Sc}|(?:Rs|INR|${patterns.rupees})(?!\p{L}))`, "iu");
const pinBefore = new RegExp(`(?<!\\p{L})(?:${patterns.pin})(?!\\p{L})[^\\d]{0,14}(?:[1-9]\\d{5}[^\\d]{1,8})?$`, "iu");

/** The bank and branch of an account: four letters, 0, and six digits here. */
const ifscBefore = /(?<!\p{L})(?:IFSC|आईएफएससी)(?!\p{L})[^\d]{0,14}(?<![A-Z])[A-Z]{4}$/u;

const digitsIn = (text: string) => text.replace(/\D/g, "");
const isRound = (digits: string) => /^[1-9]\d*00$/.test(digits);

function digitNumeral(text: string, at: number): Numeral {
  const before = text.slice(Math.max(0, at - 30), at);
  // A plus that belongs to the text before it, as in `10K+ 98…`, does not count.
  const hasPlus = /(?<![\p{L}\p{N}%])\+[ (]?$/u.test(before);
  const isMoney = money.test(before.slice(-6));
  for (const [name, shape] of Object.entries(shapes)) {
    shape.lastIndex = at;
    const matched = shape.exec(text)?.[0];
    if (matched === undefined) continue;
    // The keys are those of `shapes`.
    const found = name as keyof typeof shapes;
    if (isMoney && !["short", "count", "year", "bare"].includes(found)) continue;
    const [digits, end] = [digitsIn(matched), at + matched.length];
    const isPin = found === "bare" && /^[1-9]\d{5}$/.test(digits) && pinBefore.test(before);
    const isAmount = isMoney || moneyAfter.test(text.slice(end, end + 10));
    const hasAmountShape = found === "count" ? digits.length < 9 || isAmount : isAmount && isAmountWritten(digits);
    const isIfsc = found === "bare" && /^0\d{6}$/.test(digits) && ifscBefore.test(before);
    const isMeasure = measures.has(found) || isPin || hasAmountShape;
    const isOrdinary = ordinary.has(found);
    const kind = isOrdinary ? "ordinary" : isIfsc || (isMeasure && !digits.startsWith("0")) ? "measure" : "plain";
    return { digits, kind, shape: found, hasPlus, start: at, end };
  }
  throw new Error("a digit begins a number");
}

/** Long amounts have commas or are round; one of five digits or more that is not may be a part of a number. */
const isAmountWritten = (digits: string) => digits.length < 5 || (isRound(digits) && digits.length < 9);

interface Token {
  text: string;
  start: number;
  word: NumberWord | undefined;
}

/** Runs of letters and digits; one of both is one word if it says a number, such as `n1ne`. */
function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: run, index }): Token[] => {
    const whole = /^\d+$/.test(run) ? undefined : numberWord(run);
    if (whole !== undefined) return [{ text: run, start: index, word: whole }];
    return [...run.matchAll(/\d+|\D+/gu)].map(({ 0: part, index: at }) => ({
      text: part,
      start: index + at,
      word: /^\d/.test(part) ? undefined : numberWord(part),
    }));
  });
}

/** The numerals of a text that `normalText` has made, in order, each with how it is joined to the one before. */
export function numeralsOf(text: string): Array<Numeral & { gap: Gap }> {
  const found: Array<Numeral & { gap: Gap }> = [];
  let between: string[] = [];
  const add = (numeral: Numeral) => {
    const last = found.at(-1);
    const gap = last === undefined ? 3 : gapOf(text.slice(last.end, numeral.start), between);
    found.push({ ...numeral, gap });
    between = [];
  };
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.start < (found.at(-1)?.end ?? 0)) {
      at += 1;
      continue;
    }
    const spoken = spokenNumeral(text, tokens, at);
    if (spoken !== undefined) {
      add(spoken.numeral);
      at = spoken.next;
      continue;
    }
    if (/^\d/.test(token.text)) add(digitNumeral(text, token.start));
    else {
      // Beside a digit, letters stand for digits that they resemble.
      const alike = /^[oOlI]{1,6}$/.test(token.text) ? token.text.replace(/o/gi, "0").replace(/[lI]/g, "1") : undefined;
      const end = token.start + token.text.length;
      const isBeside =
        /\d[ .-]?$/.test(text.slice(Math.max(0, token.start - 2), token.start)) &&
        /^[ .-]?\d/.test(text.slice(end, end + 2));
      const isAmong = alike !== undefined && isBeside;
      const glued = isAmong ? alike : gluedDigits(token.text);
      if (glued === undefined) between.push(token.text);
      else add({ digits: glued, kind: "plain", shape: "words", hasPlus: false, start: token.start, end });
    }
    at += 1;
  }
  return found;
}

/** The words between that are read as a sign, or are one letter. */
const signWords = new Set(["then", "dash", "hyphen", "space", "point", "plus", "x", "×"]);

function gapOf(between: string, words: readonly string[]): Gap {
  if (between.includes("\0") || words.length > 12) return 3;
  if (words.every((word) => signWords.has(word.toLowerCase()))) return 0;
  const isGlued = /^[\p{L}\p{M}]{1,4}$/u.test(between);
  if (isGlued || words.every((word) => joiners.has(folded(word)) || /^(?:\p{L}|Rs|INR)$/iu.test(word))) return 1;
  return words.length <= 2 ? 2 : 3;
}

const digitOf = (word: NumberWord | undefined) => (word?.kind === "value" && word.value < 10 ? word.value : undefined);

/** A number in words that begins at a token: `ninety thousand`, `double seven`, `90 thousand`, `nine`. */
function spokenNumeral(
  text: string,
  tokens: readonly Token[],
  from: number,
): { numeral: Numeral; next: number } | undefined {
  const first = tokens[from];
  if (first === undefined) return undefined;
  const isTight = (at: number, allowed = /^[ ,-]*$/) => {
    const [one, other] = [tokens[at - 1], tokens[at]];
    return (
      one !== undefined && other !== undefined && allowed.test(text.slice(one.start + one.text.length, other.start))
    );
  };
  const made = (digits: string, next: number) => {
    const last = tokens[next - 1] ?? first;
    const hasPlus = /\+ ?$/.test(text.slice(Math.max(0, first.start - 2), first.start));
    const span = { start: first.start, end: last.start + last.text.length };
    return { numeral: { digits, kind: "plain", shape: "words", hasPlus, ...span } as const, next };
  };

  if (first.word?.kind === "repeat") {
    const [one, unit] = [tokens[from + 1], tokens[from + 1]?.word];
    if (one === undefined || !isTight(from + 1, /^[ -]?$/)) return undefined;
    if (/^\d$/.test(one.text)) return made(one.text.repeat(first.word.times), from + 2);
    const digit = digitOf(unit);
    return digit === undefined ? undefined : made(String(digit).repeat(first.word.times), from + 2);
  }

  const repeated = tokens[from + 2];
  const count = first.word?.kind === "value" ? first.word.value : 0;
  // `do baar nau`, `two times nine`.
  const isTimes = 2 <= count && count <= 4 && timesWords.has(folded(tokens[from + 1]?.text ?? ""));
  if (isTimes && repeated !== undefined && isTight(from + 1, /^ $/) && isTight(from + 2, /^ $/)) {
    const digit = /^\d$/.test(repeated.text) ? Number(repeated.text) : digitOf(repeated.word);
    if (digit !== undefined) return made(String(digit).repeat(count), from + 3);
  }

  const isNumber = /^\d{1,3}$/.test(first.text) && tokens[from + 1]?.word?.kind === "scale" && isTight(from + 1, /^ $/);
  if (first.word === undefined && !isNumber) return undefined;

  let total = 0;
  let part = 0;
  /** Value of the place before, to which a following unit may be added. */
  let place = Number.POSITIVE_INFINITY;
  let largest = Number.POSITIVE_INFINITY;
  /** The number up to the last scale, if another one cannot follow: "ninety thousand twelve thousand" are two. */
  let whole: { value: number; next: number } | undefined;
  let at = from;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > from && !isTight(at))) break;
    const word: NumberWord | undefined =
      at === from && isNumber ? { kind: "value", value: Number(token.text) } : token.word;
    if (word === undefined) {
      // `three hundred and forty`.
      const isAnd = place >= 100 && at > from && joiners.has(folded(token.text));
      if (isAnd && tokens[at + 1]?.word?.kind === "value" && Number.isFinite(place)) continue;
      break;
    }
    if (word.kind === "repeat") break;
    if (word.kind === "scale") {
      const isNext = word.value === 100 ? part >= 100 : word.value >= largest;
      if (isNext && whole !== undefined) return made(String(whole.value), whole.next);
      if (word.value === 100) part = Math.max(part, 1) * 100;
      else {
        total += Math.max(part, 1) * word.value;
        part = 0;
        largest = word.value;
      }
      place = word.value;
      whole = { value: total + part, next: at + 1 };
      continue;
    }
    const size = word.value >= 10 ? 100 : 10;
    if (at > from && (place < size || word.value === 0)) break;
    part += word.value;
    // "twenty five", but not "eleven five".
    place = word.value >= 20 && word.value % 10 === 0 ? 10 : 1;
  }
  if (at === from) return undefined;
  return made(String(total + part), at);
}
