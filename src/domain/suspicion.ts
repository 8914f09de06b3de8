import type { ImpostorReport } from "./impostor-report.ts";
import type { Inquiry } from "./inquiry.ts";

/** Honest people send a link or two: to a screenshot, to the page they mean. */
const mostLinks = 2;
/** A report is about links: of an impostor's pages there may be many. */
const mostReportedLinks = 10;
/** So often the same words come from many honest people, too. */
const mostRepeats = 5;
/** Shorter messages ("When will I get my money?") are the same by chance. */
const shortestRepeated = 40;

const link = /https?:\/\/|\bwww\./gi;
/** Links as forums and web pages write them, which nobody types into a form. */
const linkMarkup = /\[(?:url|link)\b|<a\s[^<>]*href/i;

/**
 * Whether an inquiry looks like spam and so waits in the tray of the suspected, where a person looks at it. `repeats` is how often
 * the same message has come lately. What makes it look so: links in its name, city or number; markup of links; more than two
 * links; a message of some length that comes again and again.
 */
export function looksLikeSpam({ name, phone, city, query }: Inquiry, repeats: number): boolean {
  if (count(link, `${name} ${phone} ${city}`) > 0) return true;
  if (linkMarkup.test(query)) return true;
  if (count(link, query) > mostLinks) return true;
  return repeats >= mostRepeats && query.length >= shortestRepeated;
}

/**
 * The same for an impostor report. What it is about may well be a link, and comes from many; what happened may hold a few more. What
 * makes it look like spam: markup of links, a great many of them, the same story of some length again and again.
 */
export function reportLooksLikeSpam({ reported, happened }: ImpostorReport, repeats: number): boolean {
  if (linkMarkup.test(`${reported} ${happened}`)) return true;
  if (count(link, `${reported} ${happened}`) > mostReportedLinks) return true;
  return repeats >= mostRepeats && happened.length >= shortestRepeated;
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
