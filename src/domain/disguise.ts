import { siteOf } from "./brand-site.ts";
import type { Reader } from "./channel-key.ts";
import { inLatin, isNearText, type Seen, seen } from "./look-alike.ts";
import type { ReadKey } from "./near-miss.ts";

/** An address as a browser reads it, looked at for our name and a brand's host worn for show. */
export interface Disguise {
  host: string;
  /** What stands before the `@`, which a browser takes for a user. */
  before: string;
  /** All of it in Latin letters, between marks. */
  place: string;
  /** What a brand's word is looked for in. */
  front: string;
  digits: string;
  parts: Seen[];
}

/** Undefined where the host is a brand's own, and so no disguise. */
export function disguiseOf(url: URL, { hostInUnicode }: Reader): Disguise | undefined {
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

/** Whether the address is our name on a host that is none of the brand's and carries the brand's, or ours, for show. */
export function isDressedUp(disguise: Disguise, ours: ReadKey): boolean {
  const { host, before, place, front, digits, parts } = disguise;
  if (!ours.isOnBrand) {
    // A site of our own: its host stands first, or before the @, or behind a dash, on somebody else's.
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
  if (ours.isNumber) return digits.includes(ours.text.slice(1));
  const name = seen((ours.rest?.text.split(/[/=]/).at(-1) ?? "").replace(/^[@+]/, "").toLowerCase());
  return name.text.length > 2 && parts.some((part) => part.skeleton === name.skeleton || isNearText(part, name));
}

/** Whether a host stands in a text by itself, not as a part of another word. */
function isWithin(place: string, host: string): boolean {
  for (let at = place.indexOf(host); at !== -1; at = place.indexOf(host, at + 1)) {
    if (!/[a-z\d]/.test(place[at - 1] ?? "") && !/[a-z\d]/.test(place[at + host.length] ?? "")) return true;
  }
  return false;
}

/** Whether a host carries a brand's name, such as `telegram`; short ones stand in many words. */
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
