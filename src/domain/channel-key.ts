import type { ChannelType } from "./channel.ts";
import { brandSites, decoded, folded, siteOf, telegramKey } from "./brand-site.ts";
import { dialled, hidden, internationalDigits } from "./channel-link.ts";
import { type CopiedText, copiedText, isCutOff, withoutSentence } from "./copied-text.ts";
import { trimmedEnd } from "./trimmed.ts";

/** What the rules take from outside. */
export interface Reader {
  /** The digits of a number by E.164, as `919000000001`; null where the text is none that the country knows. */
  readNumber: (text: string) => string | null;
  /** A host in its own letters, where it is written in Punycode. */
  hostInUnicode: (host: string) => string;
}

/**
 * The one way to write the value of a channel: an E.164 number, an e-mail address, a brand's address without its scheme, any other
 * link with it. Undefined where it is no value of its type.
 */
export function channelKey(type: ChannelType, value: string, reader: Reader): string | undefined {
  const text = value.trim();
  switch (type) {
    case "phone":
      return numberKey(text, reader);
    case "whatsapp":
      return linkKey(text) ?? international(text);
    case "email":
      return emailKey(text);
    case "telegram":
    case "instagram":
    case "facebook": {
      if (type === "facebook" && profileKey(text) !== undefined) return profileKey(text);
      const name = nameIn(text);
      const isName = name !== undefined && siteOf(text.toLowerCase()) !== brandSites[type];
      return (isName ? nameKeys[type](name) : undefined) ?? brandKey(type, text);
    }
    case "website":
    case "withdrawal_proof":
      return exactKey(text, "whole");
    case "youtube":
    case "twitter":
    case "linkedin":
      return brandKey(type, text);
  }
}

/** The key of a link that is on the brand's own host. */
function brandKey(brand: keyof typeof brandSites, text: string): string | undefined {
  const key = linkKey(text);
  return key !== undefined && siteOf(partsOf(key)?.host ?? "") === brandSites[brand] ? key : undefined;
}

/** What a visitor's text may mean. */
export interface Readings {
  /** None where it is no number, name, link or address. A bare name may be of several types. */
  keys: string[];
  /** Links whose last mark may be of their path, or of a sentence that they were copied from. */
  doubtful: string[];
}

export function readings(typed: string, reader: Reader): Readings {
  const copied = copiedText(typed);
  // A number is shown whole, and a page may have such a name.
  if (isCutOff(typed))
    return { keys: keysIn(copied, reader).filter((key) => /^(?:\+?\d+$|https:)/.test(key)), doubtful: [] };
  const bare = withoutSentence(copied);
  const keys = new Set(keysIn(copied, reader));
  const inSentence = bare.text === copied.text ? [] : keysIn(bare, reader).filter((key) => !keys.has(key));
  for (const key of inSentence) if (!isDoubtful(key)) keys.add(key);
  return { keys: [...keys], doubtful: inSentence.filter(isDoubtful) };
}

/** Whether somebody else may have the same link with a full stop at its end; names of brands end with none, but for companies' on LinkedIn. */
function isDoubtful(key: string): boolean {
  const { host = "", rest = "" } = partsOf(key.replace(/^https:\/\//, "")) ?? {};
  const site = siteOf(host);
  return rest !== "" && (site === undefined || (site === brandSites.linkedin && !rest.startsWith("/in/")));
}

function keysIn({ text: written, label }: CopiedText, reader: Reader): string[] {
  const text = written.replace(/^(?:callto|sms):(?:\/\/)?/i, "tel:");
  const name = nameIn(text);
  // A name that is said to be on Telegram is nobody's on Instagram.
  const brands = Object.entries(nameKeys).filter(([brand]) => label === undefined || label === brand);
  const keys = [
    numberKey(text, reader),
    international(text),
    emailKey(text),
    linkKey(text),
    exactKey(text, "whole"),
    exactKey(text, "page"),
    profileKey(text),
    ...(name === undefined ? [] : brands.flatMap(([, key]) => key(name))),
  ];
  return keys.filter((key) => key !== undefined);
}

/** The address that a text leads to by a browser's reading, whatever it is dressed up as. */
export function parseAsBrowser(text: string): URL | undefined {
  if (/\s/.test(text) || hidden.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const written = hasScheme ? text : `https://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  // A host without a dot is nobody's site, nor is one with two in a row.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^(?=.*[^.]\.[^.])(?!.*\.\.)[^'"]+$/.test(url.hostname))
    return undefined;
  // URL makes addresses of bare numbers: 12 becomes 0.0.0.12.
  const isGuessed = !hasScheme && /^[\d.]+$/.test(url.hostname) && !text.includes(url.hostname);
  return isGuessed ? undefined : url;
}

/** The host of an address without its scheme, and what comes after it; undefined for a number or an e-mail address. */
export function partsOf(key: string): { host: string; rest: string } | undefined {
  if (isNumber(key) || emailKey(key) !== undefined) return undefined;
  const end = /[/?#]/.exec(key)?.index ?? key.length;
  return { host: key.slice(0, end), rest: key.slice(end) };
}

/** Where the decimal digits of India's scripts, of Arabic and the full-width ones begin. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** A number as it is dialled, without its extension; undefined where the text is none. */
function dialledIn(text: string): string | undefined {
  const ascii = text.replaceAll("＋", "+").replace(/[^\x20-\x7e]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? (/\p{Cf}/u.test(letter) ? "" : letter) : String(code - zero);
  });
  const [, number = ""] =
    /^(?:tel:)?([+(]{0,2}[\d\s.()/\u2010-\u2015-]+)(?:(?:;ext=|ext\.? ?|x ?)\d{1,7})?$/i.exec(ascii) ?? [];
  const found = dialled(number).replaceAll("/", "");
  return /^\+?\d{3,17}$/.test(found) ? found : undefined;
}

function isNumber(text: string): boolean {
  return dialledIn(text) !== undefined;
}

/** `+` and the digits of E.164; the digits alone of a number that only works at home, such as 1930. */
function numberKey(text: string, reader: Reader): string | undefined {
  const number = dialledIn(text);
  if (number === undefined) return undefined;
  // With its country code every digit counts but the 0 that is dialled at home; without, the country says what a leading 0 is.
  const whole = number.replace(/^00/, "+");
  if (whole.startsWith("+")) return /^\+[1-9]\d{6,14}$/.test(whole) ? withoutTrunk(whole, reader) : undefined;
  const known = reader.readNumber(number);
  return known === null ? number : `+${known}`;
}

/** `+91 098...` is `+91 98...` where the country dials a 0 at home; in Italy the 0 belongs to the number. */
function withoutTrunk(number: string, { readNumber }: Reader): string {
  const known = `+${readNumber(number)}`;
  const has0 = [2, 3, 4].some((end) => number[end] === "0" && number.slice(0, end) + number.slice(end + 1) === known);
  // Of two there would be one left.
  return has0 && `+${readNumber(known)}` === known ? known : number;
}

/** The same for digits that have their country code and no `+`, as WhatsApp writes them. */
function international(text: string): string | undefined {
  const digits = internationalDigits(dialledIn(text) ?? "");
  return digits === undefined ? undefined : `+${digits}`;
}

function emailKey(text: string): string | undefined {
  const link = /^mailto:([^?]*)/i.exec(text)?.[1];
  const [, local = "", domain = ""] = /^([^\s@:]{1,64})@([^\s@/?:#\\]+)$/.exec(decoded(link ?? "") || text) ?? [];
  // `youtube.com/@name.example` is a link.
  if (local === "" || hidden.test(text) || /^[^/?.]*\.[^/?]*[/?]/.test(local)) return undefined;
  const host = URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname.replace(/\.$/, "") : "";
  return /[^.]\.[a-z]/.test(host) ? `${local.toLowerCase()}@${host}` : undefined;
}

/** The name in `name` or `@name`. */
function nameIn(text: string): string | undefined {
  return hidden.test(text) ? undefined : /^@?((?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.-]{1,64})$/u.exec(text)?.[1];
}

const asciiName = (name: string) => (/^[\w.-]+$/.test(name) ? name.toLowerCase() : undefined);
const at = (start: string, name: string | undefined) => (name === undefined ? [] : [start + name]);

/** Facebook's way to write somebody without a name. */
function profileKey(text: string): string | undefined {
  return /^profile\.php\?id=\d+$/.test(text) ? linkKey(`https://facebook.com/${text}`) : undefined;
}

/** What a bare name means to each brand. */
const nameKeys = {
  telegram: (name: string) => linkKey(`https://t.me/${name}`),
  instagram: (name: string) => linkKey(`https://instagram.com/${name}`),
  facebook: (name: string) => linkKey(`https://facebook.com/${name}`),
  youtube: (name: string) => [
    ...at("youtube.com/@", folded(name)),
    ...at("youtube.com/c/", asciiName(name)),
    ...at("youtube.com/user/", asciiName(name)),
  ],
  twitter: (name: string) => linkKey(`https://x.com/${name}`),
  linkedin: (name: string) => [
    ...at("linkedin.com/in/", asciiName(name)),
    ...at("linkedin.com/company/", asciiName(name)),
  ],
};

/** One way to write a link on a brand's host: as the brand has it, or without scheme, `www.`, last slash and fragment. */
export function linkKey(text: string): string | undefined {
  const url = plainUrl(text);
  if (url === undefined || url.port !== "") return undefined;
  const host = hostOf(url);
  const path = trimmedEnd(url.pathname, /\//);
  const telegramName = /^(\w{2,32})\.t\.me$/.exec(host)?.[1];
  if (telegramName !== undefined && path === "" && telegramName !== "www") {
    const key = telegramKey(`/${telegramName}`);
    if (key !== undefined) return key;
  }
  const site = siteOf(host);
  return site && (site.key(path, url) ?? pageOf(url));
}

/** The very page that a link opens, on whatever host; its fragment may be a place on the page or, on some sites, another page. */
function exactKey(text: string, as: "whole" | "page"): string | undefined {
  const url = plainUrl(text);
  return url && `https://${pageOf(url)}${as === "whole" ? url.hash : ""}`;
}

function plainUrl(text: string): URL | undefined {
  const url = parseAsBrowser(appLink(text) ?? text);
  return url === undefined || url.username !== "" || url.password !== "" || /\\/.test(text) ? undefined : url;
}

function hostOf({ hostname }: URL): string {
  return trimmedEnd(hostname, /\./).replace(/^(?:www\.)+(?=[^.]+\.[^.])/, "");
}

function pageOf(url: URL): string {
  const path = trimmedEnd(url.pathname, /\//).replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return `${hostOf(url)}${url.port === "" ? "" : `:${url.port}`}${path}${url.search}`;
}

/** The https address of what opens an app by itself. */
function appLink(text: string): string | undefined {
  const [, app = "", action, query = ""] = /^(tg|whatsapp):(?:\/\/)?(\w+)\/?\?(.*)$/i.exec(text) ?? [];
  const values = new URLSearchParams(query);
  if (app.toLowerCase() === "whatsapp") return `https://api.whatsapp.com/send?${values.toString()}`;
  const name = action === "resolve" ? values.get("domain") : null;
  const invite = action === "join" ? values.get("invite") : null;
  if (name !== null) return `https://t.me/${name}`;
  return invite === null ? undefined : `https://t.me/+${invite}`;
}
