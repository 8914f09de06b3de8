import { notNames, patterns } from "./vocabulary.ts";

/** The ends of UPI ids that are no other words. */
const bankHandles =
  "okaxis|oksbi|okicici|okhdfcbank|ybl|ibl|axl|ptsbi|ptyes|ptaxis|pthdfc|apl|yapl|rapl|axisb|kmbl|barodampay|barodapay|cnrb|jupiteraxis|sliceaxis|naviaxis|tapicici|timecosmos|superyes|wahdfcbank|waicici|waaxis|wasbi|goaxb|ikwik|idfcfirst|abfspay|yescred|yespop|fbl|hdfcbankjd|pz|yesg|freoicici|shriramhdfcbank";
/** Banks and apps that texts also name without an id. */
const bankNames =
  "paytm|upi|sbi|icici|hdfcbank|kotak|federal|jio|airtel|fam|fampay|slice|pnb|boi|uco|indus|freecharge|mobikwik|pockets|amazonpay|axisbank|yesbank|yespay|idfcbank|aubank|unionbank";

const name = String.raw`[a-z\d][a-z\d._-]{1,60}`;
const end = String.raw`(?![a-z\d])`;
const about = new RegExp(
  String.raw`(?<!\p{L})(?:upi|vpa|bhim|gpay|phonepe|pay|paise|paisa|paytm kar(?:o|e|ein|en)|${patterns.upi})(?!\p{L})`,
  "iu",
);

const spoken = new RegExp(
  String.raw`(?<![a-z\d._-])(${name}) ?(?:@|(?<= )(?:${patterns.at}) |[^\p{L}\p{N}\s\0]+) ?(?:${bankHandles}|(${bankNames}))${end}`,
  "giu",
);
const transcribed = new RegExp(
  String.raw`(?<![a-z\d._-])(${name}) ?(?:@|(?:${patterns.at})) ?(?:${patterns.banks})`,
  "giu",
);
const atWord = new RegExp(`^(?:${patterns.at})$`, "iu");
const bare = new RegExp(String.raw`(?<![a-z\d._-])(${name})[ -]{1,3}(?:${bankHandles})${end}`, "giu");
/** Matches names such as `name99 at`, which need no word for payments beside them. */
const saidName = new RegExp(String.raw`^[a-z._-]{3,}\d[a-z\d._-]* (?:${patterns.at}) `, "iu");
/** Max characters before an id in which the word for it is looked for. */
const nearby = 40;

/** UPI ids in a text, also spoken: `name at okaxis`, `UPI id name ybl`; each with where it stands. */
export function paymentIds(text: string): Array<{ written: string; start: number }> {
  const isNamed = (start: number) => about.test(text.slice(Math.max(0, start - nearby), start));
  const isWord = (word: string | undefined) => notNames.has((word ?? "").toLowerCase()) || atWord.test(word ?? "");
  const withSign = [...text.matchAll(spoken)].filter(
    ({ 0: all, 1: first, 2: bankName, index }) =>
      (/[@]/.test(all) || !isWord(first)) &&
      (bankName === undefined || /@/.test(all) || saidName.test(all) || isNamed(index)),
  );
  const without = [...text.matchAll(bare)].filter(({ 1: first, index }) => !isWord(first) && isNamed(index));
  const inOtherLetters = [...text.matchAll(transcribed)].filter(({ 1: first }) => !isWord(first));
  return [...withSign, ...without, ...inOtherLetters].map(({ 0: written, index }) => ({ written, start: index }));
}
