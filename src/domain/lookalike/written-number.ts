import { type Gap, type Numeral, numeralsOf } from "./numerals.ts";
import { patterns } from "./vocabulary.ts";

/** Shorter numbers cannot be distinguished from the other numbers in a text. */
const leastDigits = 7;
/** E.164 allows 15; `00` may precede. */
const maxDigits = 17;
/** A message names fewer. */
const maxFound = 10;

type Joined = Numeral & { gap: Gap };

/**
 * The numbers in a text (see `normalText`) that can be dialled and are not ours, with their words in digits. Times,
 * dates, years, amounts, one count and ratings are ordinary, unless they could be joined to a number to dial.
 */
export function foreignNumbers(text: string, isOurs: (written: string) => boolean): string[] {
  const ours = new Set<string>();
  const asked = new Set<string>();
  const all = numeralsOf(text);
  for (;;) {
    const left = withoutOurs(all, ours);
    const found = runsIn(left);
    // Checking is slow, so only numbers that are about to be reported as foreign are checked.
    const near = found.flatMap(({ from, to }) =>
      all.slice(Math.max(0, from - maxDigits), Math.min(to, from + maxDigits) + maxDigits),
    );
    const before = ours.size;
    for (const digits of windowsOf(near)) {
      if (asked.has(digits)) continue;
      asked.add(digits);
      if (isOurs(digits)) ours.add(digits);
    }
    if (ours.size === before) {
      const named = found.map(({ from, to }) => writtenAt(text, all.slice(from, to + 1)));
      return [...named, ...dialledServices(text, isOurs)];
    }
  }
}

/** Returns what may be one number: the digits of neighbouring numerals, with a plus if there is one. */
function windowsOf(numerals: readonly Joined[]): string[] {
  return numerals.flatMap(({ hasPlus }, from) => {
    const found: string[] = [];
    eachWindow(numerals, from, (digits, end) => {
      if (digits.length >= (end === from ? 3 : leastDigits)) found.push((hasPlus ? "+" : "") + digits);
      return false;
    });
    return found;
  });
}

/** Calls `take` with ever longer windows from a numeral on, until it says yes. */
function eachWindow(
  numerals: readonly Joined[],
  from: number,
  take: (digits: string, end: number, gap: Gap) => boolean,
): void {
  let digits = "";
  let widest: Gap = 0;
  for (let end = from; end < numerals.length; end += 1) {
    const numeral = numerals[end];
    if (numeral === undefined) return;
    if (end > from && numeral.gap > widest) widest = numeral.gap;
    digits += numeral.digits;
    if (widest === 3 || digits.length > maxDigits || take(digits, end, widest)) return;
  }
}

/** The numerals with those of ours blanked out, each longest first; undefined in their places. */
function withoutOurs(numerals: readonly Joined[], ours: ReadonlySet<string>): Array<Joined | undefined> {
  const left: Array<Joined | undefined> = [...numerals];
  for (let from = 0; ours.size > 0 && from < numerals.length; from += 1) {
    const plus = numerals[from]?.hasPlus === true ? "+" : "";
    let end = -1;
    eachWindow(numerals, from, (digits, last, gap) => {
      if (gap < 2 && ours.has(plus + digits)) end = last;
      return false;
    });
    if (end < 0) continue;
    left.fill(undefined, from, end + 1);
    from = end;
  }
  return left;
}

interface Run {
  from: number;
  to: number;
}

type Placed = Joined & { at: number };

/** The runs of numerals that could be dialled. */
function runsIn(numerals: ReadonlyArray<Joined | undefined>): Run[] {
  const visible = visibleIn(numerals);
  const found: Run[] = [];
  for (let from = 0; from < visible.length && found.length < maxFound; from += 1) {
    let run: Run | undefined;
    eachWindow(visible, from, (digits, lastPlace, gap) => {
      const window = visible.slice(from, lastPlace + 1);
      const [first, last] = [window[0], window.at(-1)];
      if (first === undefined || last === undefined || !isDialled(window, digits, gap)) return false;
      // The rest of the run belongs to it.
      let end = lastPlace;
      while ((visible[end + 1]?.gap ?? 3) <= Math.min(gap, 1)) end += 1;
      run = { from: first.at, to: visible[end]?.at ?? last.at };
      from = end;
      return true;
    });
    if (run !== undefined) found.push(run);
  }
  return found;
}

/** Numerals that are no time or date; too many of those are no times. */
function visibleIn(numerals: ReadonlyArray<Joined | undefined>): Placed[] {
  const visible: Placed[] = [];
  let gap: Gap = 3;
  let run: Placed[] = [];
  const close = () => {
    const plain = areOrdinary(run) ? [] : run.map((numeral) => ({ ...numeral, kind: "plain" as const }));
    const shown = plain.length > 0 ? plain : run.filter(({ kind }) => kind !== "ordinary");
    const shownAt = new Map(shown.map((numeral) => [numeral.at, numeral]));
    let widest: Gap = 0;
    for (const numeral of run) {
      if (numeral.gap > widest) widest = numeral.gap;
      const own = shownAt.get(numeral.at);
      if (own === undefined) continue;
      visible.push({ ...own, gap: widest > gap ? widest : gap });
      [widest, gap] = [0, 0];
    }
    if (widest > gap) gap = widest;
    run = [];
  };
  numerals.forEach((numeral, at) => {
    // The gap stays where ours was.
    if (numeral === undefined) return;
    if (numeral.gap > 1) close();
    run.push({ ...numeral, at });
  });
  close();
  return visible;
}

function areOrdinary(run: readonly Numeral[]): boolean {
  const named = (...shapes: Array<Numeral["shape"]>) => run.filter(({ shape }) => shapes.includes(shape));
  const times = named("time").map(({ digits }) => digits.padStart(4, "0"));
  return (
    (times.length <= 2 || times.every((time, place) => place === 0 || (times[place - 1] ?? "") < time)) &&
    named("date").length <= 2 &&
    named("clock").length <= 6 &&
    named("year").length <= 3 &&
    named("always").length <= 3
  );
}

const isRound = ({ digits }: Numeral) => /^[1-9]\d*00$/.test(digits);

/** A national mobile number of India, with or without its prefixes, or one with an international prefix. */
const isPhone = (digits: string) => /^(?:0{0,2}(?:91)?0?[6-9]\d{9}|00[1-9]\d{7,13})$/.test(digits);

/** Returns whether these numerals, read together, are a number to dial. */
function isDialled(window: readonly Numeral[], digits: string, gap: Gap): boolean {
  const [first, ...more] = window;
  if (first === undefined) return false;
  const plain = window.filter(({ kind }) => kind === "plain");
  if (more.length === 0)
    return first.kind === "measure" ? digits.length >= 9 : digits.length >= (isRoundCount(first) ? 9 : leastDigits);
  if (window.every((numeral) => isRound(numeral) || numeral.shape === "short") || isCounting(window)) return false;
  // Many counts in a row are a list of figures.
  if (plain.length === 0 && window.length > 3) return false;
  const isWhole = isPhone(digits) || (first.hasPlus && digits.length >= 8);
  if (gap === 2) {
    const isSplit =
      plain.length === window.length && window.length <= 3 && window.every(({ digits: d }) => d.length > 2);
    return isWhole || (isSplit && digits.length >= 11 && digits.length <= 13);
  }
  if (isWhole) return true;
  if (plain.length === window.length) return digits.length >= (gap === 0 ? leastDigits : 9);
  const hasAmount = window.some(({ kind, shape }) => kind === "measure" && shape === "bare");
  // A group may look like a year.
  const hasYears = window.every(({ kind, shape }) => kind === "plain" || shape === "year");
  return (
    (plain.length > 0 && hasAmount && digits.length >= 10) || (plain.length > 1 && hasYears && digits.length >= 10)
  );
}

const isRoundCount = ({ digits }: Numeral) => /0{5}$/.test(digits);

/** `1, 2, 3, 4`: a list's numbers. */
function isCounting(window: readonly Numeral[]): boolean {
  const [first, ...more] = window.map(({ digits }) => Number(digits));
  return first === 1 && more.length > 1 && more.every((value, at) => value === at + 2);
}

/** The words of a run with their numbers in digits. */
function writtenAt(text: string, numerals: readonly Numeral[]): string {
  let at = numerals[0]?.start ?? 0;
  const parts = numerals.flatMap(({ start, end, digits, shape }) => {
    const written = shape === "words" ? digits : text.slice(start, end);
    const before = text.slice(at, start);
    at = end;
    return [before, written];
  });
  return (numerals[0]?.hasPlus === true ? "+" : "") + parts.join("");
}

/** `call 1930`, `1930 पर कॉल`: short, but meant to be dialled, if it is not the end of a number of ours. */
function dialledServices(text: string, isOurs: (written: string) => boolean): string[] {
  const after = [...text.matchAll(saidAfter)].filter(
    ([, start = "", end = ""]) => start === "" || !isOurs(start + end),
  );
  const numbers = [
    ...[...text.matchAll(saidBefore)].map(([, number = ""]) => number),
    ...after.map(([, , end = ""]) => end),
  ];
  return numbers.filter((number) => !isOurs(number));
}

const saidBefore = new RegExp(
  String.raw`(?<!\p{L})(?:${patterns.call})(?!\p{L})[^\p{L}\p{N}\0]{0,3}(?:(?:us|on|at|to|now)\s+)*\*?(\d{3,6})(?![^\p{L}\0]*\d|[:/.,%]\d|\s?[\p{L}-])`,
  "giu",
);
const saidAfter = new RegExp(
  String.raw`(?<![\d.,:/-])((?:\d{2,5}[ -]){0,4})(\d{3,6})[ -]?(?:(?:${patterns.number}) )?(?:${patterns.on}|${patterns.to}) (?:${patterns.call})(?![\p{L}\p{M}])`,
  "giu",
);
