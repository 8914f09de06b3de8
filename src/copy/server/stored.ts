import { inEnglish } from "./render.ts";
import type { ServerText } from "./say.ts";

/**
 * A text of the server as the store keeps it: its English sentence, for the version before during a rolling upgrade,
 * and its code with parameters in a line of its own.
 */
export const toStored = (text: ServerText): string => `${inEnglish(text)}\n${text}`;

/** The text in what the store keeps; a sentence that an earlier version stored as it is. */
export function fromStored(stored: string): string {
  const at = stored.lastIndexOf('\n{"code":"');
  return at === -1 ? stored : stored.slice(at + 1);
}
