import { endOfHeaders } from "./mail-headers.ts";

/** A limit that no person's email exceeds: parsing such an email would take long, or much memory. */
export type MailLimit = "too many lines" | "too many headers" | "too many parts";

/** An email of 25 MB in lines of 76 characters has 345,000. */
const maxLines = 400_000;
/** Lines of text: each costs the parser some 2 KB. Encoded files have long lines. */
const maxShortLines = 60_000;
const shortLine = 60;
/** Lines of the header block, also folded ones. Emails that pass many servers have some 200. */
const maxHeaderLines = 5000;
/** Lines that may begin a part. Three pictures are five parts; text has some lines of dashes. */
const maxPartLines = 2000;

const lineFeed = 0x0a;
const dash = 0x2d;

/** The limit that an email exceeds, found by one pass over its bytes; null if it keeps to all. */
export function exceededLimit(raw: Buffer): MailLimit | null {
  const endOfHead = endOfHeaders(raw);
  let lines = 0;
  let shortLines = 0;
  let partLines = 0;
  let before = -1;
  for (let at = raw.indexOf(lineFeed); at !== -1; at = raw.indexOf(lineFeed, at + 1)) {
    lines += 1;
    if (at - before < shortLine) shortLines += 1;
    before = at;
    if (lines > maxLines || shortLines > maxShortLines) return "too many lines";
    if (at < endOfHead && lines > maxHeaderLines) return "too many headers";
    if (raw[at + 1] === dash && raw[at + 2] === dash) partLines += 1;
    if (partLines > maxPartLines) return "too many parts";
  }
  return null;
}
