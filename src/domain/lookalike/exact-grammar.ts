import { rulesOf } from "../brands/brand-rules.ts";
import { profileAt, siteOf } from "../brands/brand-hosts.ts";
import { channelTypes } from "../brands/brands.ts";
import { decoded, hostOf } from "../brands/profile-name.ts";
import { hidden } from "../text.ts";
import { zeroOf } from "./confusables.ts";

/*
 * Grammar of what may be called official. Programs disagree on odd texts: which of two parameters counts, whether
 * `a/../b` is `b`, which headers an email gets. A text outside this grammar can be read, and reported as a lookalike,
 * but is never official.
 */

/** Marks that display a text in another order; those that only say "left to right" change nothing here. */
export const reordering = /[\u061c\u200f\u202b\u202d\u202e\u2067]/;

const digits = "(?:tel:)?[+＋(]{0,2}[\\p{Nd}\\p{Zs}\\u200b.()/\\u2010-\\u2015-]+";
const numberShape = new RegExp(`^${digits}(?:(?:;ext=|ext\\.? ?|x ?)\\p{Nd}{1,7})?$`, "iu");

/** A number with digits of one script, separated by blanks and marks that every dialler drops. */
export function isExactNumber(text: string): boolean {
  const scripts = new Set((text.match(/\p{Nd}/gu) ?? []).map(zeroOf));
  // Groups of Arabic digits are displayed right to left and dialled left to right.
  const isInOrder = !/[\u0660-\u0669][^\u0660-\u0669]+[\u0660-\u0669]/.test(text);
  return numberShape.test(text) && scripts.size === 1 && isInOrder;
}

/** A bare name without confusable letters, such as full-width ones. */
export function isExactName(text: string): boolean {
  return !hidden.test(text) && text.normalize("NFKC") === text;
}

const local = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/;
const domain = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** An email address, bare or as a link, with only a subject and a text: `to`, `cc` and `bcc` add recipients. */
export function isExactEmail(text: string): boolean {
  const [, address = "", query] = /^mailto:([^?]*)(?:\?(.*))?$/i.exec(text) ?? [];
  const written = address || text;
  const at = written.lastIndexOf("@");
  const before = address === "" ? written.slice(0, at) : decoded(written.slice(0, at));
  const isAddress = before !== undefined && local.test(before) && domain.test(written.slice(at + 1));
  const isAlone = query === undefined || (!/%0[ad]/i.test(query) && hasOnly(query, /^(?:subject|body)$/));
  return isAddress && isAlone && isExactName(written) && !hidden.test(text) && !/\s/.test(text);
}

const allRules = channelTypes.map(rulesOf);

/** App links that may be official. */
const appLinks = allRules.flatMap(({ scheme }) => scheme?.exact ?? []);

/** Paths with a destination in a parameter; they count on every brand's host. */
const neededParameters = allRules.flatMap(({ needed }) => needed ?? []);

/** Parameters that change neither destination nor recipient: texts, a bot's start, and referrers. */
const harmless =
  /^(?:text|start|single|embed|mode|type|app_absent|ref|source|src|utm_[a-z_]+|fbclid|gclid|igsh|igshid|mibextid|si|s|t|hl|lang|locale|feature|trk|ref_src|twclid|originalSubdomain|sub_confirmation|ab_channel|_rdr)$/;

/**
 * Parameters that no program is known to read as a destination; of other names nobody knows. What holds another address
 * is none.
 */
const unknown =
  /^(?!(?:phone|id|domain|invite|code|to|cc|bcc|attach|startattach|startapp|startgroup|startchannel|proxy|server|next|u|url|q|link|redir|redirect|redirect_uri|dest|target|continue|return|goto|r|user|username|screen_name|name|number|amp)$)[a-z\d_-]{1,40}$/i;
const address = /[:/@\\+]|%(?:2f|3a|40|5c|2b|25|0)|\.\w|\d{5}/i;

/**
 * Whether a link opens the same page in every browser and app: `exact`; `doubtful` if it does unless a parameter that
 * nobody knows changes it; `loose` if some program may open something else.
 */
export type Grade = "exact" | "doubtful" | "loose";

export function gradeOfLink(text: string): Grade {
  if (isExactLink(text, harmless)) return "exact";
  const query = /\?([^#]*)/.exec(text)?.[1] ?? "";
  const values = query.split("&").map((pair) => pair.split("=").slice(1).join("="));
  return query !== "" && !values.some((value) => address.test(value)) && isExactLink(text, unknown)
    ? "doubtful"
    : "loose";
}

/** Returns whether a link opens the same page in every browser and app, if `free` parameters do not matter. */
function isExactLink(text: string, free: RegExp): boolean {
  if (hidden.test(text) || /[\s\\]/.test(text)) return false;
  for (const [link, needed, value] of appLinks) {
    const query = link.exec(text)?.[1];
    if (query !== undefined) return hasOne(query, needed, value, free);
  }
  return isExactPage(text) && isOneProfile(text, free);
}

/** A host in its own letters and a path without anything to decode or resolve. */
function isExactPage(text: string): boolean {
  const [, host = "", path = ""] = /^(?:https?:\/\/)?([^/?#:]+)(?::\d*)?(\/[^?#]*)?(?:[?#].*)?$/isu.exec(text) ?? [];
  if (!/^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(host)) return false;
  const segments = path.split("/").map(decoded);
  return isExactName(host) && segments.every((segment) => segment !== undefined && !/^\.{1,2}$/.test(segment));
}

/** A profile on a brand's host, without a parameter or fragment that an app or page reads. */
function isOneProfile(text: string, free: RegExp): boolean {
  const written = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(written)) return false;
  const url = new URL(written);
  const profile = profileAt(url);
  if (profile === undefined) return true;
  const path = decoded(url.pathname) ?? "";
  const { fragment = /^(?:#[\w-]*)?$/, harmless: own } = siteOf(hostOf(url)) ?? {};
  if (!isExactName(path) || !fragment.test(url.hash)) return false;
  const query = url.search.slice(1);
  const [, needed, value] = neededParameters.find(([place]) => place.test(path)) ?? [];
  if (needed !== undefined && value !== undefined) return hasOne(query, needed, value, free);
  // A chat's number stands in the path, with signs that no app reads.
  const isPlain = !profile.startsWith("+") || /^\/\+?\d[\d ().-]*\/?$/.test(path);
  return isPlain && hasOnly(query, free, own);
}

function hasOne(query: string, needed: string, value: RegExp, free: RegExp): boolean {
  const found = new URLSearchParams(query).get(needed);
  return found !== null && value.test(found) && hasOnly(query, free, new RegExp(`^${needed}$`));
}

/** Returns whether each parameter is known, occurs once and is in plain letters. */
function hasOnly(query: string, known: RegExp, also?: RegExp): boolean {
  if (query === "") return true;
  const names = query.split("&").map((pair) => pair.split("=", 1)[0] ?? "");
  const areKnown = names.every((name) => known.test(name) || also?.test(name));
  return areKnown && new Set(names).size === names.length && !/[;#]/.test(query);
}
