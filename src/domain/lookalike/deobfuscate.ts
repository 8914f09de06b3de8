/**
 * First and last code point of each run of circled and negative digits that Unicode does not fold, with the value of
 * the first.
 */
const drawnDigits: ReadonlyArray<[first: number, last: number, value: number]> = [
  [0x24f5, 0x24fd, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x1f10b, 0x1f10c, 0],
];

const digitWords = [
  "zero|शून्य",
  "one|एक",
  "two|दो",
  "three|तीन",
  "four|चार",
  "five|पांच|पाँच",
  "six|छह|छः",
  "seven|सात",
  "eight|आठ",
  "nine|नौ",
].map((words) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, "giu"));

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

function asciiDigit(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const [first, , value] = drawnDigits.find(([from, to]) => from <= code && code <= to) ?? [];
  if (first !== undefined && value !== undefined) return String(first === 0x1f10b ? 0 : code - first + value);
  if (!isDigit(code)) return letter;
  // Each script has its ten digits in a row, starting at 0.
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return String(code - zero);
}

/**
 * Normalizes a text to what a reader sees: digits in ASCII (also spelled-out ones), no invisible characters, no
 * decorative marks over letters, and `[at]`, `(dot)` and similar as the signs they mean.
 */
export function deobfuscate(text: string): string {
  const seen = text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/gu, "")
    .replace(/(?<=[\x20-\x7e\p{N}])\p{M}+/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/[^\x20-\x7e\p{L}]/gu, asciiDigit)
    .replaceAll("。", ".");
  const signs = seen
    .replace(/\s*[[({<]\s*at\s*[\])}>]\s*/giu, "@")
    .replace(/\s*[[({<]\s*(?:dot|\.)\s*[\])}>]\s*/giu, ".")
    .replace(/(?<=[\p{L}\p{N}])\s+dot\s+(?=[\p{L}\p{N}])/giu, ".")
    // A dot or comma in a link that was split by spaces.
    .replace(/(?<=[\p{L}\p{N}])\s+\.\s*(?=\p{L}{2})/gu, ".")
    .replace(/(?<=[\p{L}\p{N}])\.\s+(?=(?:com|net|org|info|biz|xyz)(?![\p{L}\p{N}]))/gu, ".")
    .replace(/(?<![\p{L}\p{N}])(t|wa|telegram)\s*[\s,.]\s*me\s*[/\\]\s*/giu, "$1.me/")
    .replace(/@\s+(?=[a-z][\w.]*[_\d])/giu, "@");
  return digitWords
    .reduce((left, words, digit) => left.replace(words, String(digit)), signs)
    .replace(/(?<![\p{L}\p{N}])double[\s-]+(\d)(?!\d)/giu, "$1$1")
    .replace(/(?<![\p{L}\p{N}])triple[\s-]+(\d)(?!\d)/giu, "$1$1$1")
    .replace(/(?<=\d[\s.-]?)o(?=[\s.-]?\d)/giu, "0")
    .replace(/(?<=\d[\s.-]?)[lI](?=[\s.-]?\d)/gu, "1");
}
