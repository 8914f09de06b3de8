/** An email's text: what its sender wrote, and the earlier message that their mail program quoted below it. */
interface SplitText {
  written: string;
  /** Empty if nothing is quoted, or if the sender wrote between the quoted lines. */
  quoted: string;
}

/** A quotation that starts later is not looked for, so that a text of many lines costs little. */
const maxLines = 300;

/** Mail programs wrap the line that introduces a quotation after some 70 characters. */
const maxIntroductionLines = 3;

const introductions = [
  // Gmail, Apple Mail, Thunderbird; Gmail in Hindi.
  /^On .{5,300} wrote:$/,
  /^.{5,300} (?:ने लिखा|लिखा):$/,
  // Outlook.
  /^-{2,}\s?(?:Original Message|Forwarded message)\s?-{2,}$/i,
  /^_{10,}$/,
  /^From: .{3,300} (?:Sent|Date): /,
];

/** Splits an email's text. Nothing is lost: `written` and `quoted` hold all of it but the space between them. */
export function splitQuoted(text: string): SplitText {
  const lines = text.split("\n");
  const start = startOfQuotation(lines);
  const written = lines.slice(0, start).join("\n").trimEnd();
  if (start === lines.length || written === "") return { written: text, quoted: "" };
  return { written, quoted: lines.slice(start).join("\n").trim() };
}

/** The first line of the quotation that ends the text; the number of lines if there is none. */
function startOfQuotation(lines: readonly string[]): number {
  const introduced = lines.slice(0, maxLines).findIndex((_line, at) => isIntroduction(lines, at));
  if (introduced !== -1) {
    const below = lines.slice(introduced + 1).filter((line) => line.trim() !== "");
    const firstMarked = below.findIndex(isMarked);
    // Unmarked text below marked lines is what the sender wrote between them.
    return firstMarked === -1 || below.slice(firstMarked).every(isMarked) ? introduced : lines.length;
  }
  let start = lines.length;
  while (start > 0 && (isMarked(lines[start - 1] ?? "") || lines[start - 1]?.trim() === "")) start -= 1;
  return lines.slice(start).some(isMarked) ? start : lines.length;
}

function isIntroduction(lines: readonly string[], at: number): boolean {
  let joined = "";
  for (const line of lines.slice(at, at + maxIntroductionLines)) {
    const next = line.trim();
    // The introduction starts at this line, not above it.
    if (next === "" || (joined !== "" && matches(next))) return false;
    joined = joined === "" ? next : `${joined} ${next}`;
    if (joined.length > 320) return false;
    if (matches(joined)) return true;
  }
  return false;
}

const matches = (line: string) => introductions.some((introduction) => introduction.test(line));
const isMarked = (line: string) => line.startsWith(">");
