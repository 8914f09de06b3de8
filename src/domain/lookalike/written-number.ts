/** Shorter numbers cannot be distinguished from the other numbers in a text. */
const leastDigits = 7;
/** E.164 allows 15; `00` may precede. */
const maxDigits = 17;

/** What may separate the digits of one number: anything but letters, and spoken separators. */
const between = String.raw`(?:[^\p{L}\p{N}\0]|[x×](?=\d)|(?<![\p{L}\p{N}])(?:then|dash|hyphen|space|point|plus)(?![\p{L}\p{N}]))*`;
const run = new RegExp(String.raw`\+?\d(?:${between}\d)*`, "giu");

const money = /(?:[\p{Sc}]|(?<!\p{L})(?:Rs\.?|INR|USDT?|BDT|NPR|AED|PKR|LKR))\s?$/iu;
const hour = String.raw`(?:[01]?\d|2[0-4])`;

/** Ordinary numbers; each begins at a digit and is not followed by one. */
const ordinary = {
  date: /(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\2(?:(?:19|20)?\d\d))(?!\d)/y,
  time: new RegExp(
    String.raw`(?:${hour}:[0-5]\d(?::[0-5]\d)?|${hour}\.(?:00|15|30|45)|(?:[01]\d|2[0-4])(?:00|15|30|45)(?=\s?[-–]\s?\d{4}(?!\d)|(?<=\d{4}\s?[-–]\s?\d{4})(?!\d)))(?!\d)`,
    "y",
  ),
  always: /(?:24\s?[/x×*]\s?7(?:\s?[/x×*]\s?36[56])?|\d\/7)(?!\d)/iy,
  rating: /\d(?:\.\d)?\s?\/\s?(?:5|10)(?!\d)/y,
  year: /(?:19|20)\d\d(?!\d)/y,
  // `5,000`, `5,00,000`; a round number as `2000000`.
  count: /(?:[1-9]\d?(?:,\d{2})*,\d{3}|[1-9]\d{2},\d{3}(?:,\d{3})*|[1-9]\d{0,2}0{5})(?!\d)/y,
  bare: /\d+(?:\.\d+)?/y,
} as const;

interface Found {
  kind: keyof typeof ordinary | "money";
  text: string;
}

const digitsIn = (text: string) => text.replace(/\D/g, "");

/**
 * The numbers in a text (see `deobfuscate`) that can be dialled and are not ours, as written. Times, dates, years,
 * amounts, one count and ratings are ordinary, unless they could be joined to a number to dial.
 */
export function foreignNumbers(text: string, isOurs: (written: string) => boolean): string[] {
  const found = [...text.matchAll(run)].flatMap(({ 0: written, index }) => {
    const isShort = digitsIn(written).length < leastDigits;
    return isShort || isOrdinary(withoutOurs(text, { written, index }, isOurs)) ? [] : [written];
  });
  return [...found, ...dialledServices(text).filter((number) => !isOurs(number))];
}

/** `call 1930`: short, but meant to be dialled. */
function dialledServices(text: string): string[] {
  const said =
    /(?<!\p{L})(?:call|dial|phone|ring|tel|sms|कॉल)(?!\p{L})[^\p{L}\p{N}\0]{0,3}(?:(?:us|on|at|to|now)\s+)*\*?(\d{3,6})(?![^\p{L}\0]*\d|[:/.,%]\d|\s?[\p{L}-])/giu;
  return [...text.matchAll(said)].flatMap(([, number]) => number ?? []);
}

/** All numbers of a run except ours. */
function withoutOurs(
  text: string,
  { written, index }: { written: string; index: number },
  isOurs: (written: string) => boolean,
): Found[] {
  const found: Found[] = [];
  const end = index + written.length;
  let at = index;
  // A run that is not ordinary stays so, and searching for ours is slow.
  while (at < end && isOrdinary(found)) {
    if (!/[\d+]/.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const ours = oursAt(text, at, end, isOurs);
    if (ours > at) {
      at = ours;
      continue;
    }
    if (text[at] === "+") {
      at += 1;
      continue;
    }
    const next = ordinaryAt(text, at);
    found.push(next);
    at += next.text.length;
  }
  return found;
}

/** The end of our longest number that begins here; `at` if none does. */
function oursAt(text: string, at: number, end: number, isOurs: (written: string) => boolean): number {
  const groups = [...text.slice(at, end).matchAll(/\d+/g)].map(({ 0: group, index }) => at + index + group.length);
  for (const to of groups.slice(0, maxDigits).toReversed()) {
    const written = text.slice(at, to);
    const digits = digitsIn(written);
    if (digits.length < leastDigits || digits.length > maxDigits) continue;
    if (isOurs((written.startsWith("+") ? "+" : "") + digits)) return to;
  }
  return at;
}

function ordinaryAt(text: string, at: number): Found {
  const isMoney = money.test(text.slice(Math.max(0, at - 6), at));
  for (const [kind, shape] of Object.entries(ordinary)) {
    shape.lastIndex = at;
    const matched = shape.exec(text)?.[0];
    if (matched === undefined) continue;
    // The keys are those of `ordinary`.
    if (!isMoney) return { kind: kind as Found["kind"], text: matched };
    if (kind === "count" || kind === "year" || kind === "bare") return { kind: "money", text: matched };
  }
  throw new Error("a digit begins a number");
}

function isOrdinary(found: readonly Found[]): boolean {
  const of = (...kinds: Array<Found["kind"]>) =>
    found.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
  const counts = of("bare", "count");
  const amounts = of("money");
  const times = of("time").map((time) => time.replace(/\D/g, "").padStart(4, "0"));
  return (
    counts.length <= 1 &&
    counts.every(
      (count) => digitsIn(count).length < (/^\d+(?:\.\d+)?$/.test(count) && !/0{5}$/.test(count) ? leastDigits : 9),
    ) &&
    amounts.every((amount) => digitsIn(amount).length < 9 && !amount.startsWith("0")) &&
    (amounts.length <= 2 || amounts.every((amount) => amount.endsWith("0"))) &&
    (times.length <= 2 || times.every((time, place) => place === 0 || (times[place - 1] ?? "") < time)) &&
    of("date").length <= 2 &&
    of("year").length <= 3 &&
    of("rating").length <= 1 &&
    of("always").length <= 1
  );
}
