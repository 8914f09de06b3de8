import type { NoChannel, ReadNumber } from "../brands/brand.ts";
import { inputOf } from "../brands/brand-inputs.ts";
import type { ChannelType } from "../brands/brands.ts";
import { placeOf } from "../brands/pasted.ts";
import { isWrapper } from "../brands/wrapped-link.ts";
import { hidden } from "../text.ts";

/**
 * The usual form of a channel's value, which links, cards, the phone book and comparisons use, while the value stays as
 * typed: a number as it is called from everywhere, a pasted link as its brand writes it. Equals the value where that is
 * usual, or opens nothing. Without `read`, a number without its country code stays as it is.
 */
export function usualValue(type: ChannelType, value: string, read?: ReadNumber): string {
  const text = value.trim();
  if (hidden.test(text)) return text;
  return inputOf(type).usual?.(text, read) ?? text;
}

/** Returns why a pasted link should not be saved as a channel, or what is unusual about it. */
export function pastedAs(type: ChannelType, value: string): { refused?: NoChannel; warning?: string } {
  const { number, pasted = [] } = inputOf(type);
  const text = value.trim();
  if (number?.(text) !== undefined) return {};
  const place = placeOf(text);
  if (place === undefined) return {};
  if (isWrapper(text)) return { refused: "a redirect" };
  return pasted.find(({ at }) => at.test(place)) ?? {};
}
