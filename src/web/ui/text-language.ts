/** The language of a text that somebody wrote: Hindi if it has that script, which needs other fonts and voices. */
export function langOf(text: string): "hi" | undefined {
  return /[\u0900-\u097f]/.test(text) ? "hi" : undefined;
}
