/** The value of a text in JSON; null if it is none, as where somebody else may have written it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
