import { chatNumberHosts, siteOf } from "../brands/brand-site.ts";
import { linkKey, parseAsBrowser, partsOf, type Reader, readings } from "./channel-key.ts";
import { type CopiedText, copiedText, isCutOff, withinSentence, withoutSentence } from "./copied-text.ts";
import { type Disguise, disguiseOf, isDressedUp } from "./spoofed-address.ts";
import { inLatin, isNearText, isOneEdit, type Seen, seen } from "./confusables.ts";

/** `perhaps`: the same except for a final mark, which may belong to the sentence or to another page. */
export type Likeness = "same" | "perhaps" | "near" | "different";

/** A key prepared for visual comparison; for an address also its host and the rest. */
export interface ReadKey extends Seen {
  /** The key compared for equality. For a link to a page of a profile, `text` is the profile. */
  key: string;
  isNumber: boolean;
  host?: Seen;
  rest?: Seen;
  /** The brand's hosts, or the site's own; empty if it has neither. */
  hosts: readonly Seen[];
  isOnBrand: boolean;
}

/** A visitor's text, parsed once to compare it with many channels. */
export interface Asked {
  /** What was parsed: the text, or the only value in a sentence. */
  text: string;
  /** Whether it is a number, name, link or address, possibly in lookalike letters. */
  isReadable: boolean;
  /** Whether it is exactly this key. */
  isSame: (key: string) => boolean;
  /** Whether it is this key except for a final mark, which may belong to a sentence or to another page. */
  isPerhaps: (key: string) => boolean;
  /** `near` is a lookalike: one letter or digit off, confusable letters, or our name on a spoofed host. */
  likenessTo: (official: ReadKey) => Likeness;
  /** Whether it is an address on a host whose home page is this official key: all its pages are ours. */
  isOnSite: (official: ReadKey) => boolean;
}

export function readKey(key: string, { hostInUnicode }: Reader): ReadKey {
  const link = /^https:\/\/(.*)$/.exec(key)?.[1];
  const text = link === undefined ? key : (linkKey(key) ?? link);
  const parts = partsOf(text);
  const isNumber = /^\+?\d+(?:;ext=\d+)?$/.test(text);
  if (parts === undefined) {
    const hosts = isNumber && text.startsWith("+") ? chatNumberHosts.map(seen) : [];
    return { ...seen(text), key, isNumber, hosts, isOnBrand: isNumber };
  }
  const site = siteOf(parts.host);
  const [, name = "", port = ""] = /^(.*?)(:\d+)?$/.exec(parts.host) ?? [];
  const host = seen(hostInUnicode(name) + port);
  const hosts = site?.hosts.map(seen) ?? [host];
  return { ...seen(text), key, isNumber, host, rest: seen(parts.rest), hosts, isOnBrand: site !== undefined };
}

/** Parses a text as a whole or, if that fails, the value within the sentence. */
export function readAsked(typed: string, reader: Reader): Asked {
  const asked = readAlone({ text: typed, label: undefined }, reader);
  const within = asked.isReadable ? undefined : withinSentence(typed);
  const inSentence = within === undefined ? asked : readAlone(within, reader);
  return inSentence.isReadable ? inSentence : asked;
}

function readAlone({ text, label }: CopiedText, reader: Reader): Asked {
  const { keys, doubtful, loose } = readings(text, reader, label);
  const exact = new Set(keys);
  const latin = inLatin(text);
  const inLetters = latin === text ? { keys: [], loose: [] } : readings(latin, reader, label);
  const alike = new Set([...loose, ...inLetters.keys, ...inLetters.loose]);
  const isCut = isCutOff(text);
  const all = [...exact, ...doubtful, ...(isCut ? [] : alike)].map((key) => readKey(key, reader));
  const url = urlIn(text) ?? urlIn(latin);
  const disguise: Disguise | undefined = url && disguiseOf(url, reader);
  return {
    text,
    isReadable: all.length > 0,
    isSame: (key) => exact.has(key),
    isPerhaps: (key) => doubtful.includes(key),
    likenessTo(official) {
      if (exact.has(official.key)) return "same";
      if (doubtful.includes(official.key)) return "perhaps";
      // Another page of a profile of which one page is ours: it belongs to nobody else.
      if (exact.has(official.text)) return "different";
      const isAlike = !isCut && (alike.has(official.key) || alike.has(official.text));
      // The rest of a truncated name resembles ours by chance; a number is complete.
      const isNear = isAlike || all.some((asked) => (!isCut || asked.isNumber) && isNearKey(asked, official));
      return isNear || (disguise !== undefined && isDressedUp(disguise, official)) ? "near" : "different";
    },
    isOnSite: ({ host, rest, isOnBrand }) =>
      rest?.text === "" && !isOnBrand && all.some((asked) => exact.has(asked.key) && asked.host?.text === host?.text),
  };
}

function urlIn(text: string): URL | undefined {
  return parseAsBrowser(withoutSentence(copiedText(text)).text);
}

function isNearKey(asked: ReadKey, ours: ReadKey): boolean {
  if (asked.isNumber && ours.isNumber) return isNearNumber(asked.text, ours.text);
  if (asked.host === undefined || asked.rest === undefined || ours.host === undefined || ours.rest === undefined) {
    const areBothMail = asked.host === undefined && ours.host === undefined && !asked.isNumber && !ours.isNumber;
    return areBothMail && (isNearText(asked, ours) || asked.text.startsWith(`${ours.text}.`));
  }
  const { host, rest } = asked;
  if (host.text === ours.host.text) return ours.rest.text !== "" && isNearText(rest, ours.rest);
  // Two known brands are never lookalikes of each other.
  if (asked.isOnBrand || !ours.hosts.some((known) => isNearHost(host, known))) return false;
  return ours.rest.text === "" || rest.skeleton === ours.rest.skeleton || isNearText(rest, ours.rest);
}

function isNearHost(host: Seen, known: Seen): boolean {
  return host.skeleton === known.skeleton || isOneEdit(host.text, known.text);
}

/** Shorter numbers are services, such as 1930 and 1933: one digit apart, and an impostor cannot get one. */
const longEnoughNumber = 7;

function isNearNumber(asked: string, key: string): boolean {
  const [one = "", extension] = asked.replace("+", "").split(";");
  const [other = "", ours] = key.replace("+", "").split(";");
  if (one.length < longEnoughNumber || other.length < longEnoughNumber) return false;
  if (isOneEdit(one, other) || (one === other && extension !== ours)) return true;
  // A number of the wrong length is not valid in the country: compare it with ours without the country code.
  if (asked.startsWith("+") || !key.startsWith("+")) return false;
  const national = one.replace(/^0/, "");
  return [1, 2, 3].some((code) => other.length - code >= longEnoughNumber && isOneEdit(national, other.slice(code)));
}
