import { brandOf, type ChannelType } from "../brands/brands.ts";

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const channelLimits = { value: 500, proof: 500 } as const;

/** Whether a channel fits into a phone book. */
export function fitsPhoneBook({ type }: { type: ChannelType }): boolean {
  return brandOf(type).inPhoneBook === true;
}
