import { brandSites, siteOf } from "./brand-site.ts";
import { parseAsBrowser, partsOf, type Reader, readings } from "./channel-key.ts";
import { type Disguise, disguiseOf, isDressedUp } from "./disguise.ts";
import { inLatin, isNearText, isOneEdit, longEnough, type Seen, seen } from "./look-alike.ts";

export type Likeness = "same" | "near" | "different";

/** A key, made ready to be compared. Of an address there are its host and what comes after it. */
export interface ReadKey extends Seen {
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
  /** `near` is what an impostor takes: a letter or digit off, letters that look alike, our name on a host dressed up as the brand's. */
  likenessTo: (official: ReadKey) => Likeness;
  /** Whether it is an address on a host whose front page is this official key: whatever stands there is ours. */
  isOnSite: (official: ReadKey) => boolean;
}

export function readKey(key: string, { hostInUnicode }: Reader): ReadKey {
  const parts = partsOf(key);
  const isNumber = /^\+?\d+$/.test(key);
  if (parts === undefined) {
    const hosts = isNumber && key.startsWith("+") ? brandSites.whatsapp.hosts.map(seen) : [];
    return { ...seen(key), isNumber, hosts, isOnBrand: isNumber };
  }
  const site = siteOf(parts.host);
  const host = seen(hostInUnicode(parts.host));
  const hosts = site?.hosts.map(seen) ?? [host];
  return { ...seen(key), isNumber, host, rest: seen(parts.rest), hosts, isOnBrand: site !== undefined };
}

export function readAsked(text: string, reader: Reader): Asked {
  const exact = new Set(readings(text, reader));
  const latin = inLatin(text);
  const alike = new Set(latin === text ? [] : readings(latin, reader));
  const all = [...exact, ...alike].map((key) => readKey(key, reader));
  const url = parseAsBrowser(text) ?? parseAsBrowser(latin);
  const disguise: Disguise | undefined = url && disguiseOf(url, reader);
  return {
    isReadable: all.length > 0,
    likenessTo(official) {
      if (exact.has(official.text)) return "same";
      const isNear = alike.has(official.text) || all.some((asked) => isNearKey(asked, official));
      return isNear || (disguise !== undefined && isDressedUp(disguise, official)) ? "near" : "different";
    },
    isOnSite: ({ host, rest }) =>
      rest?.text === "" && all.some((asked) => exact.has(asked.text) && asked.host?.text === host?.text),
  };
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

function isNearNumber(asked: string, key: string): boolean {
  const [one, other] = [asked.replace("+", ""), key.replace("+", "")];
  if (other.length < longEnough) return false;
  if (isOneEdit(one, other)) return true;
  // With a digit too few or too many a number is none of the country: it is held against ours without its country code.
  if (asked.startsWith("+") || !key.startsWith("+")) return false;
  const national = one.replace(/^0/, "");
  return [1, 2, 3].some((code) => other.length - code > longEnough && isOneEdit(national, other.slice(code)));
}
