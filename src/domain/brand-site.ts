import { type Brand, facebook, hidden, instagram, linkedin, telegram, twitter, youtube } from "./channel-link.ts";

/** The hosts of a brand, each with what it makes of an address there; `key` is undefined where the address is nobody's profile. */
interface Site {
  hosts: readonly string[];
  /** Hosts before these that are the brand's own. */
  own: RegExp;
  key: (path: string, url: URL) => string | undefined;
}

const hostsOf = ({ pages }: Brand) => [...new Set(pages.flatMap(({ hosts }) => hosts))];
const plain = /^(?:www|m)\.$/;
/** A brand's hosts for phones and for languages, as `in.linkedin.com`. */
const regional = /^(?:www|m|mobile|web|touch|mbasic|[a-z]{2}(?:-[a-z]{2})?)\.$/;

/**
 * How the addresses of a brand are one: telegram.me/name is t.me/name. A key is itself an address (without its scheme), so that
 * the key of a key is the same.
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

/** The brand whose host this is. */
export function siteOf(host: string): Site | undefined {
  return sites.find(({ hosts, own }) =>
    hosts.some((known) => host === known || (host.endsWith(`.${known}`) && own.test(host.slice(0, -known.length)))),
  );
}

/** People put the `@` of a name into its link as well. */
const sign = "(?:@|%40)?";
const telegramName = new RegExp(`^/(?:s/)?${sign}(\\w{2,32})(?:/\\d+)?$`);
const dottedName = new RegExp(`^/${sign}([\\w.-]+)$`);
const twitterName = new RegExp(`^/${sign}(\\w+)$`);

/** Telegram's link documentation: names in any case, also `t.me/s/name` and a message of theirs; hashes as they are. */
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

/** Full stops and capital letters tell no usernames apart (https://www.facebook.com/help/105399436216001). */
function facebookKey(path: string, { hostname, searchParams }: URL): string | undefined {
  if (hostname.endsWith("fb.me")) return undefined;
  const id = /^\/profile\.php$/i.test(path)
    ? searchParams.get("id")
    : /^\/(?:(?:pages|people)\/[^/]+\/)?(\d+)$/.exec(path)?.[1];
  if (id !== undefined && id !== null && /^\d{1,20}$/.test(id)) return `facebook.com/profile.php?id=${id}`;
  const name = dottedName.exec(path)?.[1];
  if (name === undefined || facebook.reserved?.test(name)) return undefined;
  const letters = name.toLowerCase().replaceAll(".", "");
  // Without its full stops it may be one of Facebook's own pages.
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
function whatsappKey(path: string, { hostname, searchParams }: URL): string | undefined {
  const isShort = hostname.endsWith("wa.me");
  if (isShort || path === "/send") {
    const digits = (isShort ? decoded(path.slice(1)) : searchParams.get("phone"))?.replaceAll(/[\s+().-]/g, "");
    // Nothing but the whole number opens a chat, so nothing is guessed here.
    if (digits !== undefined && /^[1-9]\d{6,14}$/.test(digits)) return `+${digits}`;
  }
  const invite = /^\/(?:invite\/)?(\w+)$/.exec(path)?.[1];
  return hostname.startsWith("chat.") && invite !== undefined ? `chat.whatsapp.com/${invite}` : undefined;
}

/** A name of a path in small letters; undefined where it is no name. */
export function folded(name: string): string | undefined {
  // Encoded ASCII (`%2F`) is no name.
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
