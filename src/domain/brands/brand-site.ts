import {
  type Brand,
  facebook,
  hidden,
  instagram,
  linkedin,
  telegram,
  twitter,
  youtube,
} from "../channels/channel-link.ts";
import { trimmedEnd } from "../trimmed.ts";

/** A brand's hosts, each with how it normalizes an address; `key` is undefined if the address is no profile. */
interface Site {
  hosts: readonly string[];
  /** Subdomains of these hosts that belong to the brand itself. */
  own: RegExp;
  key: (path: string, url: URL) => string | undefined;
}

const hostsOf = ({ pages }: Brand) => [...new Set(pages.flatMap(({ hosts }) => hosts))];
/** Any other subdomain of t.me is a username. */
const plain = /^www\.$/;
/** Hosts for mobile and for languages, such as `in.linkedin.com`. */
const regional = /^(?:www|m|mobile|web|touch|mbasic|[a-z]{2}(?:-[a-z]{2})?)\.$/;

/**
 * Normalizes addresses per brand: telegram.me/name is t.me/name. A key is an address without its scheme; normalizing a
 * key gives the same key.
 */
export const brandSites = {
  telegram: { hosts: hostsOf(telegram), own: plain, key: telegramKey },
  instagram: { hosts: hostsOf(instagram), own: regional, key: instagramKey },
  facebook: { hosts: hostsOf(facebook), own: regional, key: facebookKey },
  youtube: { hosts: hostsOf(youtube), own: regional, key: youtubeKey },
  twitter: { hosts: hostsOf(twitter), own: regional, key: twitterKey },
  linkedin: { hosts: hostsOf(linkedin), own: regional, key: linkedinKey },
  whatsapp: { hosts: ["wa.me", "whatsapp.com"], own: /^(?:www|api|web|chat)\.$/, key: whatsappKey },
} satisfies Record<string, Site>;

const sites: readonly Site[] = Object.values(brandSites);

/** The brand that owns this host. */
export function siteOf(host: string): Site | undefined {
  return sites.find(({ hosts, own }) =>
    hosts.some((known) => host === known || (host.endsWith(`.${known}`) && own.test(host.slice(0, -known.length)))),
  );
}

/** The host of an address, without `www.` and a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return trimmedEnd(hostname, /\./).replace(/^(?:www\.)+(?=[^.]+\.[^.])/, "");
}

/** Key of the profile, chat or group that an address opens on a brand's host; undefined for any other page. */
export function profileAt(url: URL): string | undefined {
  const host = hostOf(url);
  const path = trimmedEnd(url.pathname, /\//);
  const telegramName = /^(\w{2,32})\.t\.me$/.exec(host)?.[1];
  if (telegramName !== undefined && telegramName !== "www")
    return path === "" ? telegramKey(`/${telegramName}`) : undefined;
  return siteOf(host)?.key(path, url);
}

/** People also put the `@` of a name into its link. */
const sign = "(?:@|%40)?";
const telegramName = new RegExp(`^/(?:s/)?${sign}(\\w{2,32})(?:/\\d+)?$`);
const dottedName = new RegExp(`^/${sign}([\\w.-]+)$`);
const twitterName = new RegExp(`^/${sign}(\\w+)$`);

/**
 * Telegram's link documentation: names ignore case, also in `t.me/s/name` and message links; hashes are case-sensitive.
 */
export function telegramKey(path: string): string | undefined {
  const name = telegramName.exec(path)?.[1];
  if (name !== undefined && !telegram.reserved?.test(name)) return `t.me/${name.toLowerCase()}`;
  const hash = /^\/(?:\+|%2B|joinchat\/)([\w-]{5,64})$/i.exec(path)?.[1];
  return hash === undefined ? undefined : `t.me/+${hash}`;
}

function instagramKey(path: string, { hostname }: URL): string | undefined {
  const shape = hostname.endsWith("ig.me") ? /^\/m\/([\w.-]+)$/ : dottedName;
  const name = shape.exec(path)?.[1];
  return name === undefined || instagram.reserved?.test(name) ? undefined : `instagram.com/${name.toLowerCase()}`;
}

/** Usernames ignore dots and case (https://www.facebook.com/help/105399436216001). */
function facebookKey(path: string, { hostname, searchParams }: URL): string | undefined {
  if (hostname.endsWith("fb.me")) return undefined;
  const id = /^\/profile\.php$/i.test(path)
    ? searchParams.get("id")
    : /^\/(?:(?:pages|people)\/[^/]+\/)?(\d+)$/.exec(path)?.[1];
  if (id !== undefined && id !== null && /^\d{1,20}$/.test(id)) return `facebook.com/profile.php?id=${id}`;
  const name = dottedName.exec(path)?.[1];
  if (name === undefined || facebook.reserved?.test(name)) return undefined;
  const letters = name.toLowerCase().replaceAll(".", "");
  // Without dots it may be one of Facebook's own pages.
  return letters === "" || /^\d+$/.test(letters) || facebook.reserved?.test(letters)
    ? undefined
    : `facebook.com/${letters}`;
}

function youtubeKey(path: string, { hostname }: URL): string | undefined {
  if (hostname.endsWith("youtu.be")) return undefined;
  const id = /^\/channel\/([\w-]+)(?:\/[a-z]+)?$/.exec(path)?.[1];
  if (id !== undefined) return `youtube.com/channel/${id}`;
  const [, kind, name = ""] = /^\/(@|c\/|user\/)([^/]+)(?:\/[a-z]+)?$/.exec(path) ?? [];
  const letters = kind === undefined ? undefined : folded(name);
  return letters === undefined ? undefined : `youtube.com/${kind}${letters}`;
}

function twitterKey(path: string): string | undefined {
  const name = twitterName.exec(path)?.[1];
  return name === undefined || twitter.reserved?.test(name) ? undefined : `x.com/${name.toLowerCase()}`;
}

function linkedinKey(path: string, { hostname }: URL): string | undefined {
  if (hostname.endsWith("lnkd.in")) return undefined;
  const [, kind, name = ""] = /^\/(in|company)\/([^/]+)(?:\/[a-z]+)?$/.exec(path) ?? [];
  const letters = kind === undefined ? undefined : folded(name);
  return letters === undefined ? undefined : `linkedin.com/${kind}/${letters}`;
}

/** WhatsApp's help: `wa.me/<digits>` and `api.whatsapp.com/send?phone=<digits>` open the chat with a number. */
function whatsappKey(path: string, url: URL): string | undefined {
  const host = hostOf(url);
  if (host === "chat.whatsapp.com") {
    const invite = /^\/(?:invite\/)?(\w+)$/.exec(path)?.[1];
    return invite === undefined ? undefined : `${host}/${invite}`;
  }
  if (host !== "wa.me" && path !== "/send") return undefined;
  const written = host === "wa.me" ? decoded(path.slice(1)) : url.searchParams.get("phone");
  const digits = written?.replaceAll(/[\s+().-]/g, "");
  // Only the full number opens a chat, so do not guess a country code.
  return digits !== undefined && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}

/** A path's name in lower case; undefined if it is not a name. */
export function folded(name: string): string | undefined {
  // Encoded ASCII (`%2F`) is not part of a name.
  const text = /%(?![89A-F][\dA-F])/i.test(name) ? undefined : decoded(name);
  const letters = text?.normalize("NFC").toLowerCase().normalize("NFC");
  return letters !== undefined && !hidden.test(letters) && /^[\p{L}\p{M}\p{N}\p{Pd}_.·&'’,+®™-]+$/u.test(letters)
    ? letters
    : undefined;
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
