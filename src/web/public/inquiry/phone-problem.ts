import { copy } from "#copy/current.ts";

/**
 * Returns what is odd about a typed phone number; undefined if it may well be one. It is only a hint: numbering plans
 * change, and a wrong guess must not keep a message from us.
 */
export function phoneProblem(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, "");
  if (digits === "") return undefined;
  // E.164: 15 digits at most. The shortest numbers with an area code have 8.
  if (digits.length < 8) return copy.message.phone.short;
  if (digits.length > 15) return copy.message.phone.long;
  if (/^(\d)\1+$/.test(digits)) return copy.message.phone.nobody;
  const isIndian = /^\s*(?:\+|00)\s*91/.test(text);
  if (isIndian && digits.replace(/^0*91/, "").length !== 10) {
    return copy.message.phone.indian;
  }
  return undefined;
}
