/** What `{...}` in a saved reply may stand for. */
export const replyPlaceholders = ["name", "reference"] as const;

type Placeholder = (typeof replyPlaceholders)[number];

const placeholder = /\{(\w+)\}/g;
const placeholderAfterSpace = /( ?)\{(\w+)\}/g;

/**
 * The reply for one inquiry. A placeholder that is none of ours stays as it is; what is filled in is not read again. Where there is
 * nothing to fill in, as for whoever gave no name, the space before it goes, too.
 */
export function fillReply(text: string, values: Record<Placeholder, string>): string {
  return text.replace(placeholderAfterSpace, (whole, space: string, word: string) =>
    isOurs(word) ? (values[word] === "" ? "" : space + values[word]) : whole,
  );
}

/** Those in a text that would not be filled in, each once, as they are written. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(placeholder)].filter(([, word]) => !isOurs(word)).map(([whole]) => whole);
  return [...new Set(found)];
}

function isOurs(word: string | undefined): word is Placeholder {
  return replyPlaceholders.some((name) => name === word);
}
