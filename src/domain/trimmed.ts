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
