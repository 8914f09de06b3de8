import type { Links, Opening } from "./brand.ts";
import { withoutTrunkZero } from "./trunk-zero.ts";

/** Turns a bare name into its profile URL first, so that names and links pass the same checks. */
export function openPage<O extends string>(links: Links<O>, value: string): Opening<O> | undefined {
  const { pages, reserved, profile, nameInHost } = links;
  const name = value.replace(/^@/, "");
  const isHost = pages.some(({ hosts }) => isOneOf(hosts, value.toLowerCase()));
  const place = parseBrandUrl(profile?.name.test(name) && !isHost ? profile.start + name : value, nameInHost);
  if (!place) return undefined;
  for (const { hosts, path, param, usual, warning } of pages) {
    const match = isOneOf(hosts, place.host) ? path.exec(place.path) : null;
    const own = match?.[1] ?? "";
    const query = param ? (place.url.searchParams.get(param.key) ?? "") : "";
    if (!match || reserved?.test(own) || (param && !param.shape.test(query))) continue;
    const { hostname, pathname } = place.url;
    const href = `https://${hostname}${pathname.replace(/^\/$/, "")}${param ? `?${param.key}=${query}` : ""}`;
    return warning && !usual?.test(own) ? { href, warning } : { href };
  }
  return undefined;
}

/** Parses a URL with or without its scheme; also gives the host to compare and the path without its trailing slash. */
export function parseBrandUrl(
  text: string,
  nameInHost?: Links["nameInHost"],
): { url: URL; host: string; path: string } | undefined {
  // NFKC changes full-width letters, which look like the plain ones.
  const url = text.normalize("NFKC") === text ? (parseUrl(text) ?? parseUrl(`https://${text}`)) : undefined;
  // Other scripts are percent-encoded in a path; encoded ASCII (`%2F`) or over 400 characters is no name.
  if (!url || /%(?![89A-F][\dA-F])/i.test(url.pathname) || url.pathname.length > 400) return undefined;
  const path = url.pathname.replace(/\/$/, "");
  const name = path === "" ? nameInHost?.shape.exec(url.hostname)?.[1] : undefined;
  return nameInHost && name ? { url, host: nameInHost.host, path: `/${name}` } : { url, host: url.hostname, path };
}

/** Returns whether a host is one of these, or its `www.` or `m.`. */
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
export function openUrl(value: string): { href: string } | undefined {
  const url = parseUrl(value);
  if (!url || !/[^.]\.[^.]/.test(url.hostname)) return undefined;
  return { href: url.href === `${value}/` ? value : url.href };
}

/**
 * The digits of a number with its country code: written with `+` or `00`, or bare digits that can be a whole
 * international number (E.164: up to 15, not starting with 0). Rejects as lacking a country code: a single leading 0,
 * and ten bare digits starting with 6 to 9, an Indian mobile. So a ten-digit number of another country, such as
 * Singapore, needs a `+`.
 */
export function internationalDigits(text: string): string | undefined {
  const number = dialled(text);
  const written = number.replace(/^(?:\+|00)/, "");
  const digits = withoutTrunkZero(written);
  const isIndianMobile = written === number && /^[6-9]\d{9}$/.test(written);
  return /^[1-9]\d{7,14}$/.test(digits) && !isIndianMobile ? digits : undefined;
}

/** A number without its separators and without the `(0)` that is not dialled after a country code (ITU E.123). */
export function dialled(text: string): string {
  const trunk = /^\(?(?:\+|00)/.test(text) ? "(0)" : "";
  return text.replace(trunk, "").replace(/[\s.()\u2010-\u2015-]/g, "");
}
