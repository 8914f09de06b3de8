import { plainText } from "#domain/text.ts";
import { textOfHtml } from "../lib/html-text.ts";

/** Max characters of an email's text; the rest stays in the mailbox. */
export const maxText = 10_000;
const cutNote = "\n\n[…] (Shortened: the email is longer.)";

/** The text of an email: cleaned like typed text, and shortened to `maxText`, quotations first. */
export async function mailText({
  text = "",
  html = "",
}: {
  text?: string | undefined;
  html?: string | undefined;
}): Promise<string> {
  const typed = clean(text);
  const chosen = html === "" || !mayBePlaceholder(typed) ? typed : better(typed, clean(await textOfHtml(html)));
  return shortened(chosen);
}

const clean = (text: string) => plainText(text).toWellFormed().trim();

/** A longer text part holds the message. */
const maxPlaceholder = 400;
const mayBePlaceholder = (text: string) => text.length <= maxPlaceholder;

/** Texts of parts that hold no message. */
const placeholders =
  /\b(?:html|mime)\b.{0,60}\b(?:format|formatted|version|message|mail|e-?mail|client|viewer|browser)|\b(?:view|read|open) (?:this|the) (?:e-?mail|message|newsletter)\b.{0,40}\b(?:browser|online|html)|does not support html|not displaying (?:correctly|properly)/i;

/** The text of the HTML if the text part is a placeholder for it; both are the same message otherwise. */
function better(typed: string, ofHtml: string): string {
  if (typed === "" || ofHtml === "") return typed === "" ? ofHtml : typed;
  const known = new Set(wordsOf(ofHtml));
  const words = wordsOf(typed);
  const shared = words.filter((word) => known.has(word)).length;
  const isOther = shared < words.length / 2 && ofHtml.length > 3;
  return isOther || (placeholders.test(typed) && shared < words.length) ? ofHtml : typed;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function shortened(text: string): string {
  if (text.length <= maxText) return text;
  const kept = text.length - maxText + cutNote.length;
  const left = withoutQuoted(text, kept);
  return left.length <= maxText
    ? left
    : left
        .slice(0, maxText - cutNote.length)
        .toWellFormed()
        .trimEnd() + cutNote;
}

const isQuoted = (line: string) => line.startsWith(">");
const gap = "> […]";

/** The text with at least `excess` characters of quoted lines left out, the longest quotations first. */
function withoutQuoted(text: string, excess: number): string {
  const lines = text.split("\n");
  const runs: Array<{ from: number; to: number; length: number }> = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!isQuoted(lines[at] ?? "")) continue;
    const from = at;
    while (at + 1 < lines.length && isQuoted(lines[at + 1] ?? "")) at += 1;
    runs.push({ from, to: at, length: lines.slice(from, at + 1).join("\n").length });
  }
  let left = excess;
  const cut = new Map<number, number>();
  for (const { from, to, length } of runs.toSorted((one, other) => other.length - one.length)) {
    if (left <= 0) break;
    cut.set(from, to);
    left -= length - gap.length;
  }
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = cut.get(at);
    kept.push(end === undefined ? (lines[at] ?? "") : gap);
    at = end ?? at;
  }
  return kept.join("\n");
}
