import { block } from "#copy/locale/language.ts";
import { otherScript } from "#domain/script.ts";

/** The languages of India's scripts, which have 128 characters each in Unicode, from U+0900. */
const scripts = "hi bn pa gu or ta te kn ml si".split(" ");

/**
 * The language of a text that somebody wrote, if it is not the page's: its script needs other fonts and voices. `und`
 * if its script tells no language (https://www.rfc-editor.org/rfc/rfc5646#section-4.1); none if it has no letters.
 */
export function langOf(text: string): string | undefined {
  // The danda (U+0964, U+0965) is left out, since it ends sentences in several of them.
  const letter = /[\u0900-\u0963\u0966-\u0dff]/.exec(text);
  if (letter !== null) {
    const place = (letter[0].charCodeAt(0) - 0x900) >> 7;
    // Marathi has the letters of Hindi.
    return place === block() ? undefined : scripts[place];
  }
  if (otherScript.test(text)) return "und";
  return block() < 0 || !/\p{L}/u.test(text) ? undefined : "en";
}
