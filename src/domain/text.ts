/** Explicit bidi embeddings, overrides and isolates: invisible, and they reorder the text after them. */
const bidiControls = /\p{Bidi_Control}/gu;

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

/**
 * Trims without a regular expression: one such as `/\/+$/` restarts at each character of a run that does not end the
 * text, which takes quadratic time.
 */

/** Removes characters that match `sign` from the end of the text. */
export function trimmedEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    // A surrogate pair is one character.
    const start = end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;
    if (!sign.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** Invisible characters: control, format (right-to-left, zero-width), surrogate, private-use and others. */
export const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
