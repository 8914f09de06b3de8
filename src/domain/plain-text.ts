/** Explicit bidi embeddings, overrides and isolates: invisible, and they reorder the text after them. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * `text` as one line: each run of control characters and line or paragraph separators becomes one space, bidi controls
 * are removed.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll(bidiControls, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** `text` with LF for every line break, a space for a tab, and no other control characters. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "");
}
