import type { ImpostorReport, Inquiry } from "./inquiry.ts";

/** Genuine messages have a link or two: to a screenshot, to the page they mean. */
const maxLinks = 2;
/** A report is about links: an impostor may have many pages. */
const maxReportedLinks = 10;
/** Genuine messages repeat up to this often, too. */
const maxRepeats = 5;
/** Shorter messages ("When will I get my money?") are the same by chance. */
const minRepeatedLength = 40;

/** Matches links, also without a scheme: `t.me/name`, `wa.me/…`, `example.com`; an email address is none. */
const anyLink =
  /https?:\/\/|\bwww\.|(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,4}(?:[a-z]{2,10}\/\S|(?:com|net|org|info|xyz|online|site|top)\b)/i;
const link = /https?:\/\/|\bwww\./gi;
/** Links in forum or HTML markup, which nobody types into a form. */
const linkMarkup = /\[(?:url|link)\b|<a\s[^<>]*href/i;

/** Returns whether equal texts count from everywhere: a common question has no link, an advertisement has. */
export const hasAnyLink = (text: string): boolean => anyLink.test(text);

/**
 * Returns whether an inquiry looks like spam and gets the status `suspected`. `repeats` counts recent identical
 * messages: of one source, or of all if the message has a link. Criteria: links in its name, phone or city; link
 * markup; more than two links; a frequently repeated message of some length.
 */
export function looksLikeSpam({ name, phone, city, query }: Inquiry, repeats: number): boolean {
  if (count(link, `${name} ${phone} ${city}`) > 0) return true;
  if (linkMarkup.test(query)) return true;
  if (count(link, query) > maxLinks) return true;
  return repeats >= maxRepeats && query.length >= minRepeatedLength;
}

/**
 * Returns whether an impostor report looks like spam; it may hold more links than an inquiry. Criteria: link markup;
 * too many links; a frequently repeated story of some length.
 */
export function reportLooksLikeSpam({ reported, happened }: ImpostorReport, repeats: number): boolean {
  if (linkMarkup.test(`${reported} ${happened}`)) return true;
  if (count(link, `${reported} ${happened}`) > maxReportedLinks) return true;
  return repeats >= maxRepeats && happened.length >= minRepeatedLength;
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
