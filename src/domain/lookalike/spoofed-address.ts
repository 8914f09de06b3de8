import { siteOf } from "../brands/brand-site.ts";
import type { Reader } from "./channel-key.ts";
import { inLatin, isNearText, type Seen, seen } from "./confusables.ts";
import type { ReadKey } from "./lookalike.ts";

/** A spoofed address as a browser parses it, searched for our name and a brand's host. */
export interface Disguise {
  host: string;
  /** What precedes the `@`, which a browser parses as the user. */
  before: string;
  /** All of it in Latin letters, surrounded by spaces. */
  place: string;
  /** The part that is searched for a brand's name. */
  front: string;
  digits: string;
  parts: Seen[];
}

/** Undefined if the host is a brand's own, so not spoofed. */
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

/** Whether the address has our name on a foreign host and shows the brand's host, or ours. */
export function isDressedUp(disguise: Disguise, ours: ReadKey): boolean {
  const { host, before, place, front, digits, parts } = disguise;
  if (!ours.isOnBrand) {
    // For our own site: a foreign host that starts with ours, has it before the @, or joins it with a hyphen.
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

/** Whether a host occurs in a text by itself, not as part of another word. */
function isWithin(place: string, host: string): boolean {
  for (let at = place.indexOf(host); at !== -1; at = place.indexOf(host, at + 1)) {
    if (!/[a-z\d]/.test(place[at - 1] ?? "") && !/[a-z\d]/.test(place[at + host.length] ?? "")) return true;
  }
  return false;
}

/** Whether a host contains a brand's name, such as `telegram`; short names occur in many words. */
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
