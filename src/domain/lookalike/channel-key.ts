import { rulesOf } from "../brands/brand-rules.ts";
import { type BrandSite, brandSites, profileAt, siteOf } from "../brands/brand-hosts.ts";
import { type ChannelType, channelTypes } from "../brands/brands.ts";
import { internationalDigits } from "../brands/open-page.ts";
import { decoded, hostOf } from "../brands/profile-name.ts";
import { withoutTrunkZero } from "../brands/trunk-zero.ts";
import { isWrapper, unwrapped } from "../brands/wrapped-link.ts";
import { channelLink } from "../channels/channel-link.ts";
import { usualValue } from "../channels/usual-value.ts";
import { hidden, trimmedEnd } from "../text.ts";
import { type CopiedText, copiedText, isCutOff, withoutSentence } from "./copied-text.ts";
import { withAsciiDigits } from "./confusables.ts";
import { type Grade, gradeOfLink, isExactEmail, isExactName, isExactNumber, reordering } from "./exact-grammar.ts";

/** Functions that the rules need from outside. */
export interface Reader {
  /** The digits of a number in E.164, such as `919000000001`; null if it is no valid number. */
  readNumber: (text: string) => string | null;
  /** Decodes a host from Punycode. */
  hostInUnicode: (host: string) => string;
}

/**
 * Canonical form of a channel's value: an E.164 number, an email address, a brand's address without its scheme, any
 * other link with its scheme. Undefined if the value does not fit its type. Equals the key of the channel's link.
 */
export function channelKey(type: ChannelType, value: string, reader: Reader): string | undefined {
  const link = channelLink(type, usualValue(type, value));
  return (link.ok ? keyOf(type, link.href, reader) : undefined) ?? keyOf(type, value.trim(), reader);
}

function keyOf(type: ChannelType, text: string, reader: Reader): string | undefined {
  switch (rulesOf(type).value) {
    case "number":
      return extended(numberKey(text, reader), text);
    case "chat number":
      return linkKey(text) ?? chatNumberKey(text);
    case "email":
      return emailKey(text);
    case "page":
      return exactKey(text, "whole");
    case "profile":
      return brandKey(type, text);
    case "profile or name":
      return nameKey(type, text) ?? brandKey(type, text);
  }
}

/** The key of a bare name, or of an address without its host. */
function nameKey(type: ChannelType, text: string): string | undefined {
  const site = brandSites.find((one) => one.type === type);
  const name = nameIn(text);
  const isName = name !== undefined && siteOf(text.toLowerCase()) !== site;
  return site && (keyWithHost(site, text) ?? (isName ? keysOfName(site, name)[0] : undefined));
}

/** The key of a link on the brand's own host. */
function brandKey(type: ChannelType, text: string): string | undefined {
  const key = linkKey(text);
  return key !== undefined && siteOf(partsOf(key)?.host ?? "")?.type === type ? key : undefined;
}

/** Possible meanings of a visitor's text. */
interface Readings {
  /** Empty if it is no number, name, link or address. A bare name may match several types. */
  keys: string[];
  /**
   * Keys that are neither ours nor an impostor's without more knowledge: links whose last mark may belong to the path
   * or to the surrounding sentence, with a parameter that may matter, or wrapped in a way that programs may read
   * differently.
   */
  doubtful: string[];
  /** Readings of a text outside the grammar of `exact-grammar.ts`: some program opens something else. */
  loose: string[];
}

/** A key, and whether it is the only reading of the text, may be, or is not. */
type Found = { key: string; grade: Grade };

/** The address in a link that only leads on to it; undefined for any other text. */
export function carriedText(typed: string): { text: string; isClear: boolean } | undefined {
  const outer = copiedText(typed);
  const link = isCutOff(typed) ? outer.text : withoutSentence(outer).text;
  return isWrapper(link) ? unwrapped(link) : undefined;
}

/** All readings of a text. `label` is the type that the surrounding words name. */
export function readings(typed: string, reader: Reader, label?: ChannelType): Readings {
  const outer = copiedText(typed);
  const carried = carriedText(typed);
  const { text, isClear } = carried ?? { text: outer.text, isClear: true };
  const copied = { text, label: outer.label ?? label };
  // In a truncated text, only numbers and full links count: apps show a number whole, and a page may have such a name.
  const found = isCutOff(typed)
    ? keysIn(copied, reader).filter(({ key }) => /^(?:\+?\d+(?:;ext=\d+)?$|https:)/.test(key))
    : keysIn(copied, reader);
  // The end of a carried address is a part of it, so nothing is stripped.
  const bare = isCutOff(typed) || carried !== undefined ? copied : withoutSentence(copied);
  const inSentence = bare.text === copied.text ? [] : keysIn(bare, reader);
  const isShownInOrder = !reordering.test(typed);
  const all = [...found, ...inSentence];
  const graded = (grade: Grade, some: Found[]) =>
    some.filter((one) => one.grade === grade && isShownInOrder).map(({ key }) => key);
  const known = new Set(graded("exact", found));
  const added = graded("exact", inSentence).filter((key) => !known.has(key));
  const keys = new Set([...known, ...added.filter((key) => !isDoubtful(key))]);
  const doubtful = new Set([...added.filter(isDoubtful), ...graded("doubtful", all)].filter((key) => !keys.has(key)));
  const loose = all.map(({ key }) => key).filter((key) => !keys.has(key) && !doubtful.has(key));
  return isClear
    ? { keys: [...keys], doubtful: [...doubtful], loose: [...new Set(loose)] }
    : { keys: [], doubtful: [...new Set([...keys, ...doubtful, ...loose])], loose: [] };
}

/** Returns whether the same link with a trailing dot may belong to somebody else. */
function isDoubtful(key: string): boolean {
  const { host = "", rest = "" } = partsOf(key.replace(/^https:\/\//, "")) ?? {};
  const site = siteOf(host);
  return rest !== "" && (site === undefined || site.mayEndWithDot?.(rest) === true);
}

function keysIn({ text: written, label }: CopiedText, reader: Reader): Found[] {
  const text = written.replace(/^(?:callto|sms):(?:\/\/)?/i, "tel:");
  const name = nameIn(text);
  // A name labelled as Telegram is not looked up on Instagram.
  const brands = brandSites.filter(({ type }) => label === undefined || label === type);
  const number = numberKey(text, reader);
  const whole = international(text);
  // A browser opens `name.example` as a site, which may belong to anybody.
  const isName = isExactName(text) && (label !== undefined || text.startsWith("@") || !/\../.test(text));
  const isPlace = /^[^#]*(?:#[\w-]*)?$/.test(text);
  const link = linkKey(text);
  const grade = gradeOfLink(text);
  // Whether such a link reaches the number without its 0 is the app's own business.
  const digits = /^\+(\d+)$/.exec(link ?? "")?.[1];
  const withZero =
    digits !== undefined && withoutTrunkZero(digits) !== digits ? `+${withoutTrunkZero(digits)}` : undefined;
  const all: Array<[grade: Grade, keys: Array<string | undefined>]> = [
    [isExactNumber(text) ? "exact" : "loose", [number, whole, extended(number, text), extended(whole, text)]],
    [isExactEmail(text) ? "exact" : "loose", [emailKey(text)]],
    [grade === "exact" ? "doubtful" : grade, [withZero]],
    [grade, [withZero === undefined ? link : undefined, exactKey(text, "whole")]],
    [isPlace ? grade : "loose", [exactKey(text, "page")]],
    ["exact", brandSites.map((site) => keyWithHost(site, text))],
    [isName ? "exact" : "loose", name === undefined ? [] : brands.flatMap((site) => keysOfName(site, name))],
  ];
  return all.flatMap(([one, keys]) => keys.flatMap((key) => (key === undefined ? [] : [{ key, grade: one }])));
}

/** The URL that a browser opens for a text, whatever its spelling. */
export function parseAsBrowser(text: string): URL | undefined {
  if (/\s/.test(text) || hidden.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const written = hasScheme ? text : `https://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  // A host without a dot, or with two in a row, is not a public site.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^(?=.*[^.]\.[^.])(?!.*\.\.)[^'"]+$/.test(url.hostname))
    return undefined;
  // URL turns bare numbers into addresses: 12 becomes 0.0.0.12.
  const isGuessed = !hasScheme && /^[\d.]+$/.test(url.hostname) && !text.includes(url.hostname);
  return isGuessed ? undefined : url;
}

/** Splits an address without its scheme into its host and the rest; undefined for a number or an email address. */
export function partsOf(key: string): { host: string; rest: string } | undefined {
  if (isNumber(key) || emailKey(key) !== undefined) return undefined;
  const end = /[/?#]/.exec(key)?.index ?? key.length;
  return { host: key.slice(0, end), rest: key.slice(end) };
}

const numberWithExtension = /^(?:tel:)?([+(]{0,2}[\d\s.()/\u2010-\u2015-]+)(?:(?:;ext=|ext\.? ?|x ?)(\d{1,7}))?$/i;

/** The digits to dial and the extension; undefined if the text is no number. */
function dialledIn(text: string): { number: string; extension: string | undefined } | undefined {
  const ascii = withAsciiDigits(text.replaceAll("＋", "+")).replace(/\p{Cf}/gu, "");
  const [, written = "", extension] = numberWithExtension.exec(ascii) ?? [];
  // `(0)` counts as a digit here: whether it belongs to the number depends on the country.
  const number = written.replace(/[\s.()/\u2010-\u2015-]/g, "");
  return /^\+?\d{3,17}$/.test(number) ? { number, extension } : undefined;
}

/** A number with its extension, which is part of the destination. */
function extended(number: string | undefined, text: string): string | undefined {
  const extension = dialledIn(text)?.extension;
  return number === undefined || extension === undefined ? number : `${number};ext=${extension}`;
}

function isNumber(text: string): boolean {
  return dialledIn(text) !== undefined;
}

/** `+` and the E.164 digits; digits only for a number that works only within its country, such as 1930. */
function numberKey(text: string, reader: Reader): string | undefined {
  const number = dialledIn(text)?.number;
  if (number === undefined) return undefined;
  // Every digit after a country code counts, except a trunk 0; without a code, the country decides about a leading 0.
  const whole = number.replace(/^00/, "+");
  if (whole.startsWith("+"))
    return /^\+[1-9]\d{6,14}$/.test(whole) ? `+${withoutZero(whole.slice(1), reader)}` : undefined;
  const known = reader.readNumber(number);
  return known === null ? number : `+${known}`;
}

/** Removes the 0 that is not dialled after the calling code, if the rest is a number. */
function withoutZero(digits: string, { readNumber }: Reader): string {
  const stripped = withoutTrunkZero(digits);
  return [digits, stripped].every((one) => readNumber(`+${one}`) === stripped) ? stripped : digits;
}

/** Returns the key of digits with a country code but no `+`, as WhatsApp writes them. */
function international(text: string): string | undefined {
  const number = dialledIn(text)?.number ?? "";
  // Each digit counts here: `numberKey` reads it without a 0 that is not dialled.
  return internationalDigits(number) === undefined ? undefined : `+${number.replace(/^(?:\+|00)/, "")}`;
}

/** Returns the key of a chat number without a 0 that is not dialled, as `channelLink` opens it. */
function chatNumberKey(text: string): string | undefined {
  const digits = internationalDigits(dialledIn(text)?.number ?? "");
  return digits === undefined ? undefined : `+${digits}`;
}

function emailKey(text: string): string | undefined {
  const link = /^mailto:([^?]*)/i.exec(text)?.[1];
  const [, local = "", domain = ""] = /^([^\s@:]{1,64})@([^\s@/?:#\\]+)$/.exec(decoded(link ?? "") || text) ?? [];
  // `youtube.com/@name.example` is a link, not an email address.
  if (local === "" || hidden.test(text) || /^[^/?.]*\.[^/?]*[/?]/.test(local)) return undefined;
  const host = URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname.replace(/\.$/, "") : "";
  return /[^.]\.[a-z]/.test(host) ? `${local.toLowerCase()}@${host}` : undefined;
}

/** The name in `name` or `@name`. */
function nameIn(text: string): string | undefined {
  return hidden.test(text) ? undefined : /^@?((?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.-]{1,64})$/u.exec(text)?.[1];
}

/** The key of an address that people write without its host, such as a profile's number on Facebook. */
function keyWithHost({ withHost }: BrandSite, text: string): string | undefined {
  const link = withHost?.(text);
  return link === undefined ? undefined : linkKey(link);
}

/** Returns the meanings of a bare name for a brand. */
function keysOfName({ names }: BrandSite, name: string): Array<string | undefined> {
  return (names?.(name) ?? []).map((found) => (found.startsWith("https://") ? linkKey(found) : found));
}

/**
 * Canonical form of a link: the brand's own on its host, otherwise without scheme, `www.`, trailing slash and fragment.
 */
export function linkKey(text: string): string | undefined {
  const url = plainUrl(text);
  if (url === undefined || url.port !== "") return undefined;
  return profileAt(url) ?? (siteOf(hostOf(url)) && pageOf(url));
}

/**
 * The exact page that a link opens, on any host. Its fragment is a place on the page or, on some sites, another page.
 */
function exactKey(text: string, as: "whole" | "page"): string | undefined {
  const url = plainUrl(text);
  return url && `https://${pageOf(url)}${as === "whole" ? url.hash : ""}`;
}

function plainUrl(text: string): URL | undefined {
  const url = parseAsBrowser(appLink(text) ?? text);
  return url === undefined || url.username !== "" || url.password !== "" || /\\/.test(text) ? undefined : url;
}

function pageOf(url: URL): string {
  const path = trimmedEnd(url.pathname, /\//).replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return `${hostOf(url)}${url.port === "" ? "" : `:${url.port}`}${path}${url.search}`;
}

const schemes = channelTypes.flatMap((type) => rulesOf(type).scheme ?? []);

/** The https equivalent of a link that opens an app. */
function appLink(text: string): string | undefined {
  const [, app = "", action = "", query = ""] = /^([a-z]+):(?:\/\/)?(\w+)\/?\?(.*)$/i.exec(text) ?? [];
  const known = schemes.find(({ scheme }) => scheme === app.toLowerCase());
  return known?.inWeb(action, new URLSearchParams(query));
}
