import { teamCopy } from "#copy/current.ts";

/** A sentence of the server in the page's language; as it is, if that language has no text for it. */
export function serverText(text: string): string {
  return translation(teamCopy.serverTexts, text) ?? text;
}

/**
 * The text that stands for a sentence in a table; undefined if it has none. A key may name values: `{count} tags.`
 * stands for `7 tags.`, and its text names them as well. A value that is itself in the table comes as its text.
 */
export function translation(texts: Readonly<Record<string, string>>, sentence: string): string | undefined {
  const exact = Object.hasOwn(texts, sentence) ? texts[sentence] : undefined;
  if (exact !== undefined) return exact;
  for (const [pattern, text] of Object.entries(texts)) {
    const values = pattern.includes("{") ? valuesIn(sentence, pattern) : undefined;
    if (values === undefined) continue;
    return text.replaceAll(/\{(\w+)\}/g, (name: string, key: string) => {
      const value = values[key] ?? name;
      return translation(texts, value) ?? value;
    });
  }
  return undefined;
}

/** The values of a pattern in a sentence, of which `count` is a number; undefined if the sentence is another. */
function valuesIn(sentence: string, pattern: string): Record<string, string> | undefined {
  const shape = pattern
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${name === "count" ? String.raw`\d+` : ".+?"})`);
  return new RegExp(`^${shape}$`, "s").exec(sentence)?.groups;
}
