import { channelLimits, type ChannelType } from "./channel.ts";

/** Warnings about a value that still opens. */
export type Oddity =
  | "short telegram name"
  | "odd instagram name"
  | "odd facebook name"
  | "old youtube link"
  | "long x name"
  | "short link";

/**
 * Where a channel opens, or why it does not. The messages for the team are in `channel-check.ts`, which visitors do not
 * download.
 */
export type ChannelLink =
  | { ok: true; href: string; oddity?: Oddity }
  | { ok: false; reason: "too long" | "hidden character" | "no such place" };

type Opening = Omit<Extract<ChannelLink, { ok: true }>, "ok">;

/** One kind of page of a brand. Only these open; its redirectors (`/redirect?q=`, `/l.php?u=`) never do. */
interface Page {
  /** Exact hosts; `www.` and `m.` of each also match. */
  hosts: readonly string[];
  /** Matches the whole parsed path without its trailing slash; its group, if any, is a user's name. */
  path: RegExp;
  /** The only query parameter that the page needs. All others are dropped: trackers and redirect targets. */
  param?: { key: string; shape: RegExp };
  /** The warning if the name is not `usual` (always, without `usual`). */
  oddity?: Oddity;
  usual?: RegExp;
}

export interface Brand {
  pages: readonly Page[];
  /** Names of the brand's own pages, never a user's. */
  reserved?: RegExp;
  /** For types that accept a bare name: its syntax, and the start of its link. */
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
  // Telegram's link documentation: reserved names, and the other pages on t.me.
  reserved:
    /^(?:addemoji|addlist|addstickers|addstyle|addtheme|auction|auth|bg|boost|call|confirmphone|contact|giftcode|invoice|iv|joinchat|login|msg|nft|proxy|setlanguage|share|socks|web|www)$/i,
  pages: [
    // Telegram's link documentation: `start` is a bot's parameter, up to 64 characters of base64url.
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
      usual: /^[\w.]{1,30}$/, // Third-party notes: up to 30 of A-Z a-z 0-9 . _
      oddity: "odd instagram name",
    },
    { hosts: ["ig.me"], path: /^\/(?:[mj]\/)?[\w.-]+$/ },
  ],
};

const facebookName: Page = {
  hosts: ["facebook.com", "fb.com", "m.me"],
  path: /^\/([\w.%-]+)$/,
  usual: /^[A-Za-z\d.]{5,}$/, // Third-party notes: 5 or more letters, digits, dots.
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
      oddity: "old youtube link", // Third-party notes.
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
      usual: /^\w{1,15}$/, // Third-party notes: up to 15 of A-Z a-z 0-9 _
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

/** How each type's value opens. */
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

/** Invisible characters: control, format (right-to-left, zero-width), surrogate, private-use and others. */
export const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Where a channel's value opens: always http(s), `tel:` or `mailto:`, and on the brand's own host for a branded type.
 * Runs when a value is saved and again when its link is built.
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
 * The chat link of a WhatsApp value with a prefilled text; undefined if the value opens no chat, such as a group invite
 * (https://faq.whatsapp.com/5913398998672934).
 */
export function whatsappChat(value: string, text: string): string | undefined {
  const link = channelLink("whatsapp", value);
  if (!link.ok || !link.href.startsWith("https://wa.me/")) return undefined;
  return `${link.href}?text=${encodeURIComponent(text)}`;
}

/** Turns a bare name into its profile URL first, so that names and links pass the same checks. */
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

/** Parses a URL with or without its scheme; also gives the host to compare and the path without its trailing slash. */
function parseBrandUrl(text: string): { url: URL; host: string; path: string } | undefined {
  // NFKC changes full-width letters, which look like the plain ones.
  const url = text.normalize("NFKC") === text ? (parseUrl(text) ?? parseUrl(`https://${text}`)) : undefined;
  // Other scripts are percent-encoded in a path; encoded ASCII (`%2F`) or over 400 characters is no name.
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

/**
 * Parses an http(s) URL without credentials and port. Rejects spaces and backslashes, which WHATWG URL would repair.
 */
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

/**
 * Gives the value itself if it needs no repair except the slash after its host. A host without a dot is not a public
 * site.
 */
function openUrl(value: string): Opening | undefined {
  const url = parseUrl(value);
  if (!url || !/[^.]\.[^.]/.test(url.hostname)) return undefined;
  return { href: url.href === `${value}/` ? value : url.href };
}

/** RFC 5321: the dot-string before the @, and a hostname. Both are unambiguous, so matching takes linear time. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostLabel = /^[a-z\d]+(?:-+[a-z\d]+)*$/i;

/** RFC 6068: URL-special characters are encoded as part of the address, so the value cannot add headers. */
function openEmail(value: string): Opening | undefined {
  const [local = "", domain = "", ...more] = value.split("@");
  const labels = domain.split(".");
  // RFC 5321: up to 64 characters before the @, 254 in all, labels of up to 63.
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

/** RFC 3966: digits after an optional `+`, then the extension; without `+` the number is local. */
function openPhone(value: string): Opening | undefined {
  const [, text = "", extension] = /^([^a-z;]+)(?:(?:;ext=|ext\.? ?|x ?)(\d{1,7}))?$/i.exec(value) ?? [];
  const number = dialled(text);
  // E.164: up to 15 digits, no country code starts with 0. The shortest service numbers have 3 digits.
  if (!/^(?:\+[1-9]\d{6,14}|\d{3,15})$/.test(number)) return undefined;
  return { href: `tel:${number}${extension ? `;ext=${extension}` : ""}` };
}

/** WhatsApp's help: wa.me takes the full international number, digits only; invite links open as they are. */
function openWhatsapp(value: string): Opening | undefined {
  const { url, host, path } = parseBrandUrl(value) ?? {};
  const sent = isOneOf(["api.whatsapp.com"], host) && path === "/send" ? url?.searchParams.get("phone") : undefined;
  const linked = isOneOf(["wa.me"], host) ? path?.slice(1) : sent;
  const digits = internationalDigits(linked ?? value);
  return digits ? { href: `https://wa.me/${digits}` } : openPage({ pages: invites }, value);
}

/**
 * The digits of a number with its country code: written with `+` or `00`, or bare digits that can be a whole
 * international number (E.164: up to 15, not starting with 0). Rejects as lacking a country code: a single leading 0,
 * and ten bare digits starting with 6 to 9, an Indian mobile. So a ten-digit number of another country, such as
 * Singapore, needs a `+`.
 */
export function internationalDigits(text: string): string | undefined {
  const number = dialled(text);
  const digits = number.replace(/^(?:\+|00)/, "");
  const isIndianMobile = digits === number && /^[6-9]\d{9}$/.test(digits);
  return /^[1-9]\d{7,14}$/.test(digits) && !isIndianMobile ? digits : undefined;
}

/** A number without its separators and without the `(0)` that is not dialled after a country code (ITU E.123). */
export function dialled(text: string): string {
  const trunk = /^\(?(?:\+|00)/.test(text) ? "(0)" : "";
  return text.replace(trunk, "").replace(/[\s.()\u2010-\u2015-]/g, "");
}
