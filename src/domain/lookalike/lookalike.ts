import { chatNumberHosts, siteOf } from "../brands/brand-hosts.ts";
import { isWrapper } from "../brands/wrapped-link.ts";
import { carriedText, linkKey, parseAsBrowser, partsOf, type Reader, readings } from "./channel-key.ts";
import { inDigits, inLatin, isNearText, isOneEdit, type Seen, seen } from "./confusables.ts";
import { type CopiedText, copiedText, isCutOff, withinSentence, withoutSentence } from "./copied-text.ts";

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
interface Asked {
  /** The parsed text: the whole text, or the only value in a sentence. */
  text: string;
  /** Whether it is a number, name, link or address, possibly in lookalike letters. */
  isReadable: boolean;
  /** Returns whether it is exactly this key. */
  isSame: (key: string) => boolean;
  /** Returns whether it is this key except for a final mark, which may belong to a sentence or to another page. */
  isPerhaps: (key: string) => boolean;
  /** `near` is a lookalike: one letter or digit off, confusable letters, or our name on a spoofed host. */
  likenessTo: (official: ReadKey) => Likeness;
  /** Returns whether it is an address on a host whose home page is this official key: all its pages are ours. */
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

function readAlone({ text: written, label }: CopiedText, reader: Reader): Asked {
  const { keys, doubtful, loose } = readings(written, reader, label);
  const text = carriedText(written)?.text ?? written;
  const exact = new Set(keys);
  const latin = inLatin(text);
  const inLetters = latin === text ? { keys: [], loose: [] } : readings(latin, reader, label);
  const digits = inDigits(text);
  const inNumber = digits === undefined ? { keys: [] } : readings(digits, reader, label);
  const alike = new Set([...loose, ...inLetters.keys, ...inLetters.loose, ...inNumber.keys]);
  const isCut = isCutOff(text);
  const all = [...exact, ...doubtful, ...(isCut ? [] : alike)].map((key) => readKey(key, reader));
  const url = urlIn(text) ?? urlIn(latin);
  // A service that leads on is no impostor, even if nobody can tell where it leads.
  const spoof: Spoof | undefined = url && !isWrapper(url.href) ? spoofOf(url, reader) : undefined;
  return {
    text,
    isReadable: all.length > 0,
    isSame: (key) => exact.has(key),
    isPerhaps: (key) => doubtful.includes(key),
    likenessTo(official) {
      if (exact.has(official.key)) return "same";
      if (doubtful.includes(official.key)) return "perhaps";
      // Another page of a profile of ours belongs to nobody else.
      if (exact.has(official.text)) return "different";
      const isAlike = !isCut && (alike.has(official.key) || alike.has(official.text));
      // The rest of a truncated name resembles ours by chance; a number is complete.
      const isNear = isAlike || all.some((asked) => (!isCut || asked.isNumber) && isNearKey(asked, official));
      return isNear || (spoof !== undefined && isSpoofed(spoof, official)) ? "near" : "different";
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

/** A spoofed address as a browser parses it, searched for our name and a brand's host. */
interface Spoof {
  host: string;
  /** The part before the `@`, which a browser parses as the user. */
  before: string;
  /** All of it in Latin letters, surrounded by spaces. */
  place: string;
  /** The part that is searched for a brand's name. */
  front: string;
  digits: string;
  parts: Seen[];
}

/**
 * Returns the parts of an address in which a host of ours or a brand's may be imitated; undefined on a brand's own
 * host.
 */
function spoofOf(url: URL, { hostInUnicode }: Reader): Spoof | undefined {
  if (siteOf(url.hostname) !== undefined) return undefined;
  const host = hostInUnicode(url.hostname.replace(/^www\./, ""));
  const before = unescaped(`${url.username}:${url.password}`);
  const rest = unescaped(`${url.pathname}${url.search}`);
  const words = `${before} ${host} ${rest} ${host.split(".").slice(0, -1).join(" ")}`;
  const parts = new Set(
    inLatin(words)
      .toLowerCase()
      .split(/[\s/?&=:@+#]+/),
  );
  return {
    host,
    before,
    place: ` ${inLatin(`${before}@${host}${rest}`).toLowerCase()} `,
    front: seen(`${before}${host}`).skeleton,
    digits: rest.replaceAll(/\D/g, ""),
    parts: [...parts].map(seen),
  };
}

/** Returns whether the address has our name on a foreign host and shows the brand's host, or ours. */
function isSpoofed(spoof: Spoof, ours: ReadKey): boolean {
  const { host, before, place, front, digits, parts } = spoof;
  if (!ours.isOnBrand) {
    // A foreign host resembles our own site if it starts with our host, has it before the @, or joins it with a hyphen.
    const own = ours.host?.text;
    if (own === undefined || host === own || host.endsWith(`.${own}`)) return false;
    const user = before.replace(/^www\./, "");
    return host.startsWith(`${own}.`) || host.startsWith(`${own}-`) || host.endsWith(`-${own}`) || user.startsWith(own);
  }
  if (ours.hosts.some(({ text }) => host.endsWith(`.${text}`))) return false;
  const isShown = ours.hosts.some(
    ({ text }) => isWithin(place, text) || isWithin(place, text.replaceAll(".", "-")) || isWord(front, text),
  );
  if (!isShown) return false;
  if (ours.isNumber) return digits.includes(ours.text.replace(/^\+|;.*$/g, ""));
  const name = seen((ours.rest?.text.split(/[/=]/).at(-1) ?? "").replace(/^[@+]/, "").toLowerCase());
  return name.text.length > 2 && parts.some((part) => part.skeleton === name.skeleton || isNearText(part, name));
}

/** Returns whether a host occurs in a text by itself, not as part of another word. */
function isWithin(place: string, host: string): boolean {
  for (let at = place.indexOf(host); at !== -1; at = place.indexOf(host, at + 1)) {
    if (!/[a-z\d]/.test(place[at - 1] ?? "") && !/[a-z\d]/.test(place[at + host.length] ?? "")) return true;
  }
  return false;
}

/** Returns whether a host contains a brand's name, such as `telegram`; short names occur in many words. */
function isWord(front: string, host: string): boolean {
  const word = host.split(".")[0] ?? "";
  return word.length > 5 && front.includes(seen(word).skeleton);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
