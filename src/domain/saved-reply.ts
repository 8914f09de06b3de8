/** What `{...}` in a saved reply may stand for. */
export const replyPlaceholders = ["name", "reference"] as const;

type Placeholder = (typeof replyPlaceholders)[number];

const placeholder = /\{(\w+)\}/g;

/** The reply for one inquiry. A placeholder that is none of ours stays as it is; what is filled in is not read again. */
export function fillReply(text: string, values: Record<Placeholder, string>): string {
  return text.replace(placeholder, (whole, word: string) => (isOurs(word) ? values[word] : whole));
}

/** Those in a text that would not be filled in, each once, as they are written. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(placeholder)].filter(([, word]) => !isOurs(word)).map(([whole]) => whole);
  return [...new Set(found)];
}

function isOurs(word: string | undefined): word is Placeholder {
  return replyPlaceholders.some((name) => name === word);
}
