import type { Email } from "postal-mime";

type Part = Email["attachments"][number];

/** Place where an email's text shows a picture of its own; null for a file that somebody has attached. */
export type InlinePlace = "message" | "quotation or signature" | null;

/** Marks that mail programs write before a signature or a quoted message: all that follows belongs to it. */
const ends =
  /<[^<>]{0,300}\b(?:class|id|data-smartmail)="?(?:[\w -]{0,60}[ _])?(?:gmail_signature|moz-signature|Signature|divRplyFwdMsg|appendonsend)\b|>--(?: |&nbsp;)?<(?:br|\/)|--\s?Original Message\s?--|<div style="?'?border:none;\s?border-top:solid/gi;
const quotations = /<(\/?)blockquote\b/gi;
const maxLooked = 50;

/** Tells the pictures in the text of an email from files, and those of signatures and quotations from the message's. */
export function inlinePlaces({ html = "", attachments }: Pick<Email, "html" | "attachments">): InlinePlace[] {
  const end = ends.exec(html)?.index ?? Infinity;
  ends.lastIndex = 0;
  const marks = Array.from(html.matchAll(quotations), ({ index, 1: slash }) => ({ index, by: slash === "" ? 1 : -1 }));
  const isQuoted = (at: number) =>
    at > end || marks.filter(({ index }) => index < at).reduce((depth, { by }) => Math.max(0, depth + by), 0) > 0;
  return attachments.map((part, place) => {
    const at = place < maxLooked ? shownAt(html, part) : -1;
    if (at !== -1) return isQuoted(at) ? "quotation or signature" : "message";
    return part.related === true && part.disposition !== "attachment" ? "message" : null;
  });
}

/** Returns the offset at which the HTML refers to a part (RFC 2392); -1 if it does not. */
function shownAt(html: string, { contentId }: Part): number {
  const id = contentId?.replaceAll(/[<>\s]/g, "") ?? "";
  if (id === "") return -1;
  const [plain, encoded] = [html.indexOf(`cid:${id}`), html.indexOf(`cid:${encodeURIComponent(id)}`)];
  return plain === -1 ? encoded : plain;
}
