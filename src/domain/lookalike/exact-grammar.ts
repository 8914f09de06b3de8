import { rulesOf } from "../brands/brand-rules.ts";
import { profileAt } from "../brands/brand-hosts.ts";
import { channelTypes } from "../brands/brands.ts";
import { decoded } from "../brands/profile-name.ts";
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
  /^(?:text|start|single|embed|mode|type|app_absent|ref|source|src|utm_[a-z_]+|fbclid|gclid|igsh|igshid|mibextid|si|s|t|hl|lang|locale|feature|trk)$/;

/** A link that opens the same page in every browser and app. */
export function isExactLink(text: string): boolean {
  if (hidden.test(text) || /[\s\\]/.test(text)) return false;
  for (const [link, needed, value] of appLinks) {
    const query = link.exec(text)?.[1];
    if (query !== undefined) return hasOne(query, needed, value);
  }
  return isExactPage(text) && isOneProfile(text);
}

/** A host in its own letters and a path without anything to decode or resolve. */
function isExactPage(text: string): boolean {
  const [, host = "", path = ""] = /^(?:https?:\/\/)?([^/?#:]+)(?::\d*)?(\/[^?#]*)?(?:[?#].*)?$/isu.exec(text) ?? [];
  if (!/^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u.test(host)) return false;
  const segments = path.split("/").map(decoded);
  return isExactName(host) && segments.every((segment) => segment !== undefined && !/^\.{1,2}$/.test(segment));
}

/** A profile on a brand's host, without a parameter or fragment that an app or page reads. */
function isOneProfile(text: string): boolean {
  const written = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(written)) return false;
  const url = new URL(written);
  const profile = profileAt(url);
  if (profile === undefined) return true;
  const path = decoded(url.pathname) ?? "";
  if (!isExactName(path) || !/^(?:#[\w-]*)?$/.test(url.hash)) return false;
  const query = url.search.slice(1);
  const [, needed, value] = neededParameters.find(([place]) => place.test(path)) ?? [];
  if (needed !== undefined && value !== undefined) return hasOne(query, needed, value);
  // A chat's number stands in the path as it is.
  return (!profile.startsWith("+") || /^\/\+?\d+\/?$/.test(path)) && hasOnly(query, harmless);
}

function hasOne(query: string, needed: string, value: RegExp): boolean {
  const found = new URLSearchParams(query).get(needed);
  return found !== null && value.test(found) && hasOnly(query, harmless, needed);
}

/** Whether each parameter is known, occurs once and is in plain letters. */
function hasOnly(query: string, known: RegExp, needed?: string): boolean {
  if (query === "") return true;
  const names = query.split("&").map((pair) => pair.split("=", 1)[0] ?? "");
  const areKnown = names.every((name) => name === needed || known.test(name));
  return areKnown && new Set(names).size === names.length && !/[;#]/.test(query);
}
