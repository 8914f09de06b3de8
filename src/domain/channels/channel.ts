import { brandOf, type ChannelType } from "../brands/brands.ts";
import { isKnownType } from "./known-channels.ts";

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const channelLimits = { value: 500, proof: 500 } as const;

/** Whether a channel fits into a phone book. A page that is still open may get a type of a newer version. */
export function fitsPhoneBook({ type }: { type: ChannelType }): boolean {
  return isKnownType(type) && brandOf(type).inPhoneBook === true;
}
