/** Placeholders of a saved reply. */
const replyPlaceholders = ["name", "reference"] as const;

type Placeholder = (typeof replyPlaceholders)[number];

const placeholder = /\{(\w+)\}/g;
const placeholderAfterSpace = /( ?)\{(\w+)\}/g;

/**
 * The reply for one inquiry. Unknown placeholders stay; inserted values are not parsed again. An empty value, such as a
 * missing name, also removes the space before it.
 */
export function fillReply(text: string, values: Record<Placeholder, string>): string {
  return text.replace(placeholderAfterSpace, (whole, space: string, word: string) =>
    isOurs(word) ? (values[word] === "" ? "" : space + values[word]) : whole,
  );
}

/** Unknown placeholders in a text, each once, as written. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(placeholder)].filter(([, word]) => !isOurs(word)).map(([whole]) => whole);
  return [...new Set(found)];
}

function isOurs(word: string | undefined): word is Placeholder {
  return replyPlaceholders.some((name) => name === word);
}
