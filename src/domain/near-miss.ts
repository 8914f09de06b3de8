import { brandSites, siteOf } from "./brand-site.ts";
import { linkKey, parseAsBrowser, partsOf, type Reader, readings } from "./channel-key.ts";
import { copiedText, isCutOff, withoutSentence } from "./copied-text.ts";
import { type Disguise, disguiseOf, isDressedUp } from "./disguise.ts";
import { inLatin, isNearText, isOneEdit, type Seen, seen } from "./look-alike.ts";

/** `perhaps` is the same but for a mark at the end of its path: a sentence's, or that of another page. */
export type Likeness = "same" | "perhaps" | "near" | "different";

/** A key, made ready to be compared by the eye. Of an address there are its host and what comes after it. */
export interface ReadKey extends Seen {
  /** What is equal; the text is that of a brand's profile where the key is the link of a page there. */
  key: string;
  isNumber: boolean;
  host?: Seen;
  rest?: Seen;
  /** The hosts at which the brand answers; of another site its own. Without one where it is neither. */
  hosts: readonly Seen[];
  isOnBrand: boolean;
}

/** A visitor's text, read once to be held against many channels. */
export interface Asked {
  /** Whether it is a number, a name, a link or an address at all, be it one in letters that look alike. */
  isReadable: boolean;
  /** Whether it is this key, without a look at what it is like. */
  isSame: (key: string) => boolean;
  /** Whether it is this key but for the mark at its end, which may be that of a sentence or of another page. */
  isPerhaps: (key: string) => boolean;
  /** `near` is what an impostor takes: a letter or digit off, letters that look alike, our name on a host dressed up as the brand's. */
  likenessTo: (official: ReadKey) => Likeness;
  /** Whether it is an address on a host whose front page is this official key: whatever stands there is ours. */
  isOnSite: (official: ReadKey) => boolean;
}

export function readKey(key: string, { hostInUnicode }: Reader): ReadKey {
  const link = /^https:\/\/(.*)$/.exec(key)?.[1];
  const text = link === undefined ? key : (linkKey(key) ?? link);
  const parts = partsOf(text);
  const isNumber = /^\+?\d+$/.test(text);
  if (parts === undefined) {
    const hosts = isNumber && text.startsWith("+") ? brandSites.whatsapp.hosts.map(seen) : [];
    return { ...seen(text), key, isNumber, hosts, isOnBrand: isNumber };
  }
  const site = siteOf(parts.host);
  const host = seen(hostInUnicode(parts.host));
  const hosts = site?.hosts.map(seen) ?? [host];
  return { ...seen(text), key, isNumber, host, rest: seen(parts.rest), hosts, isOnBrand: site !== undefined };
}

export function readAsked(text: string, reader: Reader): Asked {
  const { keys, doubtful } = readings(text, reader);
  const exact = new Set(keys);
  const latin = inLatin(text);
  const alike = new Set(latin === text ? [] : readings(latin, reader).keys);
  const isCut = isCutOff(text);
  const all = [...exact, ...doubtful, ...(isCut ? [] : alike)].map((key) => readKey(key, reader));
  const url = urlIn(text) ?? urlIn(latin);
  const disguise: Disguise | undefined = url && disguiseOf(url, reader);
  return {
    isReadable: all.length > 0,
    isSame: (key) => exact.has(key),
    isPerhaps: (key) => doubtful.includes(key),
    likenessTo(official) {
      if (exact.has(official.key)) return "same";
      if (doubtful.includes(official.key)) return "perhaps";
      // Another page of a profile of which one page is ours: it is nobody else's.
      if (exact.has(official.text)) return "different";
      const isAlike = !isCut && (alike.has(official.key) || alike.has(official.text));
      // What is left of a name that was cut off looks like ours by chance; a number is whole.
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
  // Two brands are as far apart as can be, whatever their names are.
  if (asked.isOnBrand || !ours.hosts.some((known) => isNearHost(host, known))) return false;
  return ours.rest.text === "" || rest.skeleton === ours.rest.skeleton || isNearText(rest, ours.rest);
}

function isNearHost(host: Seen, known: Seen): boolean {
  return host.skeleton === known.skeleton || isOneEdit(host.text, known.text);
}

/** Shorter numbers are services, such as 1930 and 1933: each a digit from another, and nobody can take one. */
const longEnoughNumber = 7;

function isNearNumber(asked: string, key: string): boolean {
  const [one, other] = [asked.replace("+", ""), key.replace("+", "")];
  if (one.length < longEnoughNumber || other.length < longEnoughNumber) return false;
  if (isOneEdit(one, other)) return true;
  // With a digit too few or too many a number is none of the country: it is held against ours without its country code.
  if (asked.startsWith("+") || !key.startsWith("+")) return false;
  const national = one.replace(/^0/, "");
  return [1, 2, 3].some((code) => other.length - code >= longEnoughNumber && isOneEdit(national, other.slice(code)));
}
