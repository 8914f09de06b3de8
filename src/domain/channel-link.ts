import { channelLimits, type ChannelType } from "./channel.ts";

/** What is odd about a value that opens nevertheless. */
export type Oddity =
  | "short telegram name"
  | "odd instagram name"
  | "odd facebook name"
  | "old youtube link"
  | "long x name"
  | "short link";

/**
 * Where a channel opens, or why it opens nowhere. The sentences about it for who typed it are in `channel-check.ts`: visitors
 * do not download them.
 */
export type ChannelLink =
  | { ok: true; href: string; oddity?: Oddity }
  | { ok: false; reason: "too long" | "hidden character" | "no such place" };

type Opening = Omit<Extract<ChannelLink, { ok: true }>, "ok">;

/** One kind of page of a brand. Only these open, so that its redirectors (`/redirect?q=`, `/l.php?u=`) never do. */
interface Page {
  /** Exact hosts; `www.` and `m.` of each count as well. */
  hosts: readonly string[];
  /** Held against the whole parsed path without its last slash; its group, if any, is somebody's name. */
  path: RegExp;
  /** The one query parameter that the page needs. All others are dropped: trackers, and targets of redirects. */
  param?: { key: string; shape: RegExp };
  /** What is odd where the name is not `usual` (always, without `usual`). */
  oddity?: Oddity;
  usual?: RegExp;
}

export interface Brand {
  pages: readonly Page[];
  /** Names that are pages of the brand itself, never somebody's. */
  reserved?: RegExp;
  /** For the types that take a bare name: what one is made of, and what its link starts with. */
  profile?: { name: RegExp; start: string };
}

const telegramName: Page = {
  hosts: ["t.me", "telegram.me", "telegram.dog"], // Telegram's link documentation: one and the same.
  // Telegram's link documentation: 5 to 32 of A-Z a-z 0-9 _; shorter ones exist as paid names, single letters do not.
  path: /^\/(\w{2,32})$/,
  usual: /^\w{5,}$/,
  oddity: "short telegram name",
};

export const telegram: Brand = {
  profile: { name: /^\w+$/, start: "https://t.me/" },
  // Telegram's link documentation: the names that are no user's, and the other pages on t.me.
  reserved:
    /^(?:addemoji|addlist|addstickers|addstyle|addtheme|auction|auth|bg|boost|call|confirmphone|contact|giftcode|invoice|iv|joinchat|login|msg|nft|proxy|setlanguage|share|socks|web|www)$/i,
  pages: [
    // Telegram's link documentation: `start` is what a bot is opened with, up to 64 of base64url.
    { ...telegramName, param: { key: "start", shape: /^[\w-]{1,64}$/ } },
    telegramName,
    // Telegram's link documentation: invites, and t.me/+DIGITS for a phone number. Hashes are case-sensitive.
    { hosts: telegramName.hosts, path: /^\/(?:\+|joinchat\/)[\w-]{5,64}$/ },
  ],
};

export const instagram: Brand = {
  profile: { name: /^[\w.-]+$/, start: "https://instagram.com/" },
  reserved: /^(?:about|accounts|challenge|direct|emails|explore|l|legal|linkshim|oauth|p|reels?|stories|web)$/i,
  pages: [
    {
      hosts: ["instagram.com"],
      path: /^\/([\w.-]+)$/,
      usual: /^[\w.]{1,30}$/, // Others' notes: at most 30 of A-Z a-z 0-9 . _
      oddity: "odd instagram name",
    },
    { hosts: ["ig.me"], path: /^\/(?:[mj]\/)?[\w.-]+$/ },
  ],
};

const facebookName: Page = {
  hosts: ["facebook.com", "fb.com", "m.me"],
  path: /^\/([\w.%-]+)$/,
  usual: /^[A-Za-z\d.]{5,}$/, // Others' notes: 5 or more letters, digits, dots.
  oddity: "odd facebook name",
};

export const facebook: Brand = {
  profile: { name: /^(?:[\w.-]+|profile\.php\?id=\d+)$/, start: "https://facebook.com/" },
  reserved: /^(?:.*\.php|dialog|flx|help|l|log(?:in|out)|plugins|recover|settings|sharer?|watch)$/i,
  pages: [
    facebookName,
    { hosts: facebookName.hosts, path: /^\/profile\.php$/, param: { key: "id", shape: /^\d{1,20}$/ } },
    { hosts: facebookName.hosts, path: /^\/(?:(?:groups|p|share)\/[\w.%-]+|(?:pages|people)\/[\w.%-]+\/\d+)$/ },
    { hosts: ["fb.me"], path: /^\/[\w.-]+$/, oddity: "short link" },
  ],
};

export const youtube: Brand = {
  pages: [
    { hosts: ["youtube.com"], path: /^\/(?:@[\w.%-]+|channel\/[\w-]+)(?:\/[a-z]+)?$/ },
    {
      hosts: ["youtube.com"],
      path: /^\/(?:c|user)\/[\w.%-]+(?:\/[a-z]+)?$/,
      oddity: "old youtube link", // Others' notes.
    },
    { hosts: ["youtu.be"], path: /^\/[\w-]+$/ },
  ],
};

export const twitter: Brand = {
  reserved: /^(?:account|explore|hashtag|home|i|intent|log(?:in|out)|messages|oauth|redirect|search|settings|share)$/i,
  pages: [
    {
      hosts: ["x.com", "twitter.com"],
      path: /^\/(\w+)$/,
      usual: /^\w{1,15}$/, // Others' notes: at most 15 of A-Z a-z 0-9 _
      oddity: "long x name",
    },
  ],
};

export const linkedin: Brand = {
  pages: [
    { hosts: ["linkedin.com"], path: /^\/(?:in|company)\/[\w.%-]+(?:\/[a-z]+)?$/ },
    { hosts: ["lnkd.in"], path: /^\/[\w-]+$/, oddity: "short link" },
  ],
};

// WhatsApp's help: invite links open as they are.
export const invites: readonly Page[] = [
  { hosts: ["wa.me"], path: /^\/message\/\w+$/ },
  { hosts: ["chat.whatsapp.com"], path: /^\/\w+$/ },
];

/** How the value of each type opens. */
const rules: Record<ChannelType, Brand | ((value: string) => Opening | undefined)> = {
  phone: openPhone,
  whatsapp: openWhatsapp,
  email: openEmail,
  telegram,
  instagram,
  facebook,
  youtube,
  twitter,
  linkedin,
  website: openUrl,
  withdrawal_proof: openUrl,
};

/** Control, format (right-to-left, zero-width), surrogate, private-use and other characters that nobody sees. */
export const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Where the value of a channel opens: always http(s), `tel:` or `mailto:`, and on the brand's own host for a branded
 * type. Used when a value is saved and again when its link is built.
 */
export function channelLink(type: ChannelType, value: string): ChannelLink {
  const text = value.trim();
  if (text.length > channelLimits.value) return { ok: false, reason: "too long" };
  if (hidden.test(text)) return { ok: false, reason: "hidden character" };
  const open = rules[type];
  const opening = typeof open === "function" ? open(text) : openPage(open, text);
  return opening ? { ok: true, ...opening } : { ok: false, reason: "no such place" };
}

/**
 * The chat behind a WhatsApp value, with a text ready to be sent; undefined where the value opens none, as an invitation to a
 * group does not (https://faq.whatsapp.com/5913398998672934).
 */
export function whatsappChat(value: string, text: string): string | undefined {
  const link = channelLink("whatsapp", value);
  if (!link.ok || !link.href.startsWith("https://wa.me/")) return undefined;
  return `${link.href}?text=${encodeURIComponent(text)}`;
}

/** A bare name becomes its profile's URL first, so that a name and a link pass the same door. */
function openPage({ pages, reserved, profile }: Brand, value: string): Opening | undefined {
  const name = value.replace(/^@/, "");
  const isHost = pages.some(({ hosts }) => isOneOf(hosts, value.toLowerCase()));
  const place = parseBrandUrl(profile?.name.test(name) && !isHost ? profile.start + name : value);
  if (!place) return undefined;
  for (const { hosts, path, param, usual, oddity } of pages) {
    const match = isOneOf(hosts, place.host) ? path.exec(place.path) : null;
    const own = match?.[1] ?? "";
    const query = param ? (place.url.searchParams.get(param.key) ?? "") : "";
    if (!match || reserved?.test(own) || (param && !param.shape.test(query))) continue;
    const { hostname, pathname } = place.url;
    const href = `https://${hostname}${pathname.replace(/^\/$/, "")}${param ? `?${param.key}=${query}` : ""}`;
    return oddity && !usual?.test(own) ? { href, oddity } : { href };
  }
  return undefined;
}

/** A URL with or without its scheme, the host to compare and the path without its last slash. */
function parseBrandUrl(text: string): { url: URL; host: string; path: string } | undefined {
  // NFKC changes full-width letters, which pass for the plain ones.
  const url = text.normalize("NFKC") === text ? (parseUrl(text) ?? parseUrl(`https://${text}`)) : undefined;
  // Letters of other scripts stand encoded in a path; encoded ASCII (`%2F`) and 400 characters are no name.
  if (!url || /%(?![89A-F][\dA-F])/i.test(url.pathname) || url.pathname.length > 400) return undefined;
  const path = url.pathname.replace(/\/$/, "");
  // Telegram's link documentation: NAME.t.me is t.me/NAME.
  const name = path === "" ? /^(\w+)\.t\.me$/.exec(url.hostname)?.[1] : undefined;
  return name ? { url, host: "t.me", path: `/${name}` } : { url, host: url.hostname, path };
}

/** Whether a host is one of these, or its `www.` or `m.`. */
export function isOneOf(hosts: readonly string[], host = ""): boolean {
  return hosts.some((own) => host === own || host === `www.${own}` || host === `m.${own}`);
}

/** An http(s) URL without credentials and port. WHATWG URL would repair spaces and backslashes: they are refused. */
function parseUrl(text: string): URL | undefined {
  if (/[\s\\]/.test(text)) return undefined;
  try {
    const url = new URL(text);
    const isPlain = url.username === "" && url.password === "" && url.port === "";
    return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The value itself where it needs no repair but the slash after its host. A host without a dot is nobody's site. */
function openUrl(value: string): Opening | undefined {
  const url = parseUrl(value);
  if (!url || !/[^.]\.[^.]/.test(url.hostname)) return undefined;
  return { href: url.href === `${value}/` ? value : url.href };
}

/** RFC 5321: the dot-string before the @, and a host's name; what may follow what is never in doubt, so both take linear time. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostLabel = /^[a-z\d]+(?:-+[a-z\d]+)*$/i;

/** RFC 6068: what is special in a URL is encoded as a part of the address, so the value brings no headers. */
function openEmail(value: string): Opening | undefined {
  const [local = "", domain = "", ...more] = value.split("@");
  const labels = domain.split(".");
  // RFC 5321: at most 64 before the @, 254 in all, labels of at most 63.
  const isAddress =
    value.length <= 254 &&
    more.length === 0 &&
    local.length <= 64 &&
    dotString.test(local) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && hostLabel.test(label)) &&
    /^[a-z]./i.test(labels.at(-1) ?? "");
  return isAddress ? { href: `mailto:${encodeURIComponent(local)}@${domain}` } : undefined;
}

/** RFC 3966: digits after an optional `+`, then the extension; without `+` the number is a local one. */
function openPhone(value: string): Opening | undefined {
  const [, text = "", extension] = /^([^a-z;]+)(?:(?:;ext=|ext\.? ?|x ?)(\d{1,7}))?$/i.exec(value) ?? [];
  const number = dialled(text);
  // E.164: at most 15 digits, no country code starts with 0; 3 are the shortest service numbers.
  if (!/^(?:\+[1-9]\d{6,14}|\d{3,15})$/.test(number)) return undefined;
  return { href: `tel:${number}${extension ? `;ext=${extension}` : ""}` };
}

/** WhatsApp's help: wa.me takes the full international number as digits only; invite links open as they are. */
function openWhatsapp(value: string): Opening | undefined {
  const { url, host, path } = parseBrandUrl(value) ?? {};
  const sent = isOneOf(["api.whatsapp.com"], host) && path === "/send" ? url?.searchParams.get("phone") : undefined;
  const linked = isOneOf(["wa.me"], host) ? path?.slice(1) : sent;
  const digits = internationalDigits(linked ?? value);
  return digits ? { href: `https://wa.me/${digits}` } : openPage({ pages: invites }, value);
}

/**
 * The digits of a number that has its country code: written with `+` or `00`, or bare digits that can be a whole
 * international number (E.164: at most 15, none starts with 0). Refused as lacking theirs: a single leading 0, and ten
 * bare digits from 6 to 9, an Indian mobile (so a ten-digit number of another country, such as Singapore, needs a `+`).
 */
export function internationalDigits(text: string): string | undefined {
  const number = dialled(text);
  const digits = number.replace(/^(?:\+|00)/, "");
  const isIndianMobile = digits === number && /^[6-9]\d{9}$/.test(digits);
  return /^[1-9]\d{7,14}$/.test(digits) && !isIndianMobile ? digits : undefined;
}

/** A written number without its separators, nor the `(0)` that is not dialled after a country code (ITU E.123). */
export function dialled(text: string): string {
  const trunk = /^\(?(?:\+|00)/.test(text) ? "(0)" : "";
  return text.replace(trunk, "").replace(/[\s.()\u2010-\u2015-]/g, "");
}
