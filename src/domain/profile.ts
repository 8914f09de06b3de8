import { defaultLanguage, type Language, languageCodes } from "./languages.ts";

/** Characters of a display name and of a signature; lines of a signature; pixels of a picture's side. */
export const profileLimits = { name: 40, signature: 300, signatureLines: 4, pictureSide: 96 } as const;

/** A text for each language of visitors; a missing one is empty. */
export type ProfileTexts = Readonly<Partial<Record<Language, string>>>;

/** The text for visitors of a language: its own, else the English one, else the first one there is; or "". */
export function textFor(texts: ProfileTexts, language: Language): string {
  const codes: readonly Language[] = [language, defaultLanguage, ...languageCodes];
  return codes.map((code) => texts[code] ?? "").find(Boolean) ?? "";
}

/** The first letter of the first and of the last word, with its vowel signs. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word = "") => /^\P{L}*(\p{L}\p{M}*)/u.exec(word)?.[1] ?? "");
  return letters.join("").toUpperCase();
}

/** A reply with the signature below it, unless it ends with it already. */
export function withSignature(text: string, signature: string): string {
  const written = text.trimEnd();
  return signature === "" || written === "" || endsWithSignature(written, signature)
    ? text
    : `${written}\n\n${signature}`;
}

/** A reply without the signature at its end, as it goes back into the composer. */
export function withoutSignature(text: string, signature: string): string {
  const written = text.trimEnd();
  return signature !== "" && endsWithSignature(written, signature)
    ? written.slice(0, -signature.length).trimEnd()
    : text;
}

const endsWithSignature = (written: string, signature: string) =>
  written === signature || written.endsWith(`\n${signature}`);
