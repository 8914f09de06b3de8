import type { Brand } from "../brands/brand.ts";
import { brands, type ChannelType } from "../brands/brands.ts";

/** Whether a channel fits into a phone book. */
export function fitsPhoneBook({ type }: { type: ChannelType }): boolean {
  const { inPhoneBook }: Brand<string> = brands[type];
  return inPhoneBook === true;
}
