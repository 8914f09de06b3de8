/**
 * Trimming by hand: a regular expression for it, such as `/\/+$/`, begins anew at each sign of a run that does not end the text, and so takes
 * time with the square of its length.
 */

/** The text without what `sign` matches, a character at a time, at its end. */
export function trimmedEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    // A pair of surrogates is one character.
    const start = end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;
    if (!sign.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}
