import { siteOf } from "../brands/brand-hosts.ts";
import { parseAsBrowser, type Reader } from "./channel-key.ts";
import { copiedText, withoutSentence } from "./copied-text.ts";
import { inDigits, inLatin, withAsciiDigits } from "./confusables.ts";
import type { ReadKey } from "./lookalike.ts";
import { trimmedEnd } from "../text.ts";

export const differenceReasons = ["site", "alphabet", "changed", "missing", "added", "swapped", "several"] as const;

/** A part of a text, and whether it differs. */
export interface Piece {
  text: string;
  differs: boolean;
}

/**
 * Difference between a text and the official value that it resembles. Joined, the pieces of each give the full text.
 */
export interface Difference {
  /** `alphabet`: letters that look the same; `several`: more than one edit. */
  reason: (typeof differenceReasons)[number];
  asked: Piece[];
  ours: Piece[];
}

/** A character as compared, and its position in the text. */
interface Sign {
  sign: string;
  from: number;
  to: number;
}

/** Returns where `asked` differs from `value` (a channel's, with its key); null if they differ too much to show. */
export function differenceOf(asked: string, value: string, ours: ReadKey, reader: Reader): Difference | null {
  const host = ours.isNumber && !/[a-z]/i.test(asked) ? undefined : foreignHost(asked, ours, reader);
  // A name before the brand's host, such as name.t.me, is at another position than in ours.
  if (ours.hosts.some(({ text }) => host?.endsWith(`.${text}`))) return null;
  if (host !== undefined) return onAnotherSite(asked, value, host, ours);
  const foreign = ours.isNumber ? foreignDigits(asked, value) : null;
  if (foreign !== null) return foreign;
  const pairs = ours.isNumber ? numbers(asked, value) : [[name(asked), name(value)] as const];
  const compared = pairs.map(([one, other]) => ({ one, other, ...ends(one, other) }));
  const best = compared.toSorted((a, b) => a.odd - b.odd)[0];
  // If less than half is the same, there is no difference to point at.
  if (best === undefined || (best.before + best.after) * 2 < best.other.length) return null;
  const middle = (signs: Sign[]) => signs.slice(best.before, signs.length - best.after);
  return split(asked, value, middle(best.one), middle(best.other));
}

/** The host of an address that is neither ours nor the brand's. */
function foreignHost(asked: string, ours: ReadKey, { hostInUnicode }: Reader): string | undefined {
  const url = parseAsBrowser(withoutSentence(copiedText(asked)).text);
  // An email address parses as a user on a host.
  if (url === undefined || (ours.host === undefined && !ours.isNumber)) return undefined;
  const host = hostInUnicode(url.hostname.replace(/^www\./, ""));
  const known = ours.hosts.map(({ text }) => text);
  const isBrands = siteOf(url.hostname)?.hosts.some((one) => known.includes(one)) ?? false;
  return isBrands || known.includes(host) ? undefined : host;
}

function onAnotherSite(asked: string, value: string, host: string, ours: ReadKey): Difference | null {
  const at = hostIn(asked);
  const written = asked.slice(at.from, at.to);
  const twin = ours.hosts.find(({ text }) => inLatin(host).toLowerCase() === text && written.length === text.length);
  const valueAt = hostIn(value);
  const isLink = ours.hosts.some(({ text }) => value.slice(valueAt.from, valueAt.to).toLowerCase().endsWith(text));
  if (twin === undefined || !isLink || valueAt.to - valueAt.from !== written.length) {
    return { reason: "site", asked: pieces(asked, [at]), ours: pieces(value, isLink ? [valueAt] : []) };
  }
  const [one, other] = [signsIn(asked, at.from, at.to), signsIn(value, valueAt.from, valueAt.to)];
  return split(asked, value, one, other);
}

/** The range of the host in an address as written; empty if there is none. */
function hostIn(text: string): { from: number; to: number } {
  const found = /^\s*(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#\s]*@)?(?:www\.)?([^/?#:\s@]*\.[^/?#:\s@]+)/iu.exec(text);
  const length = found?.[1]?.length ?? 0;
  const end = found?.[0].length ?? 0;
  return { from: end - length, to: end };
}

/** The copied text without its surroundings, a link's parameters and its trailing slash. */
function core(text: string): { from: number; to: number } {
  const inner = withoutSentence(copiedText(text)).text;
  const from = Math.max(text.indexOf(inner), 0);
  const whole = text.slice(from, from + inner.length);
  // Some links have their name or number in a parameter.
  const kept = whole.replace(/(?:(?<!\.php|send\/?)[?#]|&).*$/s, "");
  return { from, to: from + trimmedEnd(kept, /\//).length };
}

/** The account name in a link (its last part), or a whole email address. */
function name(text: string): Sign[] {
  const { from, to } = core(text);
  const before = /^.*(?:\/@?|=@?)|^(?:mailto:|@)/s.exec(text.slice(from, to))?.[0].length ?? 0;
  return signsIn(text, from + before, to);
}

function signsIn(text: string, start: number, end: number): Sign[] {
  let from = start;
  return Array.from(text.slice(start, end), (letter) => {
    const sign = { sign: letter.toLowerCase(), from, to: from + letter.length };
    from = sign.to;
    return sign;
  });
}

/** The digits of a number by value, in any script, without leading zeros. */
function digitsIn(text: string): Sign[] {
  const { from, to } = core(text);
  const all = signsIn(inDigits(text) ?? text, from, to).flatMap((one) => {
    const sign = withAsciiDigits(one.sign);
    return /\d/.test(sign) ? [{ ...one, sign }] : [];
  });
  return all.slice(all.findIndex(({ sign }) => sign !== "0"));
}

/**
 * Returns the difference of a number that equals ours except for letters, or digits of another script, which can be
 * misread as other digits.
 */
function foreignDigits(asked: string, value: string): Difference | null {
  const [one, other] = [digitsIn(asked), digitsIn(value)];
  if (!textOf(other).endsWith(textOf(one))) return null;
  const odd = one.filter(({ sign, from, to }) => asked.slice(from, to) !== sign);
  const twins = odd.flatMap((sign) => other[other.length - one.length + one.indexOf(sign)] ?? []);
  if (odd.length === 0) return null;
  const hasLetters = odd.some(({ from, to }) => !/\p{Nd}/u.test(asked.slice(from, to)));
  const reason = !hasLetters ? "alphabet" : odd.length === 1 ? "changed" : "several";
  return { reason, asked: pieces(asked, odd), ours: pieces(value, twins) };
}

/** The digits of both without leading zeros: as written, and without a country code, which is often left out. */
function numbers(asked: string, value: string): Array<readonly [Sign[], Sign[]]> {
  const [one, other] = [digitsIn(asked), digitsIn(value)];
  const fronts = one.length === other.length ? [0] : [0, 1, 2, 3];
  const pairs = fronts.flatMap((mine) => fronts.map((ours) => [one.slice(mine), other.slice(ours)] as const));
  return pairs.filter(([mine, ours]) => textOf(mine) !== textOf(ours));
}

/** The lengths of the common prefix, then of the common suffix, and of what is between. */
function ends(one: readonly Sign[], other: readonly Sign[]) {
  const least = Math.min(one.length, other.length);
  let before = 0;
  while (before < least && one[before]?.sign === other[before]?.sign) before += 1;
  let after = 0;
  while (after < least - before && one.at(-1 - after)?.sign === other.at(-1 - after)?.sign) after += 1;
  return { before, after, odd: Math.max(one.length, other.length) - before - after };
}

/** `one` and `other` are the parts between the common prefix and suffix. */
function split(asked: string, value: string, one: Sign[], other: Sign[]): Difference | null {
  if (one.length === 0 && other.length === 0) return null;
  const isOdd = (mine: readonly Sign[], others: readonly Sign[]) =>
    mine.filter(({ sign }, at) => mine.length !== others.length || sign !== others[at]?.sign);
  const [left, right] = [isOdd(one, other), isOdd(other, one)];
  return { reason: reasonOf(left, right), asked: pieces(asked, left), ours: pieces(value, right) };
}

function reasonOf(one: readonly Sign[], other: readonly Sign[]): Difference["reason"] {
  const [mine, theirs] = [textOf(one), textOf(other)];
  if (theirs === "") return "added";
  if (mine === "") return other.length === 1 ? "missing" : "several";
  if (/[^\x20-\x7e]/.test(mine) && inLatin(mine).toLowerCase() === theirs) return "alphabet";
  if (one.length === 1 && other.length === 1) return "changed";
  const isSwapped = one.length === 2 && other.length === 2 && mine === textOf(other.toReversed());
  return isSwapped ? "swapped" : "several";
}

function textOf(signs: readonly Sign[]): string {
  return signs.map(({ sign }) => sign).join("");
}

/** Splits a text where it differs; adjacent differences are one piece. */
function pieces(text: string, odd: ReadonlyArray<{ from: number; to: number }>): Piece[] {
  const cut: Piece[] = [];
  const add = (piece: string, differs: boolean) => {
    const last = cut.at(-1);
    if (last?.differs === differs) last.text += piece;
    else if (piece !== "") cut.push({ text: piece, differs });
  };
  let at = 0;
  for (const { from, to } of odd) {
    add(text.slice(at, from), false);
    add(text.slice(from, to), true);
    at = to;
  }
  add(text.slice(at), false);
  return cut;
}
