import { mailPattern } from "../words/language-words.ts";

/** An email's text: what its sender wrote, and the earlier message that their mail program quoted below or above it. */
interface SplitText {
  written: string;
  /** Empty if nothing is quoted, or if the sender wrote between the quoted lines. */
  quoted: string;
}

/** A quotation that starts later is not looked for, so that a text of many lines costs little. */
const maxLines = 300;

/** Mail programs wrap the line that introduces a quotation after some 70 characters. */
const maxIntroductionLines = 3;
const maxIntroduction = 320;

const introductions = [
  // Gmail, Apple Mail, Thunderbird.
  /^On .{5,300} wrote:$/,
  new RegExp(String.raw`^.{5,300} ${mailPattern("wrote")}\s?:$`, "i"),
  // Outlook, and mail programs of phones.
  new RegExp(String.raw`^-{2,}\s?${mailPattern("originalMessage")}\s?-{2,}$`, "i"),
  /^_{10,}$/,
  // Zoho.
  /^-{2,}\s?On .{5,300} wrote\s?:?\s?-{2,}$/,
  /^From: .{3,300} Sent: /,
  /^From: .{1,200}@.{3,100} Date: /,
];

/** The first line of a header that Outlook writes above a quotation, in the languages of its users. */
const senderLine = new RegExp(
  String.raw`^\*?(?:Von|De|Da|Van|Från|Fra|Od|От|Kimden|发件人|差出人|${mailPattern("from")})\s?:\*? ?\S`,
  "i",
);
const headerLine = /^\*?[\p{L}\p{M}][\p{L}\p{M} -]{0,25}\s?:\*?(?:\s|$)/u;
const dateOrTime = /(?:19|20)\d\d|\d{1,2}[:.]\d\d/;
const angledAddress = /<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,200}>/;

/** Splits an email's text. Nothing is lost: `written` and `quoted` hold all of it but the space between them. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split("\n");
  const start = startOfQuotation(lines);
  const written = lines.slice(0, start).join("\n").trimEnd();
  if (start !== lines.length && written !== "") return { written, quoted: lines.slice(start).join("\n").trim() };
  const end = endOfQuotationAbove(lines);
  const below = lines.slice(end).join("\n").trim();
  return end === 0 || below === ""
    ? { written: text, quoted: "" }
    : { written: below, quoted: lines.slice(0, end).join("\n").trim() };
}

/** Returns a visitor's own words for a list or a notification: without quotations, unless there is nothing else. */
export function visitorWords(text: string): string {
  const { written } = splitQuoted(text);
  const lines = written.split("\n");
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const length = at < maxLines ? introductionLength(lines, at) : 0;
    // An introduction is one only above a quotation here.
    const isAbove = length > 0 && isMarked(nextWritten(lines, at + length) ?? "");
    if (isAbove) at += length - 1;
    else if (!isMarked(line)) kept.push(line);
  }
  const words = kept.join("\n").trim();
  return words === "" ? written.replaceAll(/^[> ]+/gm, "").trim() : words;
}

/** The first line of the quotation that ends the text; the number of lines if there is none. */
function startOfQuotation(lines: readonly string[]): number {
  const introduced = lines.slice(0, maxLines).findIndex((_line, at) => introductionLength(lines, at) > 0);
  if (introduced !== -1) {
    const below = lines.slice(introduced + introductionLength(lines, introduced)).filter((line) => line.trim() !== "");
    const firstMarked = below.findIndex(isMarked);
    // Unmarked text below marked lines is what the sender wrote between them.
    return firstMarked === -1 || below.slice(firstMarked).every(isMarked) ? introduced : lines.length;
  }
  let start = lines.length;
  while (start > 0 && (isMarked(lines[start - 1] ?? "") || lines[start - 1]?.trim() === "")) start -= 1;
  return lines.slice(start).some(isMarked) ? start : lines.length;
}

/** Returns the number of lines of the marked quotation above everything else; 0 if it is not the only one. */
function endOfQuotationAbove(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== "");
  const start = Math.max(first, 0);
  const marked = start + introductionLength(lines, start);
  let end = marked;
  while (end < lines.length && (isMarked(lines[end] ?? "") || lines[end]?.trim() === "")) end += 1;
  const isQuotation = lines.slice(marked, end).some(isMarked);
  return isQuotation && !lines.slice(end).some(isMarked) ? end : 0;
}

/** Returns the number of lines that introduce a quotation, from this one on; 0 if it does not. */
function introductionLength(lines: readonly string[], at: number): number {
  const first = (lines[at] ?? "").trim();
  if (senderLine.test(first) && first.length <= maxIntroduction && isHeader(lines, at)) return 1;
  let joined = "";
  for (let length = 1; length <= maxIntroductionLines; length += 1) {
    const next = (lines[at + length - 1] ?? "").trim();
    // The introduction starts at this line, not above it.
    if (next === "" || isMarked(next) || (joined !== "" && matches(next))) return 0;
    joined = joined === "" ? next : `${joined} ${next}`;
    if (joined.length > maxIntroduction) return 0;
    if (matches(joined) || introducesInAnyLanguage(joined, nextWritten(lines, at + length))) return length;
  }
  return 0;
}

/** Lines such as `Von:`, `Gesendet:`, `An:` that follow each other, with an address and a date. */
function isHeader(lines: readonly string[], at: number): boolean {
  const block = lines.slice(at, at + 5).map((line) => line.trim());
  const end = block.findIndex((line) => !headerLine.test(line));
  const header = end === -1 ? block : block.slice(0, end);
  const hasAddress = header.some((line) => /\S@\S/.test(line));
  return header.length >= 3 && hasAddress && header.slice(1).some((line) => dateOrTime.test(line));
}

/** A line that names an address and a date and ends with a colon, or one with either above marked lines. */
function introducesInAnyLanguage(line: string, below: string | undefined): boolean {
  if (!/[:：]$/.test(line)) return false;
  const [hasDate, hasAddress] = [dateOrTime.test(line), angledAddress.test(line)];
  return (hasDate && hasAddress) || ((hasDate || hasAddress) && below !== undefined && isMarked(below));
}

const nextWritten = (lines: readonly string[], at: number) =>
  lines.slice(at, at + 3).find((line) => line.trim() !== "");

const matches = (line: string) => introductions.some((introduction) => introduction.test(line));
const isMarked = (line: string) => /^ {0,3}>/.test(line);
