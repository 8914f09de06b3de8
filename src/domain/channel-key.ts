import type { ChannelType } from "./channel.ts";
import { brandSites, decoded, folded, siteOf, telegramKey } from "./brand-site.ts";
import { dialled, hidden, internationalDigits } from "./channel-link.ts";

/** What the rules take from outside. */
export interface Reader {
  /** The digits of a number by E.164, as `919000000001`; null where the text is none that the country knows. */
  readNumber: (text: string) => string | null;
  /** A host in its own letters, where it is written in Punycode. */
  hostInUnicode: (host: string) => string;
}

/** The one way to write the value of a channel: an E.164 number, an address. Undefined where it is no value of its type. */
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
      return linkKey(text);
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

/** Every key that a visitor's text may mean, none where it is no number, name, link or address. A bare name may be of several types. */
export function readings(typed: string, reader: Reader): string[] {
  const text = bare(typed);
  const name = nameIn(text);
  const keys = [
    numberKey(text, reader),
    international(text),
    emailKey(text),
    linkKey(text),
    profileKey(text),
    ...(name === undefined ? [] : Object.values(nameKeys).flatMap((key) => key(name))),
  ];
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** The address that a text leads to by a browser's reading, whatever it is dressed up as. */
export function parseAsBrowser(typed: string): URL | undefined {
  const text = bare(typed);
  if (/\s/.test(text) || hidden.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const written = hasScheme ? text : `https://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  // A host without a dot is nobody's site.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^(?=.*[^.]\.[^.])[^'"]+$/.test(url.hostname))
    return undefined;
  // URL makes addresses of bare numbers: 12 becomes 0.0.0.12.
  const isGuessed = !hasScheme && /^[\d.]+$/.test(url.hostname) && !text.includes(url.hostname);
  return isGuessed ? undefined : url;
}

/** The host of a key that is an address, and what comes after it; undefined for a number or an e-mail address. */
export function partsOf(key: string): { host: string; rest: string } | undefined {
  if (isNumber(key) || emailKey(key) !== undefined) return undefined;
  const end = /[/?]/.exec(key)?.index ?? key.length;
  return { host: key.slice(0, end), rest: key.slice(end) };
}

/** What stands around a text that was copied with it, and the marks of direction that some apps put around numbers. */
function bare(typed: string): string {
  return typed
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "")
    .replace(/^(?:<(.*)>|"(.*)"|'(.*)'|“(.*)”|‘(.*)’)$/u, "$1$2$3$4$5")
    .trim()
    .replace(/^(?:callto|sms):(?:\/\/)?/i, "tel:");
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
    /^(?:tel:)?([+(]{0,2}[\d\s.()/\u2010-\u2015-]+?)\s*(?:(?:;ext=|ext\.? ?|x ?)\d{1,7})?$/i.exec(ascii) ?? [];
  const found = dialled(number).replaceAll("/", "");
  return /^\+?\d{3,17}$/.test(found) ? found : undefined;
}

function isNumber(text: string): boolean {
  return dialledIn(text) !== undefined;
}

/** `+` and the digits of E.164; the digits alone of a number that only works at home, such as 1930. */
function numberKey(text: string, { readNumber }: Reader): string | undefined {
  const number = dialledIn(text);
  if (number === undefined) return undefined;
  // With its country code every digit counts; without, the country says what a leading 0 is.
  const whole = number.replace(/^00/, "+");
  if (whole.startsWith("+")) return /^\+[1-9]\d{6,14}$/.test(whole) ? whole : undefined;
  const known = readNumber(number);
  return known === null ? number : `+${known}`;
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
  if (local === "" || hidden.test(text) || /^[^/?]*\.[^/?]*[/?]/.test(local)) return undefined;
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

/** One way to write a link: a brand's as the brand has it, any other without scheme, `www.`, last slash and fragment. */
function linkKey(text: string): string | undefined {
  const url = parseAsBrowser(appLink(text) ?? text);
  if (url === undefined || url.username !== "" || url.password !== "" || /\\/.test(text)) return undefined;
  const host = url.hostname.replace(/\.+$/, "").replace(/^(?:www\.)+(?=[^.]+\.[^.])/, "");
  const path = url.pathname.replace(/\/+$/, "");
  const telegramName = /^(\w{2,32})\.t\.me$/.exec(host)?.[1];
  if (url.port === "") {
    const known =
      telegramName !== undefined && path === "" && telegramName !== "www"
        ? telegramKey(`/${telegramName}`)
        : siteOf(host)?.key(path, url);
    if (known !== undefined) return known;
  }
  const escaped = path.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return `${host}${url.port === "" ? "" : `:${url.port}`}${escaped}${url.search}`;
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
