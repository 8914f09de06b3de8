import { brandSites, siteOf } from "./brand-site.ts";
import { parseAsBrowser, partsOf, type Reader, readings } from "./channel-key.ts";
import { inLatin, isOneEdit, skeleton } from "./look-alike.ts";

export type Likeness = "same" | "near" | "different";

/** Shorter names are one letter apart by chance. */
const longEnough = 5;

/**
 * How a visitor's text stands to an official channel, named by its key. `near` is what an impostor takes: one letter or digit off,
 * letters that look alike, or our name on a host that is dressed up as the brand's.
 */
export function likenessOf(text: string, key: string, reader: Reader): Likeness {
  const asked = readings(text, reader);
  if (asked.includes(key)) return "same";
  const latin = inLatin(text);
  const seen = latin === text ? [] : readings(latin, reader);
  const isNear = seen.includes(key) || [...asked, ...seen].some((each) => isNearKey(each, key, reader));
  return isNear || isDressedUp(text, key, reader) ? "near" : "different";
}

/** Whether a text is an address on a host whose front page is this official key: whatever stands there is ours. */
export function isOnSite(text: string, key: string, reader: Reader): boolean {
  return partsOf(key)?.rest === "" && readings(text, reader).some((asked) => partsOf(asked)?.host === key);
}

function isNearKey(asked: string, key: string, reader: Reader): boolean {
  const [one, other] = [partsOf(asked), partsOf(key)];
  if (one === undefined && other === undefined) {
    const areNumbers = [asked, key].every((each) => /^\+?\d+$/.test(each));
    if (areNumbers) return isNearNumber(asked, key);
    return isNearText(asked, key) || asked.startsWith(`${key}.`);
  }
  if (one === undefined || other === undefined) return false;
  if (one.host === other.host) return other.rest !== "" && isNearText(one.rest, other.rest);
  const site = siteOf(other.host);
  // Two brands are as far apart as can be, whatever their names are.
  if (siteOf(one.host) !== undefined) return false;
  const hosts = site?.hosts ?? [reader.hostInUnicode(other.host)];
  const host = reader.hostInUnicode(one.host);
  if (!hosts.some((known) => isNearHost(host, known))) return false;
  return other.rest === "" || one.rest === other.rest || isNearText(one.rest.toLowerCase(), other.rest.toLowerCase());
}

function isNearHost(host: string, known: string): boolean {
  return skeleton(host) === skeleton(known) || isOneEdit(host, known);
}

/** `ours` is what is official. */
function isNearText(asked: string, ours: string): boolean {
  return ours.length >= longEnough && (isOneEdit(asked, ours) || skeleton(asked) === skeleton(ours));
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

/** Whether a text is our name on a host that is none of the brand's and carries the brand's, or ours, for show. */
function isDressedUp(text: string, key: string, reader: Reader): boolean {
  const url = parseAsBrowser(text) ?? parseAsBrowser(inLatin(text));
  if (url === undefined) return false;
  const host = reader.hostInUnicode(url.hostname.replace(/^www\./, ""));
  if (siteOf(url.hostname) !== undefined) return false;
  const ours = partsOf(key);
  const site = ours === undefined ? brandSites.whatsapp : siteOf(ours.host);
  const before = unescaped(`${url.username}:${url.password}`);
  if (site === undefined) {
    // A site of our own: its host stands first, or before the @, or behind a dash, on somebody else's.
    if (ours === undefined || host === ours.host || host.endsWith(`.${ours.host}`)) return false;
    const own = escape(ours.host);
    return new RegExp(`^${own}[.-]|-${own}$`).test(host) || new RegExp(`^(?:www\\.)?${own}[:/]?`).test(before);
  }
  if (ours === undefined && !/^\+\d+$/.test(key)) return false;
  if (site.hosts.some((known) => host.endsWith(`.${known}`))) return false;
  const rest = unescaped(`${url.pathname}${url.search}`);
  const place = inLatin(`${before}@${host}${rest}`).toLowerCase();
  const isShown = site.hosts.some((known) => {
    const written = escape(known).replaceAll("\\.", "[.-]");
    const word = known.split(".")[0] ?? "";
    return (
      new RegExp(`(?:^|[^a-z\\d])${written}(?:$|[^a-z\\d])`).test(place) ||
      (word.length > longEnough && skeleton(`${before}${host}`).includes(skeleton(word)))
    );
  });
  if (!isShown) return false;
  if (ours === undefined) return rest.replaceAll(/\D/g, "").includes(key.slice(1));
  const name = (ours.rest.split(/[/=]/).at(-1) ?? "").replace(/^[@+]/, "");
  const parts = inLatin(`${before} ${host} ${rest}`)
    .toLowerCase()
    .split(/[\s/?&=:@+#]+|\.(?=[^/]*\s)/);
  return name.length > 2 && parts.some((part) => skeleton(part) === skeleton(name) || isNearText(part, name));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
