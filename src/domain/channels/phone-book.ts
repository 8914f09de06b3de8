import { brandOf, type ChannelType } from "../brands/brands.ts";

/** Whether a channel fits into a phone book. */
export function fitsPhoneBook({ type }: { type: ChannelType }): boolean {
  return brandOf(type).inPhoneBook === true;
}
