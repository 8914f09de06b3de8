import { cluster, foldSpelling, foldText } from "./fold.ts";
import { comparedText, hasTerm, type Looseness, type SearchTerm } from "./search-terms.ts";

/** A part of an excerpt; a hit is what was searched for. */
export interface ExcerptPart {
  text: string;
  isHit: boolean;
}

/** Characters of an excerpt, of which these come before the first hit; and of the text that hits are looked for in. */
const maxLength = 160;
const before = 32;
const maxSource = 10_000;
/** Max hits of one term, so that a single letter costs little. */
const maxHits = 200;

interface Hit {
  start: number;
  end: number;
  term: SearchTerm;
}

/**
 * The words around the hits, of the first text with the most terms; null if none of the texts has any, or if that text
 * is the `shown` one, which needs no excerpt.
 */
export function excerptOf(
  texts: readonly string[],
  { terms, how, shown }: { terms: readonly SearchTerm[]; how: Looseness; shown?: string },
): ExcerptPart[] | null {
  const sources = texts.map((text) => text.slice(0, maxSource).toWellFormed());
  const counts = sources.map((source) => {
    const compared = comparedText(foldText(source));
    return terms.filter((term) => hasTerm(compared, term, how)).length;
  });
  const most = counts.reduce((best, count, index) => (count > (counts[best] ?? 0) ? index : best), 0);
  const source = sources[most];
  if (source === undefined || (counts[most] ?? 0) === 0 || texts[most] === shown) return null;
  const hits = hitsIn(source, { terms, how }).sort((a, b) => a.start - b.start || b.end - a.end);
  return hits.length === 0 ? null : partsOf(source, hits);
}

/** The hits in a text, as places in it. */
function hitsIn(source: string, { terms, how }: { terms: readonly SearchTerm[]; how: Looseness }): Hit[] {
  const folded = foldedPlaces(source, foldText);
  const spelled = how === "exact" ? folded : foldedPlaces(source, (text) => foldSpelling(foldText(text)));
  return terms.flatMap((term): Hit[] => {
    const parts = term.writings.filter((each) => each.every((part) => folded.text.includes(part))).flat();
    if (parts.length > 0) return parts.flatMap((part) => folded.placesOf(part)).map((place) => ({ ...place, term }));
    const { spelling, isLike } = term;
    if (spelling !== null && spelled.text.includes(spelling))
      return spelled.placesOf(spelling).map((place) => ({ ...place, term }));
    if (how !== "similar") return [];
    const words = new Set(spelled.text.match(/[\p{L}\p{M}]+/gu)?.filter(isLike));
    return [...words].flatMap((other) => spelled.placesOf(other)).map((place) => ({ ...place, term }));
  });
}

/** ASCII, of which each character is folded on its own; else a cluster. */
const piece = new RegExp(`[ -~\\n\\r\\t]+(?!\\p{M})|${cluster.source}`, "gsu");
const isPlain = /^[ -~\n\r\t]+$/;

/** A folded text, with the place in the source that each of its characters comes from. */
function foldedPlaces(source: string, fold: (text: string) => string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  for (const { 0: part, index } of source.matchAll(piece)) {
    const folded = fold(part);
    text += folded;
    const isEach = folded.length === part.length && isPlain.test(part);
    for (let at = 0; at < folded.length; at += 1) {
      starts.push(isEach ? index + at : index);
      ends.push(isEach ? index + at + 1 : index + part.length);
    }
  }
  const placesOf = (part: string) => {
    const places: { start: number; end: number }[] = [];
    for (let at = text.indexOf(part); at !== -1 && places.length < maxHits; at = text.indexOf(part, at + part.length))
      places.push({ start: starts[at] ?? 0, end: ends[at + part.length - 1] ?? source.length });
    return places;
  };
  return { text, placesOf };
}

/** The part of a text with the most terms, cut between words. */
function partsOf(source: string, hits: readonly Hit[]): ExcerptPart[] {
  const termsFrom = ({ start }: Hit) =>
    new Set(hits.filter((hit) => hit.start >= start && hit.end <= start + maxLength - before).map(({ term }) => term))
      .size;
  const counts = hits.map(termsFrom);
  const best = hits[counts.reduce((most, count, index) => (count > (counts[most] ?? 0) ? index : most), 0)];
  const from = startOfExcerpt(source, best?.start ?? 0);
  const endAt = endOfExcerpt(source, from);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isHit: boolean) => {
    if (text !== "") parts.push({ text: text.replaceAll(/\s+/g, " "), isHit });
  };
  let at = from;
  for (const { start, end } of hits) {
    if (end <= at || start >= endAt) continue;
    add(source.slice(at, Math.max(at, start)), false);
    add(source.slice(Math.max(at, start), Math.min(end, endAt)), true);
    at = Math.min(end, endAt);
  }
  add(source.slice(at, endAt), false);
  if (from > 0) parts.unshift({ text: "…", isHit: false });
  if (endAt < source.trimEnd().length) parts.push({ text: "…", isHit: false });
  return parts;
}

function startOfExcerpt(source: string, hit: number): number {
  if (hit <= before) return 0;
  const space = source.slice(hit - before, hit).search(/\s/);
  return space === -1 ? hit : hit - before + space + 1;
}

function endOfExcerpt(source: string, from: number): number {
  if (source.length <= from + maxLength) return source.length;
  const space = source.slice(from, from + maxLength).search(/\s\S*$/);
  return space < before ? from + maxLength : from + space;
}
